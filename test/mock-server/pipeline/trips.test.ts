import { describe, expect, it } from 'vitest';
import { carCriteria, type Found, selectionOf, twoAdults } from '../trip-client.ts';
import { brief } from './exchange-of.ts';
import { startRefused } from './refused.ts';

const { client, refused } = startRefused();
const { Dropoff } = carCriteria;

describe('err.400: what is chosen of a Search', () => {
  it('is an offer of that Search, by its dates and guests too', async () => {
    const mine = await client.find('car');
    const later = await client.find('car', { Dropoff: { ...Dropoff, Time: '14:00' } });
    const CarId = Object.values(selectionOf(later.offers[0] ?? fail()))[0];
    for (const id of [CarId, '100000001', '1001-C101', 'nonsense', '']) {
      const found = await refused('car.getBookingConditions', { Token: mine.Token, CarId: id });
      expect(Object.keys(found)).toEqual(['CarId']);
    }
  });

  it('is a tour on one of its dates', async () => {
    const week = { InitialServiceDate: '2026-12-07', FinalServiceDate: '2026-12-13' };
    const { Token, offers } = await client.find('tour', week);
    const weekend = offers.find(offer => Object(offer).AvailableDates[0] === '2026-12-12');
    const chosen = { Token, TourId: Object(weekend).TourId };
    for (const ServiceDate of ['2026-12-09', '2026-12-20', '2026-11-01']) {
      const found = await refused('tour.getBookingConditions', { ...chosen, ServiceDate });
      expect(found).toEqual({ ServiceDate: expect.stringContaining('2026-12-12, 2026-12-13') });
    }
    const without = await refused('tour.getBookingConditions', chosen);
    expect(without).toEqual({ ServiceDate: expect.stringContaining('missing') });
  });

  it('flow.1: belongs to a Token of that product', async () => {
    const found = await client.find('tour');
    const refusal = await client.call('car.getBookingConditions', { Token: found.Token, CarId: '100000001' });
    expect(brief(refusal)).toMatch(/^400 \w+ Token$/);
    expect(refusal.body.Errors[0]?.Message).toContain('tour');
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
  const paxs = (text: string) => ({ Paxs: expect.stringContaining(text) });

  it.each(['transfer', 'tour'] as const)('field.child-age: of a %s are as in its Search', async product => {
    const one = await booking(product, twoAdults.slice(0, 1));
    expect(one).toEqual({ Paxs: 'Paxs: 1 adults; the Search had 2' });
    const more = await booking(product, [...twoAdults, child]);
    expect(more).toEqual(paxs('children of [7]; the Search had []'));
    const ages = product === 'tour' ? { ChildAges: [8] } : { ChildrenAges: [8] };
    const other = await booking(product, [...twoAdults, child], ages);
    expect(other).toEqual(paxs('children of [7]; the Search had [8]'));
  });

  it('of a car fit in, and one of them can drive', async () => {
    expect(await booking('car', [child])).toEqual(paxs('no driver'));
    const five = await booking('car', [...twoAdults, ...twoAdults, child]);
    expect(five).toEqual({ Paxs: 'Paxs: 5 people; this car has 4 seats' });
    expect(await booking('car', [])).toEqual(paxs('1 traveller or more'));
  });

  it('flow.1: chose what the conditions were given for', async () => {
    const found = await client.find('tour');
    const [first, second] = found.offers;
    const { Token } = await client.validate('tour', found, first);
    const body = { Token, BookingId: '0', Paxs: twoAdults };
    const wrong = await refused('tour.doBooking', { ...body, ...selectionOf(second ?? fail()) });
    const TourId = expect.stringContaining(`the conditions of this Token are for ${Object(first).TourId}`);
    expect(wrong).toEqual({ TourId });
    const otherDay = { ...selectionOf(first ?? fail()), ServiceDate: '2026-12-11' };
    const ServiceDate = expect.stringContaining('2026-12-10');
    expect(await refused('tour.doBooking', { ...body, ...otherDay })).toEqual({ ServiceDate });
  });
});

it('svc.2: cancelling one service is for the operation of its product, and for a service of that booking', async () => {
  const { BookingId, Services } = await client.book();
  const id = Services[0]?.ServiceId;
  const refusal = async (product: 'car' | 'hotel', ServiceId?: string) =>
    await refused(`${product}.cancelByService`, { BookingId, ServiceId }, 404);
  const other = expect.stringContaining('cancel it with hotel.cancelByService');
  expect(await refusal('car', id)).toEqual({ ServiceId: other });
  const known = expect.stringContaining(`it has ${id} (hotel)`);
  expect(await refusal('hotel', `${BookingId}-9`)).toEqual({ ServiceId: known });
});
