import { describe, expect, it } from 'vitest';
import type { TourOffer, TransferOffer } from '#contracts';
import { bookOut } from '../book-out.ts';
import { startTrips } from '../trip-client.ts';

const { client } = startTrips();
const transfers = async (change: object) => (await client.find('transfer', change)).offers as TransferOffer[]; // a Search of them
const tours = async (change: object) => (await client.find('tour', change)).offers as TourOffer[]; // a Search of them
const price = (offer: { TotalSellingPrice: { Value: number } } | undefined) =>
  offer?.TotalSellingPrice.Value ?? 0;

describe('a transfer', () => {
  it('is offered in vehicles with enough seats', async () => {
    for (const people of [1, 4, 8, 16, 50]) {
      const offers = await transfers({ NumberOfAdults: people });
      expect(Math.min(...offers.map(offer => offer.MaxPassengers))).toBeGreaterThanOrEqual(people);
      expect(offers.length).toBeGreaterThan(0);
    }
  });

  it('costs by the vehicle when it is private and by the head when it is shared', async () => {
    const one = await transfers({ NumberOfAdults: 1 });
    const three = await transfers({ NumberOfAdults: 2, ChildrenAges: [5] });
    for (const [index, offer] of three.entries()) {
      const factor = offer.TransferType === 'Shared' ? 3 : 1;
      expect(price(offer)).toBeCloseTo(price(one[index]) * factor, 1);
    }
  });

  /** Returns the hours in the conditions for a transfer with the way back. */
  async function hoursOf(back: object) {
    const { CheckInHour, CheckOutHour } = await client.validate(
      'transfer',
      await client.find('transfer', back),
    );
    return [CheckInHour, CheckOutHour];
  }

  it('costs twice with the way back, and shows both dates, and the time of the way there if no other is said', async () => {
    const back = { ServiceDateBack: '2026-12-12', TimeBack: '12:00' };
    expect(price((await transfers(back))[0])).toBeCloseTo(2 * price((await transfers({}))[0]), 1);
    const { Services } = await client.bookService('transfer', { criteria: back });
    expect(Services[0]).toMatchObject({ ServiceDate: '2026-12-10', ServiceDateBack: '2026-12-12' });
    expect(await hoursOf(back)).toEqual(['15:30', '12:00']);
    expect(await hoursOf({ ServiceDateBack: '2026-12-12' })).toEqual(['15:30', '15:30']);
  });
});

describe('a tour', () => {
  it('takes place on its weekdays within the requested dates', async () => {
    const fortnight = { InitialServiceDate: '2026-12-07', FinalServiceDate: '2026-12-20' };
    for (const { TourName, AvailableDates } of await tours(fortnight)) {
      const firstWeek = AvailableDates.filter(date => date <= '2026-12-13');
      const nextWeek = AvailableDates.filter(date => date > '2026-12-13');
      const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
      expect(nextWeek.map(weekday), TourName).toEqual(firstWeek.map(weekday));
      const isWithin = (date: string) => date >= '2026-12-07' && date <= '2026-12-20';
      expect(AvailableDates.every(isWithin), TourName).toBe(true);
    }
  });

  it('is not offered where none of the dates is one of its weekdays', async () => {
    // 2026-12-07 is a Monday.
    const monday = await tours({ InitialServiceDate: '2026-12-07', FinalServiceDate: '2026-12-07' });
    const week = await tours({ InitialServiceDate: '2026-12-07', FinalServiceDate: '2026-12-13' });
    expect(week.length - monday.length).toBeGreaterThan(5);
    expect(monday.every(offer => offer.AvailableDates.join() === '2026-12-07')).toBe(true);
  });

  it('date.policies: has the windows of its first date in Search and those of the chosen one in conditions', async () => {
    const week = { InitialServiceDate: '2026-12-07', FinalServiceDate: '2026-12-13' };
    const found = await client.find('tour', week);
    const offer = (found.offers as TourOffer[]).find(tour => tour.AvailableDates[0] === '2026-12-12'); // a Search of tours
    const day = (date: string) => ({ StartDate: date, EndDate: date });
    expect(offer?.CancellationPolicies.at(-1)).toMatchObject(day('2026-12-12'));
    const conditions = await client.validate('tour', found, offer, { ServiceDate: '2026-12-13' });
    expect(conditions.CancelPolicies?.at(-1)).toMatchObject(day('2026-12-13'));
    expect(conditions.TotalSellingPrice).toEqual(offer?.TotalSellingPrice);
  });

  it('field.child-age: costs an adult one, a child half and an infant nothing', async () => {
    const [adult] = await tours({ NumberOfAdults: 1 });
    const [child] = await tours({ NumberOfAdults: 1, ChildAges: [7] });
    const [infant] = await tours({ NumberOfAdults: 1, ChildAges: [2] });
    expect(price(child)).toBeCloseTo(1.5 * price(adult), 1);
    expect(price(infant)).toBe(price(adult));
  });

  it('is unavailable only on the date on which it is booked out', async () => {
    const { client: visitor, store } = startTrips();
    const { TourId } = Object((await visitor.find('tour')).offers[0]);
    bookOut(store, `${TourId}@2026-12-10`);
    const codeOn = async (ServiceDate: string) => {
      const found = await visitor.find('tour');
      return (await visitor.validate('tour', found, found.offers[0], { ServiceDate })).Errors[0]?.Code;
    };
    expect([await codeOn('2026-12-10'), await codeOn('2026-12-11')]).toEqual(['RoomUnavailable', undefined]);
  });
});
