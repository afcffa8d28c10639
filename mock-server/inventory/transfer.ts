import { type Complaint, isLocationType, type TransferCriteria, timeOf } from '#contracts';
import { complainAboutCurrency, complainAboutLocation } from './complaints.ts';
import type { Fees } from './extras.ts';
import { createFlatInventory, type FlatOffer, type Trip } from './flat.ts';
import { members } from './json-text.ts';
import { localMinutes } from './local-times.ts';
import { isSameCity, type Places } from './places.ts';
import type { Inventory } from './quote.ts';
import { defaultCurrency, planOf, unitsOf } from './rates.ts';
import { type Location, suppliers } from './reference/index.ts';
import { openTerm, stayIdOf } from './term.ts';
import { carriers, vehicles } from './transfer-vehicles.ts';

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
    list: 'Transfers',
    item: 'TransferId',
    price: ['"SellingPrice":', ''],
    complaints: criteria => complainAbout(criteria, places),
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
  if (time === undefined) throw new Error('readTransfer: the criteria were not validated');
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
    opens: localMinutes(destination.timeZone, start, time),
    ...(isReturn && { closes: localMinutes(destination.timeZone, end, TimeBack ?? time) }),
  };
}

function transfersOf(
  { seed, places }: { seed: number; places: Places },
  { destination }: Trip,
  criteria: TransferCriteria,
): FlatOffer[] {
  const [from, to] = [need(criteria.Pickup, places), need(criteria.Dropoff, places)];
  if (!isSameCity(from.destination, to.destination)) return [];
  const { NumberOfAdults: adults, ChildrenAges: ages = [], ServiceDateBack } = criteria;
  const people = adults + ages.length;
  const ways = ServiceDateBack === undefined ? 1 : 2;
  const route = `${from.name} ${ways === 1 ? 'to' : 'and'} ${to.name}`;
  return carriers.flatMap((carrier, company) =>
    vehicles.flatMap(({ type, vehicle, seats, level }, index): FlatOffer[] => {
      if (people > seats) return [];
      const id = `${destination.id}-F${company + 1}${String(index + 1).padStart(2, '0')}`;
      const statics = members({
        TransferName: `${carrier}: ${route}`,
        TransferType: type,
        VehicleType: vehicle,
        MaxPassengers: seats,
      });
      return [
        {
          id,
          plan: planOf(company * vehicles.length + index),
          supplierName: suppliers[company % suppliers.length] ?? suppliers[0],
          units: unitsOf(seed, id, level) * (type === 'Shared' ? people : 1) * ways,
          statics,
          fees,
        },
      ];
    }),
  );
}

function complainAbout(
  criteria: Partial<Record<keyof TransferCriteria, unknown>>,
  places: Places,
): Complaint[] {
  const { Pickup, Dropoff, Currency } = criteria;
  return [
    ...complainAboutLocation('Criteria.Pickup', Object(Pickup), places),
    ...complainAboutLocation('Criteria.Dropoff', Object(Dropoff), places),
    ...complainAboutWayBack(criteria, places),
    ...complainAboutCurrency(Currency),
  ];
}

/** On one day the way back begins after the way there, by the clocks of the place. */
function complainAboutWayBack(
  criteria: Partial<Record<keyof TransferCriteria, unknown>>,
  places: Places,
): Complaint[] {
  const { Pickup, ServiceDate: date, ServiceDateBack: dateBack, TimeBack: back } = criteria;
  const time = timeOf(Object(criteria));
  if (typeof date !== 'string' || date !== dateBack || typeof back !== 'string' || typeof time !== 'string')
    return [];
  const { LocationType: type, LocationCode: code }: Partial<Record<string, unknown>> = Object(Pickup); // may be anything
  if (!isLocationType(type) || typeof code !== 'string') return [];
  const zone = places.location(type, code)?.destination.timeZone;
  if (zone === undefined || Number.isNaN(Date.parse(date))) return [];
  if (!(localMinutes(zone, date, back) <= localMinutes(zone, date, time))) return [];
  const message = `"${back}" is not after Time "${time}" on the same day (both UTC, compared on the clocks of the place)`;
  return [{ field: 'Criteria.TimeBack', message }];
}
