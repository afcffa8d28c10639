import { addDays, type Complaint, nightsBetween, type TourCriteria } from '#contracts';
import { createItemInventory, type StockItem, type Trip } from './items.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy } from './quote.ts';
import { defaultCurrency, planAt, planOf } from './rates.ts';
import { builtIn, type Destination } from './reference/index.ts';
import { complainAboutCurrency, complainAboutDestination } from './search.ts';

/** In the texts, `#` stands for a district of the city, and `@` for the city. Sunday is the weekday 0. A price level is about 10 BRL an adult. */
type Tour = (typeof builtIn.tours)[number];

const daily = [0, 1, 2, 3, 4, 5, 6];

const privateTours = builtIn.tours.map(
  ({ name, description, hours, level }): Tour => ({
    name: `${name}, private`,
    description: `${description} For your party alone.`,
    hours,
    weekdays: daily,
    level: level * 3,
  }),
);

const testTour: Tour = {
  name: '',
  description: 'Three hours in Testville. The name of the tour says what happens to the booking.',
  hours: 3,
  weekdays: daily,
  level: 10,
};

/** Prices are counted in halves of the adult price. */
const adultHalves = 2;
const freeUnder = 3;

/** Instead of season factors, because the price is the same on every date. It multiplies half of an adult price, so it is half of their mean. */
const seasonSum = 6;

const opens = 9 * 60; // minutes after local midnight

const stock: StockItem<Tour>[] = [...builtIn.tours, ...privateTours].map((model, index) => ({
  code: `T${String(index + 1).padStart(2, '0')}`,
  model,
  company: index,
  plan: planAt(planOf(index)),
}));

export const createTourInventory = (seed: number, places: Places): Inventory<TourCriteria> =>
  createItemInventory<TourCriteria, Tour>(seed, places, {
    product: 'tour',
    ids: ['TourId'],
    priceField: price => ({ SellingPrice: price }),
    stock,
    testModel: testTour,
    fees: {
      local: { Name: 'Municipal visitor fee', Type: 'PerPerson', cents: 600 },
      foreign: { Name: 'Guide licence fee', Type: 'PerPerson', Amount: 2 },
      text: 'Entrance fees of up to 20 BRL a person and tips are not included and paid on the spot.',
    },
    complaints: criteria => complainAbout(criteria, places),
    read: criteria => readTrip(criteria, places),
    describe({ destination, start, end }) {
      const days = Array.from({ length: nightsBetween(start, end) + 1 }, (_, day) => {
        const date = addDays(start, day);
        return { date, weekday: new Date(date).getUTCDay() };
      });
      return item => {
        const { weekdays } = item.model;
        const dates = days.flatMap(({ date, weekday }) => (weekdays.includes(weekday) ? date : []));
        return dates.length === 0 ? undefined : { ...describeTour(item, destination), dates };
      };
    },
  });

function readTrip(criteria: TourCriteria, places: Places): Trip {
  const { DestinationId, CityId, InitialServiceDate: start, FinalServiceDate: end } = criteria;
  const {
    NumberOfAdults,
    AdultAges = [],
    ChildAges: ages = [],
    Currency: currency = defaultCurrency,
  } = criteria;
  const id = DestinationId ?? CityId ?? '';
  const destination = places.destination(id);
  if (!destination) throw new Error('readTrip: the criteria were not validated');
  const occupancy = { adults: NumberOfAdults ?? AdultAges.length, ages };
  return {
    start,
    end,
    days: 1,
    currency,
    stay: 0, // a tour has one id for all dates and guests
    lateShare: 'deposit',
    destination,
    occupancy,
    seasonSum: seasonSum * halvesOf(occupancy),
    times: halvesOf(occupancy) / adultHalves,
    opens,
  };
}

const halvesOf = ({ adults, ages }: Occupancy): number =>
  adults * adultHalves + ages.filter(age => age >= freeUnder).length;

/** The prices for children must agree with `halvesOf`. */
const practicalities = (district: string): string =>
  [
    `The meeting point is the information desk in ${district}, 15 minutes before the start; the desk has a list of all guests.`,
    'Guides speak Portuguese, English and Spanish. A guide, admission where it is named above and an accident insurance are included; meals, drinks and the way to the meeting point are not.',
    'Children under three come along free of charge, up to seventeen at half the price. Bring a photo document, water and protection against sun or rain.',
  ].join(' ');

function describeTour(
  { model, company: index, name }: StockItem<Tour>,
  { districts, name: city }: Destination,
) {
  const district = districts[index % districts.length] ?? '';
  const fill = (text: string) => text.replace('#', district).replace('@', city.en);
  const { description, hours } = model;
  const tourName = name ?? fill(model.name);
  const statics = {
    TourName: tourName,
    Description: name === undefined ? `${fill(description)} ${practicalities(district)}` : fill(description),
    Duration: `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
  };
  return { statics, name: tourName };
}

function complainAbout(criteria: Partial<Record<keyof TourCriteria, unknown>>, places: Places): Complaint[] {
  const { DestinationId, CityId, Currency } = criteria;
  return [
    ...complainAboutDestination('Criteria.DestinationId', DestinationId, places),
    ...complainAboutDestination('Criteria.CityId', CityId, places),
    ...complainAboutCurrency(Currency),
  ];
}
