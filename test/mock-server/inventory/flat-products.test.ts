import { describe, expect, it } from 'vitest';
import type { CarCriteria, CarOffer, TourOffer, TransferOffer } from '#contracts';
import { bookOut } from '../hotel-client.ts';
import { carCriteria, startTrips } from '../trip-client.ts';

const { client } = startTrips();
const { Pickup, Dropoff } = carCriteria;

async function carsOf(
  change: { Pickup?: object; Dropoff?: object } & Omit<Partial<CarCriteria>, 'Pickup' | 'Dropoff'>,
) {
  const { offers } = await client.find('car', {
    ...change,
    Pickup: { ...Pickup, ...change.Pickup },
    Dropoff: { ...Dropoff, ...change.Dropoff },
  });
  return offers as CarOffer[]; // a Search of cars
}
const priceOf = async (change: Parameters<typeof carsOf>[0]) =>
  (await carsOf(change))[0]?.TotalSellingPrice.Value ?? 0;

describe('a rental', () => {
  it('costs a day for every 24 hours that begin', async () => {
    const twoDays = await priceOf({});
    expect(await priceOf({ Dropoff: { Time: '12:59' } })).toBe(twoDays);
    const threeDays = await priceOf({ Dropoff: { Time: '13:01' } });
    expect(threeDays).toBeGreaterThan(twoDays * 1.2);
    expect(await priceOf({ Dropoff: { Date: '2026-12-13' } })).toBe(threeDays);
    expect(await priceOf({ Dropoff: { Date: '2026-12-10', Time: '15:00' } })).toBeLessThan(twoDays);
  });

  it('costs more when the car is brought back to another city', async () => {
    const there = await priceOf({ Dropoff: { LocationCode: 'GRU' } });
    const within = await priceOf({ Dropoff: { LocationCode: '1001001', LocationType: 'Hotel' } });
    expect(within).toBe(await priceOf({}));
    expect(there / within).toBeCloseTo(1.35, 1);
  });

  it('date.hours: takes times as UTC, and counts days by the clocks of the two places', async () => {
    // 13:00 UTC is 14:00 in Madrid. In Lisbon, one hour behind, it is 14:00 at 14:00 UTC.
    const places = { Pickup: { LocationCode: 'MAD' }, Dropoff: { LocationCode: 'LIS' } };
    const at = (Time: string) => priceOf({ ...places, Dropoff: { LocationCode: 'LIS', Time } });
    expect(await at('14:00')).toBe(await at('13:00'));
    expect(await at('14:01')).toBeGreaterThan((await at('14:00')) * 1.2);
  });

  it.each([
    ['in autumn', 'MAD', ['2027-10-30', '08:00'], ['2027-10-31', '09:00']],
    ['in spring', 'JFK', ['2027-03-13', '15:00'], ['2027-03-14', '14:00']],
  ])('is one day from ten to ten when the clocks change %s', async (_when, LocationCode, first, last) => {
    const days = async (time: string) => {
      const Pickup = { LocationCode, Date: first[0], Time: first[1] };
      const [car] = await carsOf({ Pickup, Dropoff: { LocationCode, Date: last[0], Time: time } });
      const { Value = 0 } = car?.CancellationPolicies[0] ?? {};
      return Math.round((car?.TotalSellingPrice.Value ?? 0) / Value);
    };
    expect(await days(last[1] ?? '')).toBe(1);
    expect(await days(last[1]?.replace(':00', ':01') ?? '')).toBe(2);
  });

  it('date.hours: a time of the evening in Rio is a small hour in UTC, on the date of the evening', async () => {
    // Pick-up is at 22:00 (01:00 UTC) on the 10th, return at 21:00 (00:00 UTC) on the 11th: one day.
    const one = await priceOf({ Pickup: { Time: '01:00' }, Dropoff: { Date: '2026-12-11', Time: '00:00' } });
    const evening = { Date: '2026-12-10', Time: '01:00' };
    expect(one).toBe(await priceOf({ Pickup: { Time: '13:00' }, Dropoff: evening }));
  });

  it('gives pick-up and drop-off times back in conditions, in UTC', async () => {
    const found = await client.find('car', { Pickup: { ...Pickup, Time: '01:30' } });
    const { CheckInHour, CheckOutHour } = await client.validate('car', found);
    expect([CheckInHour, CheckOutHour]).toEqual(['01:30', '13:00']);
  });

  it('takes Hour and Minutes for Time', async () => {
    const { Time: _, ...point } = Pickup;
    const cars = (await client.find('car', { Pickup: { ...point, Hour: 13 } })).offers;
    expect(cars).toEqual((await client.find('car')).offers);
  });

  it('can be searched by SIPP code', async () => {
    const cars = await carsOf({ SippCodes: ['EDAR', 'MVAR'] });
    expect([...new Set(cars.map(car => car.SippCode))].sort()).toEqual(['EDAR', 'MVAR']);
    expect(await carsOf({ SippCodes: ['XXXX'] })).toEqual([]);
    const all = await carsOf({});
    expect(all.filter(car => car.SippCode === 'EDAR')).toEqual(
      cars.filter(car => car.SippCode === 'EDAR').map(car => ({ ...car, ResponseId: expect.any(String) })),
    );
  });

  it('says of a car what its SIPP code says', async () => {
    for (const car of await carsOf({})) {
      expect(car.TransmissionType).toBe(car.SippCode[2] === 'A' ? 'Automatic' : 'Manual');
      expect(car.AirConditioning).toBe(car.SippCode[3] === 'R');
    }
  });

  it('shows in the booking with its first and its last day', async () => {
    const { Services } = await client.bookService('car');
    const days = { ServiceDate: '2026-12-10', ServiceDateBack: '2026-12-12' };
    expect(Services[0]).toMatchObject({ ServiceType: 'car', ...days });
    expect(Services[0]).not.toHaveProperty('CheckinDate');
  });
});

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
