import type { Complaint, TransferCriteria } from '#contracts';
import { timeOf } from '#contracts/shapes';
import { complainAboutCurrency, complainAboutLocation } from './complaints.ts';
import type { Fees } from './extras.ts';
import { createFlatInventory, type FlatOffer, type Trip } from './flat.ts';
import { members } from './json-text.ts';
import { localMinutes } from './local-times.ts';
import { clockText, complainAboutPast, instantOf, type Moment, readMoment } from './moments.ts';
import { isSameCity, type Places } from './places.ts';
import type { Inventory } from './quote.ts';
import { defaultCurrency, planOf, unitsOf } from './rates.ts';
import { type Location, suppliers } from './reference/index.ts';
import { openTerm, stayIdOf } from './term.ts';
import type { Testville } from './testville.ts';
import { carriers, type Vehicle, vehicles } from './transfer-vehicles.ts';

const fees: Fees = {
  local: { Name: 'Airport access fee', Type: 'PerStay', cents: 1_200 },
  foreign: { Name: 'Parking fee', Type: 'PerStay', Amount: 5 },
  text: 'Waiting beyond 60 minutes after landing is charged on the spot. One large suitcase and one piece of hand luggage a person.',
};

/**
 * The transfers of a sandbox: a pure function of its seed and the criteria. Between different cities there are none.
 *
 * @param seed the sandbox's seed as a number
 * @param places the places that there are
 */
export function createTransferInventory(seed: number, places: Places): Inventory<TransferCriteria> {
  return createFlatInventory(seed, {
    product: 'transfer',
    price: ['"SellingPrice":', ''],
    complaints: (criteria, now) => complainAbout(criteria, now, places),
    read: criteria => readTransfer(criteria, places),
    offers: (trip, criteria) => transfersOf({ seed, places }, trip, criteria),
  });
}

function need({ LocationType, LocationCode }: TransferCriteria['Pickup'], places: Places): Location {
  const location = places.location(LocationType, LocationCode);
  if (!location) throw new Error(`${LocationType} "${LocationCode}" was not checked`);
  return location;
}

function readTransfer(criteria: TransferCriteria, places: Places): Trip {
  const { Pickup, Dropoff, ServiceDate: start, ServiceDateBack: end = start, TimeBack } = criteria;
  const { NumberOfAdults: adults, ChildrenAges: ages = [], Currency = defaultCurrency } = criteria;
  const { destination } = need(Pickup, places);
  const time = timeOf(criteria);
  const there = readMoment(Pickup, { date: start, time }, places);
  if (time === undefined || !there) throw new Error('readTransfer: the criteria were not validated');
  const isReturn = criteria.ServiceDateBack !== undefined;
  const way = `${Pickup.LocationCode} ${Dropoff.LocationCode} ${isReturn}`;
  const guests = `${adults}/${[...ages].sort((a, b) => a - b)}`;
  const term = openTerm({
    start,
    end,
    days: 1,
    currency: Currency,
    stayIds: [stayIdOf(`${way} ${guests} ${start} ${end} ${time} ${TimeBack}`)],
    lateShare: 'deposit',
  });
  return {
    ...term,
    destination,
    key: `${Pickup.LocationType} ${Dropoff.LocationType} ${way} ${adults + ages.length}`,
    occupancy: { adults, ages },
    departs: instantOf(there),
    opens: there.minutes,
    ...(isReturn && { closes: localMinutes(destination.timeZone, end, TimeBack ?? time) }),
  };
}

function transfersOf(
  { seed, places }: { seed: number; places: Places },
  { destination }: Trip,
  criteria: TransferCriteria,
): FlatOffer[] {
  const [from, to] = [need(criteria.Pickup, places), need(criteria.Dropoff, places)];
  if (!isSameCity(from.destination, to.destination, places)) return [];
  const { NumberOfAdults: adults, ChildrenAges: ages = [], ServiceDateBack } = criteria;
  const people = adults + ages.length;
  const ways = ServiceDateBack === undefined ? 1 : 2;
  const route = `${from.name} ${ways === 1 ? 'to' : 'and'} ${to.name}`;
  const all = places.testville?.destination === destination ? ridesIn(places.testville) : ordinaryRides;
  return all.flatMap(({ code, way, company, plan, name, item = code }): FlatOffer[] => {
    const { type, vehicle, seats, level } = way;
    if (people > seats) return [];
    const units = unitsOf(seed, `${destination.id}-${item}`, level);
    const statics = members({
      TransferName: name ?? `${carriers[company]}: ${route}`,
      TransferType: type,
      VehicleType: vehicle,
      MaxPassengers: seats,
    });
    return [
      {
        id: `${destination.id}-${code}`,
        plan,
        supplierName: suppliers[company % suppliers.length] ?? suppliers[0],
        units: units * (type === 'Shared' ? people : 1) * ways,
        statics,
        fees,
      },
    ];
  });
}

/** A way to be taken by a company, in a way in which it is sold. */
interface Ride {
  /** Its id without that of the destination. */
  code: string;
  way: Vehicle;
  company: number;
  plan: number;
  /** Where it is not that of company and route. */
  name?: string;
  /** What its price follows from, where that is not its own id. */
  item?: string;
}

const ordinaryRides: readonly Ride[] = carriers.flatMap((_, company) =>
  vehicles.map((way, index) => ({
    code: `F${company + 1}${String(index + 1).padStart(2, '0')}`,
    way,
    company,
    plan: planOf(company * vehicles.length + index),
  })),
);

/** Any party fits in. */
const testVehicle: Vehicle = { type: 'Private', vehicle: 'Coach', seats: 50, level: 24 };

const ridesIn = ({ offers }: Testville): Ride[] =>
  offers('transfer').map(({ name, id, item, plan }) => ({
    code: id,
    way: testVehicle,
    company: 0,
    plan,
    name,
    item,
  }));

function complainAbout(
  criteria: Partial<Record<keyof TransferCriteria, unknown>>,
  now: number,
  places: Places,
): Complaint[] {
  const { Pickup, Dropoff, Currency, ServiceDate, ServiceDateBack, TimeBack } = criteria;
  const time = timeOf(criteria);
  const there = readMoment(Pickup, { date: ServiceDate, time }, places);
  const back = readMoment(Pickup, { date: ServiceDateBack, time: TimeBack ?? time }, places);
  return [
    ...complainAboutLocation('Criteria.Pickup', Object(Pickup), places),
    ...complainAboutLocation('Criteria.Dropoff', Object(Dropoff), places),
    ...complainAboutPast('Criteria.Time', there, now),
    ...complainAboutWayBack(there, back),
    ...complainAboutCurrency(Currency),
  ];
}

/** On one day the way back begins after the way there, by the clocks of the place. */
function complainAboutWayBack(there: Moment | undefined, back: Moment | undefined): Complaint[] {
  if (!there || there.date !== back?.date || back.minutes > there.minutes) return [];
  const message = `${clockText(back)} is not after the way there at ${clockText(there)} (local times)`;
  return [{ field: 'Criteria.TimeBack', message }];
}
