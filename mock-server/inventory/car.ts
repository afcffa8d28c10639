import type { CarCriteria, Complaint } from '#contracts';
import { timeOf } from '#contracts/shapes';
import { hash32 } from '../seed.ts';
import { type CarModel, carModels, rentals } from './car-models.ts';
import { complainAboutCurrency, complainAboutLocation } from './complaints.ts';
import type { Fees } from './extras.ts';
import { createFlatInventory, type FlatOffer, type Trip } from './flat.ts';
import { members } from './json-text.ts';
import { dayMinutes } from './local-times.ts';
import { clockMinutes, clockText, complainAboutPast, instantOf, type Moment, readMoment } from './moments.ts';
import { isSameCity, type Places } from './places.ts';
import type { Inventory } from './quote.ts';
import { defaultCurrency, planOf, unitsOf } from './rates.ts';
import { suppliers } from './reference/index.ts';
import { openTerm, stayIdOf } from './term.ts';
import type { Testville } from './testville.ts';

/** Of a car that is brought back to another city, in hundredths of the price. */
const oneWay = 135;

const fees: Fees = {
  local: { Name: 'Licensing fee', Type: 'PerStay', cents: 3_900 },
  foreign: { Name: 'Airport surcharge', Type: 'PerStay', Amount: 12 },
  text: 'Fuel, tolls and a surcharge of 15 % for drivers under 25 are not included. A deposit is held on the card of the main driver.',
};

/**
 * The rental cars of a sandbox: a pure function of its seed and the criteria.
 *
 * @param seed the sandbox's seed as a number
 * @param places the places that there are
 */
export function createCarInventory(seed: number, places: Places): Inventory<CarCriteria> {
  return createFlatInventory(seed, {
    product: 'car',
    price: ['"PriceInformation":{"TotalPrice":', '}'],
    complaints: (criteria, now) => complainAbout(criteria, now, places),
    read: criteria => readRental(criteria, places),
    offers: (trip, criteria) => carsOf({ seed, places }, trip, criteria),
  });
}

const readEnd = (point: unknown, places: Places): Moment | undefined =>
  readMoment(point, { date: Object(point).Date, time: timeOf(Object(point)) }, places); // read with care

function readRental(criteria: CarCriteria, places: Places): Trip {
  const { Pickup, Dropoff, DriverAge, SippCodes, Currency = defaultCurrency } = criteria;
  const [first, last] = [readEnd(Pickup, places), readEnd(Dropoff, places)];
  if (!first || !last) throw new Error('readRental: the criteria were not validated');
  const { destination } = first;
  const way = `${Pickup.LocationCode} ${Dropoff.LocationCode}`;
  const term = openTerm({
    start: first.date,
    end: last.date,
    days: Math.max(1, Math.ceil((clockMinutes(last) - clockMinutes(first)) / dayMinutes)),
    currency: Currency,
    stayIds: [stayIdOf(`${way} ${clockMinutes(first)} ${clockMinutes(last)} ${DriverAge}`)],
    lateShare: 'night',
  });
  return {
    ...term,
    destination,
    key: `${Pickup.LocationType} ${Dropoff.LocationType} ${way} ${[...new Set(SippCodes)].sort()}`,
    departs: instantOf(first),
    opens: first.minutes,
    closes: last.minutes,
  };
}

function carsOf(
  { seed, places }: { seed: number; places: Places },
  { destination, key }: Trip,
  { Pickup, Dropoff, SippCodes }: CarCriteria,
): FlatOffer[] {
  const end = places.location(Dropoff.LocationType, Dropoff.LocationCode)?.destination;
  const isOneWay = end !== undefined && !isSameCity(destination, end, places);
  const wanted = SippCodes && new Set(SippCodes);
  const all = places.testville?.destination === destination ? carsIn(places.testville) : ordinaryCars;
  return all.flatMap(({ code, car, company, plan, item = code }): FlatOffer[] => {
    if (wanted && !wanted.has(car.sipp)) return [];
    const id = `${destination.id}-${code}`;
    const units = unitsOf(seed, `${destination.id}-${item}`, car.level);
    const statics = members({
      ResponseId: `R${hash32(`${Pickup.LocationCode} ${key} ${company}`, seed).toString(36)}`,
      CarModel: car.model,
      Category: car.category,
      SippCode: car.sipp,
      TransmissionType: car.sipp[2] === 'A' ? 'Automatic' : 'Manual',
      AirConditioning: car.sipp[3] === 'R',
      PassengerQuantity: car.seats,
      BaggageQuantity: car.bags,
      NumberOfDoors: car.doors,
      Rental: { RentalName: rentals[company] ?? rentals[0] },
    });
    return [
      {
        id,
        plan,
        supplierName: suppliers[company % suppliers.length] ?? suppliers[0],
        units: isOneWay ? Math.round((units * oneWay) / 100) : units,
        statics,
        fees,
        seats: car.seats,
      },
    ];
  });
}

/** A car of a company, in a way in which it is sold. */
interface Rental {
  /** Its id without that of the destination. */
  code: string;
  car: CarModel;
  company: number;
  plan: number;
  /** What its price follows from, where that is not its own id. */
  item?: string;
}

const ordinaryCars: readonly Rental[] = rentals.flatMap((_, company) =>
  carModels.map((car, index) => ({
    code: `C${company + 1}${String(index + 1).padStart(2, '0')}`,
    car,
    company,
    plan: planOf(company * carModels.length + index),
  })),
);

/** What all cars of Testville are, but for their names: most parties fit in. */
const [spacious] = carModels.filter(({ seats }) => seats >= 7);

function carsIn({ offers }: Testville): Rental[] {
  const car = spacious;
  if (!car) throw new Error('carsIn: no car has seven seats');
  return offers('car').map(({ name, id, item, plan }) => ({
    code: id,
    car: { ...car, model: name },
    company: 0,
    plan,
    item,
  }));
}
function complainAbout(
  { Pickup, Dropoff, Currency }: Partial<Record<keyof CarCriteria, unknown>>,
  now: number,
  places: Places,
): Complaint[] {
  const [first, last] = [readEnd(Pickup, places), readEnd(Dropoff, places)];
  return [
    ...complainAboutLocation('Criteria.Pickup', Object(Pickup), places),
    ...complainAboutLocation('Criteria.Dropoff', Object(Dropoff), places),
    ...complainAboutPast('Criteria.Pickup.Time', first, now),
    ...complainAboutOrder(first, last),
    ...complainAboutCurrency(Currency),
  ];
}

/** A car is brought back after it was taken, by the clocks of the places. */
function complainAboutOrder(first: Moment | undefined, last: Moment | undefined): Complaint[] {
  // The dates by themselves are judged with the request.
  if (!first || !last || last.date < first.date || clockMinutes(last) > clockMinutes(first)) return [];
  const message = `${clockText(last)} is not after pick-up at ${clockText(first)} (local times)`;
  return [{ field: 'Criteria.Dropoff.Time', message }];
}
