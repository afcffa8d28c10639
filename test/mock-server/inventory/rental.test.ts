import { describe, expect, it } from 'vitest';
import type { CarCriteria, CarOffer } from '#contracts';
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
