import { addDays, type Complaint, nightsBetween, type TourCriteria } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { memoize } from '#contracts/util';
import { createItemInventory, type StockItem, type Trip } from './items.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy } from './quote.ts';
import { defaultCurrency, planAt, planOf } from './rates.ts';
import type { Destination } from './reference/index.ts';
import { complainAboutCurrency, complainAboutDestination } from './search.ts';
import { rowsOf } from './text.ts';

/** In the texts, `#` stands for a district of the city, and `@` for the city. */
interface Tour {
  name: string;
  description: string;
  hours: number;
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** For an adult. One level is worth about 10 BRL. */
  level: number;
}

const daily = [0, 1, 2, 3, 4, 5, 6];
const runs: Readonly<Record<string, readonly number[]>> = {
  daily,
  notMonday: [0, 2, 3, 4, 5, 6],
  workdays: [1, 2, 3, 4, 5],
  weekend: [0, 6],
  odd: [2, 4, 6],
};

// name | description | hours | weekdays | price level
const groupTours: readonly Tour[] = rowsOf(`
Walking tour of #|Two kilometres on foot with a guide: squares, markets and what happened there. Comfortable shoes advised.|3|daily|7
Half-day highlights of @|The sights everybody asks for, by minibus, with entrance to two of them and pick-up at your hotel.|5|daily|16
Food tasting in #|Eight stops for small dishes and drinks at counters and kitchens where the neighbourhood eats.|4|notMonday|19
Sunset boat trip|Ninety minutes on the water in the evening light; a drink and life jackets are included.|2|daily|14
Museum ticket without the queue|A timed entrance to the city museum and its temporary exhibition, with an audio guide.|2|notMonday|5
Bicycle tour from #|Twelve flat kilometres on cycle paths in a group of up to ten; helmet and bicycle included.|3|odd|11
Day trip to the countryside|A full day out of @ by coach with a visit to a farm and lunch at a long table.|10|weekend|31
Photography walk in #|A photographer shows good corners at good hours; any camera or telephone will do.|3|odd|15
Cooking class|From the market to the table: three dishes of the region cooked and eaten together.|4|workdays|26
Night tour of @|The city lit up, by open bus, with one long stop at the best viewpoint.|3|daily|12
Hop-on hop-off bus, 24 hours|All lines and stops for 24 hours from the first ride, with commentary in three languages.|24|daily|13
Street art in #|Murals, stencils and the stories behind them, with a guide who paints.|2|odd|8
Live music evening in #|A reserved table, a set of local musicians and the first drink on the house.|3|weekend|17
Private guide for a morning|Four hours with a licensed guide for you alone; you say where to go.|4|daily|48
Observation deck ticket|The lift to the top and as much time up there as you like, on the date you choose.|1|daily|6
Kayak for beginners|An hour of instruction and an hour of paddling in calm water; dry bags are lent.|3|weekend|18
Architecture of #|Façades, staircases and courtyards that are otherwise closed, with an architect.|3|workdays|10
Family treasure hunt in @|Riddles lead through the old streets; for children from six on and their parents.|3|weekend|9
Craft market and workshop|A round through the craft market and two hours at a workbench of your choice.|4|workdays|13
Stadium tour|Changing rooms, the tunnel and the edge of the pitch, on days without a match.|2|workdays|8
`).map(([name = '', description = '', hours, run = '', level]) => ({
  name,
  description,
  hours: Number(hours),
  weekdays: runs[run] ?? [],
  level: Number(level),
}));

const privateTours = groupTours.map(
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

/** Prices are counted in halves of the adult price: two for an adult, one for a child, none for a child under three. */
const adultHalves = 2;
const freeUnder = 3;

/**
 * Instead of the season factors, because the price is the same on every date. It multiplies half of an adult price, so it is about half of
 * the mean season factor.
 */
const seasonSum = 6;

/** In minutes after local midnight. */
const opens = 9 * 60;

const stock: StockItem<Tour>[] = [...groupTours, ...privateTours].map((model, index) => ({
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
      const all = Array.from({ length: nightsBetween(start, end) + 1 }, (_, day) => addDays(start, day));
      // Many tours have equal weekdays.
      const datesOn = memoize((weekdays: readonly number[]) =>
        all.filter(date => weekdays.includes(weekdayOf(date))),
      );
      return item => {
        const dates = datesOn(item.model.weekdays);
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
    stays: [0], // a tour has one id for all dates and guests
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

const weekdayOf = (date: string): number => (((dayNumber(date) + 4) % 7) + 7) % 7; // 1970-01-01 was a Thursday

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
