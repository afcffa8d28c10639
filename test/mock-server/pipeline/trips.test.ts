import { describe, expect, it } from 'vitest';
import { carCriteria, type Found, selectionOf, twoAdults } from '../trip-client.ts';
import { startRefused } from './refused.ts';

const { client, refused } = startRefused();
const { Dropoff } = carCriteria;

describe('err.400: what is chosen of a Search', () => {
  it('is an offer of that Search, by its dates and guests too', async () => {
    const [mine, later] = [
      await client.find('car'),
      await client.find('car', { Dropoff: { ...Dropoff, Time: '14:00' } }),
    ];
    const CarId = Object.values(selectionOf(later.offers[0] ?? fail()))[0];
    for (const id of [CarId, '100000001', '1001-C101', 'nonsense', '']) {
      const found = await refused('car.getBookingConditions', { Token: mine.Token, CarId: id });
      expect(Object.keys(found)).toEqual(['CarId']);
    }
  });

  it('is a tour on one of its dates', async () => {
    const found = await client.find('tour', {
      InitialServiceDate: '2026-12-07',
      FinalServiceDate: '2026-12-13',
    });
    const weekend = found.offers.find(
      offer => 'AvailableDates' in offer && Object(offer).AvailableDates[0] === '2026-12-12',
    );
    const { TourId } = Object(weekend);
    for (const ServiceDate of ['2026-12-09', '2026-12-20', '2026-11-01']) {
      const complaints = await refused('tour.getBookingConditions', {
        Token: found.Token,
        TourId,
        ServiceDate,
      });
      expect(complaints).toEqual({ ServiceDate: expect.stringContaining('2026-12-12, 2026-12-13') });
    }
    const without = await refused('tour.getBookingConditions', { Token: found.Token, TourId });
    expect(without).toEqual({ ServiceDate: expect.stringContaining('missing') });
  });

  it('flow.1: belongs to a Token of that product', async () => {
    const found = await client.find('tour');
    const body = { Token: found.Token, CarId: '100000001' };
    const { status, body: answer } = await client.call('car.getBookingConditions', body);
    expect(status).toBe(400);
    expect(answer.Errors[0]).toMatchObject({ Field: 'Token', Message: expect.stringContaining('tour') });
  });
});

const fail = (): never => {
  throw new Error('the Search has no offers');
};

describe('err.400: the guests of a service', () => {
  const booking = async (product: 'car' | 'transfer' | 'tour', Paxs: object[], criteria: object = {}) => {
    const found: Found = await client.find(product, criteria);
    const offer = found.offers[0] ?? fail();
    const { Token } = await client.validate(product, found, offer);
    return refused(`${product}.doBooking`, { Token, BookingId: '0', ...selectionOf(offer), Paxs });
  };
  const child = { Name: 'Davi', Surname: 'Souza', Age: 7 };

  it.each(['transfer', 'tour'] as const)(
    'field.child-age: of a %s are those of its Search',
    async product => {
      expect(await booking(product, twoAdults.slice(0, 1))).toEqual({
        Paxs: 'Paxs: 1 adults; the Search had 2',
      });
      expect(await booking(product, [...twoAdults, child])).toEqual({
        Paxs: expect.stringContaining('children of [7]; the Search had []'),
      });
      const ages = product === 'tour' ? { ChildAges: [8] } : { ChildrenAges: [8] };
      expect(await booking(product, [...twoAdults, child], ages)).toEqual({
        Paxs: expect.stringContaining('children of [7]; the Search had [8]'),
      });
    },
  );

  it('of a car fit in, and one of them can drive', async () => {
    expect(await booking('car', [child])).toEqual({ Paxs: expect.stringContaining('no driver') });
    expect(await booking('car', [...twoAdults, ...twoAdults, child])).toEqual({
      Paxs: 'Paxs: 5 people; this car has 4 seats',
    });
    expect(await booking('car', [])).toEqual({ Paxs: expect.stringContaining('1 traveller or more') });
  });

  it('flow.1: chose what the conditions were given for', async () => {
    const found = await client.find('tour');
    const [first, second] = found.offers;
    const { Token } = await client.validate('tour', found, first);
    const body = { Token, BookingId: '0', Paxs: twoAdults };
    const wrong = await refused('tour.doBooking', { ...body, ...selectionOf(second ?? fail()) });
    expect(wrong).toEqual({
      TourId: expect.stringContaining(`the conditions of this Token are for ${Object(first).TourId}`),
    });
    const otherDay = { ...selectionOf(first ?? fail()), ServiceDate: '2026-12-11' };
    expect(await refused('tour.doBooking', { ...body, ...otherDay })).toEqual({
      ServiceDate: expect.stringContaining('2026-12-10'),
    });
  });
});

it('svc.2: cancelling one service is for the operation of its product, and for a service of that booking', async () => {
  const { BookingId, Services } = await client.book();
  const ServiceId = Services[0]?.ServiceId;
  const wrongProduct = await refused('car.cancelByService', { BookingId, ServiceId }, 404);
  expect(wrongProduct).toEqual({
    ServiceId: expect.stringContaining('cancel it with hotel.cancelByService'),
  });
  const unknown = await refused('hotel.cancelByService', { BookingId, ServiceId: `${BookingId}-9` }, 404);
  expect(unknown).toEqual({ ServiceId: expect.stringContaining(`it has ${ServiceId} (hotel)`) });
});
