import type { Complaint, TransferCriteria } from '#contracts';
import { timeOf } from '#contracts/shapes';
import { createItemInventory, stockOf, type Trip } from './items.ts';
import { complainAboutOrder, complainAboutPast, instantOf, localMinutes, readMoment } from './moments.ts';
import { keyPart, stayNumberOf } from './offer-id.ts';
import { isSameCity, locationOf, type Places } from './places.ts';
import type { Inventory } from './quote.ts';
import { defaultCurrency } from './rates.ts';
import { builtIn } from './reference/index.ts';
import { complainAboutCurrency, complainAboutLocation } from './search.ts';

/** A price level is that of the vehicle (private) or of one seat (shared), about 10 BRL. */
type Vehicle = (typeof builtIn.transfers)[number];

const companies = [
  'Vaivém Traslados',
  'Harbour Link',
  'Rumbo Directo',
  'Ponto a Ponto',
  'Lantern Cars',
  'Camino Corto',
];

const stock = stockOf('F', companies, builtIn.transfers);

export const createTransferInventory = (seed: number, places: Places): Inventory<TransferCriteria> =>
  createItemInventory<TransferCriteria, Vehicle>(seed, places, {
    product: 'transfer',
    ids: ['TransferId'],
    priceField: price => ({ SellingPrice: price }),
    stock,
    testModel: { type: 'Private', vehicle: 'Coach', seats: 50, level: 24 }, // enough seats for any group of travellers
    fees: {
      local: { Name: 'Airport access fee', Type: 'PerStay', cents: 1_200 },
      foreign: { Name: 'Parking fee', Type: 'PerStay', Amount: 5 },
      text: 'Waiting beyond 60 minutes after landing is charged on the spot. One large suitcase and one piece of hand luggage a person.',
    },
    complaints: (criteria, now) => complainAbout(criteria, now, places),
    read: criteria => readTransfer(criteria, places),
    describe(_, { Pickup, Dropoff, NumberOfAdults, ChildrenAges = [], ServiceDateBack }) {
      const [from, to] = [locationOf(Pickup, places), locationOf(Dropoff, places)];
      if (!isSameCity(from.destination, to.destination, places)) return () => undefined;
      const people = NumberOfAdults + ChildrenAges.length;
      const ways = ServiceDateBack === undefined ? 1 : 2;
      const route = `${from.name} ${ways === 1 ? 'to' : 'and'} ${to.name}`;
      return ({ model: { type, vehicle, seats }, company, name }) => {
        if (people > seats) return undefined;
        const transferName = name ?? `${companies[company]}: ${route}`;
        const statics = {
          TransferName: transferName,
          TransferType: type,
          VehicleType: vehicle,
          MaxPassengers: seats,
        };
        return { statics, name: transferName, hundredths: 100 * ways * (type === 'Shared' ? people : 1) };
      };
    },
  });

function readTransfer(criteria: TransferCriteria, places: Places): Trip {
  const { Pickup, Dropoff, ServiceDate: start, ServiceDateBack: end = start, TimeBack } = criteria;
  const { NumberOfAdults: adults, ChildrenAges: ages = [], Currency: currency = defaultCurrency } = criteria;
  const time = timeOf(criteria);
  const there = readMoment(Pickup, start, time, places);
  if (time === undefined || !there) throw new Error('readTransfer: the criteria were not validated');
  const { destination } = there;
  const isReturn = criteria.ServiceDateBack !== undefined;
  const way = `${keyPart(Pickup.LocationCode)} ${keyPart(Dropoff.LocationCode)} ${isReturn}`;
  const guests = `${adults}/${[...ages].sort((a, b) => a - b)}`;
  return {
    start,
    end,
    days: 1,
    currency,
    stay: stayNumberOf(`${way} ${guests} ${start} ${end} ${time} ${TimeBack}`),
    lateShare: 'deposit',
    destination,
    occupancy: { adults, ages },
    departs: instantOf(there),
    opens: there.minutes,
    ...(isReturn && { closes: localMinutes(destination.timeZone, end, TimeBack ?? time) }),
  };
}

function complainAbout(
  criteria: Partial<Record<keyof TransferCriteria, unknown>>,
  now: number,
  places: Places,
): Complaint[] {
  const { Pickup, Dropoff, Currency, ServiceDate, ServiceDateBack, TimeBack } = criteria;
  const time = timeOf(criteria);
  const there = readMoment(Pickup, ServiceDate, time, places);
  const back = readMoment(Pickup, ServiceDateBack, TimeBack ?? time, places);
  return [
    ...complainAboutLocation('Criteria.Pickup', Object(Pickup), places),
    ...complainAboutLocation('Criteria.Dropoff', Object(Dropoff), places),
    ...complainAboutPast('Criteria.Time', there, now),
    ...complainAboutOrder('Criteria.TimeBack', [there, back], 'the outward trip'),
    ...complainAboutCurrency(Currency),
  ];
}
