import type { CarCriteria, Complaint } from '#contracts';
import { timeOf } from '#contracts/shapes';
import { createItemInventory, stockOf, type Trip } from './items.ts';
import {
  clockMinutes,
  complainAboutOrder,
  complainAboutPast,
  dayMinutes,
  instantOf,
  type Moment,
  readMoment,
} from './moments.ts';
import { keyPart, stayNumberOf } from './offer-id.ts';
import { isSameCity, locationOf, type Places } from './places.ts';
import type { Inventory } from './quote.ts';
import { defaultCurrency } from './rates.ts';
import { builtIn } from './reference/index.ts';
import { complainAboutCurrency, complainAboutLocation } from './search.ts';

/** The price level is that of a day. A level of 10 is about 100 BRL. */
type Car = (typeof builtIn.cars)[number] & { company?: string };

/** For Testville: with many seats, so that most groups fit in. */
const testCar = builtIn.cars.find(({ seats }) => seats >= 7) as Car; // there are two such models

const companies = [
  'Estrada Livre',
  'Marble Arch Cars',
  'Autovía del Sur',
  'Roda Viva Locadora',
  'Milestone Rentals',
] as const;

const stock = stockOf('C', companies, builtIn.cars);

const oneWay = 135;

export const createCarInventory = (seed: number, places: Places): Inventory<CarCriteria> =>
  createItemInventory<CarCriteria, Car>(seed, places, {
    product: 'car',
    ids: ['CarId', 'ResponseId'],
    priceField: price => ({ PriceInformation: { TotalPrice: price } }),
    stock,
    testModel: testCar,
    fees: {
      local: { Name: 'Licensing fee', Type: 'PerStay', cents: 3_900 },
      foreign: { Name: 'Airport surcharge', Type: 'PerStay', Amount: 12 },
      text: 'Fuel, tolls and a surcharge of 15 % for drivers under 25 are not included. A deposit is held on the card of the main driver.',
    },
    complaints: (criteria, now) => complainAbout(criteria, now, places),
    read: criteria => readRental(criteria, places),
    describe({ destination }, { Pickup, Dropoff, SippCodes }) {
      const stations = {
        PickUpLocationDetail: stationAt(Pickup, places),
        DropOffLocationDetail: stationAt(Dropoff, places),
      };
      const isOneWay = !isSameCity(destination, locationOf(Dropoff, places).destination, places);
      return ({ model: car, company, name }) => {
        const { sipp, seats } = car;
        const model = name ?? car.name;
        if (SippCodes && !SippCodes.includes(sipp)) return undefined;
        const statics = {
          CarModel: model,
          Category: car.category,
          SippCode: sipp,
          TransmissionType: sipp[2] === 'A' ? 'Automatic' : 'Manual',
          AirConditioning: sipp[3] === 'R',
          PassengerQuantity: seats,
          BaggageQuantity: car.bags,
          NumberOfDoors: car.doors,
          Rental: {
            RentalName: car.company ?? companies[company] ?? companies[0],
            RentalLogoUrl: `https://images.example/rentals/${company + 1}.png`,
            SippCode: sipp,
          },
          IsAvailable: true, // the Search returns only available cars
          Images: [`https://images.example/cars/${sipp}.jpg`],
          ...stations,
          Features: featuresOf(car.level),
        };
        return { statics, name: model, hundredths: isOneWay ? oneWay : 100, seats };
      };
    },
  });

const included = [
  feature('Quilometragem ilimitada', 'Unlimited mileage', 'Kilometraje ilimitado'),
  feature('Seguro contra terceiros', 'Third-party insurance', 'Seguro a terceros'),
];
const navigation = feature('Navegação por GPS', 'GPS navigation', 'Navegación por GPS');

function feature(PortugueseDescription: string, EnglishDescription: string, SpanishDescription: string) {
  return { PortugueseDescription, EnglishDescription, SpanishDescription };
}

const navigationFrom = 18;

const featuresOf = (level: number) => (level >= navigationFrom ? [...included, navigation] : included);

/** The coordinates are texts, because public clients read them so. */
function stationAt(point: CarCriteria['Pickup'], places: Places) {
  const { code, address, latitude, longitude } = locationOf(point, places);
  return { Code: code, Address: address, Latitude: String(latitude), Longitude: String(longitude) };
}

const readEnd = (point: unknown, places: Places): Moment | undefined =>
  readMoment(point, Object(point).Date, timeOf(Object(point)), places); // the value is not validated yet

function readRental(criteria: CarCriteria, places: Places): Trip {
  const { Pickup, Dropoff, DriverAge, Currency: currency = defaultCurrency } = criteria;
  const [first, last] = [readEnd(Pickup, places), readEnd(Dropoff, places)];
  if (!first || !last) throw new Error('readRental: the criteria were not validated');
  const way = `${keyPart(Pickup.LocationCode)} ${keyPart(Dropoff.LocationCode)}`;
  return {
    start: first.date,
    end: last.date,
    days: Math.max(1, Math.ceil((clockMinutes(last) - clockMinutes(first)) / dayMinutes)),
    currency,
    stay: stayNumberOf(`${way} ${clockMinutes(first)} ${clockMinutes(last)} ${DriverAge}`),
    lateShare: 'night',
    destination: first.destination,
    departs: instantOf(first),
    opens: first.minutes,
    closes: last.minutes,
  };
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
    ...complainAboutOrder('Criteria.Dropoff.Time', [first, last], 'pick-up'),
    ...complainAboutCurrency(Currency),
  ];
}
