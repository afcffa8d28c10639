import { type Complaint, nightsBetween, type TourCriteria } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { createRotatingMap } from '../store/index.ts';
import { complainAboutCurrency, complainAboutDestination } from './complaints.ts';
import type { Fees } from './extras.ts';
import { createFlatInventory, type FlatOffer, type Trip } from './flat.ts';
import { members } from './json-text.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy } from './quote.ts';
import { defaultCurrency, planOf, unitsOf } from './rates.ts';
import { type Destination, suppliers } from './reference/index.ts';
import { openTerm } from './term.ts';
import type { Testville } from './testville.ts';
import { type TourTemplate, tourTemplates } from './tour-templates.ts';

/** Of the price of an adult, in halves; a child pays one half, a child under three nothing. */
const adultHalves = 2;
const freeUnder = 3;

/** Tours cost the same on every date: about the middle of the season factors, for each half of a price. */
const seasonSum = 6;

/** Of how many destinations the texts are kept; with any ids there is no end of destinations. */
const textsKept = 50;

/** All tours begin at nine in the morning, local time. */
const opens = 9 * 60;

const fees: Fees = {
  local: { Name: 'Municipal visitor fee', Type: 'PerPerson', cents: 600 },
  foreign: { Name: 'Guide licence fee', Type: 'PerPerson', Amount: 2 },
  text: 'Entrance fees of up to 20 BRL a person and tips are not included and paid on the spot.',
};

/**
 * The tours and tickets of a sandbox: a pure function of its seed and the criteria.
 *
 * @param seed the sandbox's seed as a number
 * @param places the places that there are
 */
export function createTourInventory(seed: number, places: Places): Inventory<TourCriteria> {
  const texts = createRotatingMap<string, readonly string[]>(textsKept);

  /** What tours say of themselves at a destination, whenever they are asked for. */
  function textsAt(destination: Destination): readonly string[] {
    const { en } = destination.name; // tells places apart that share a number
    const known = texts.get(en);
    if (known) return known;
    const written = tourTemplates.map((template, index) => writeTour(template, destination, index));
    texts.set(en, written);
    return written;
  }

  return createFlatInventory(seed, {
    product: 'tour',
    price: ['"SellingPrice":', ''],
    complaints: criteria => complainAbout(criteria, places),
    read: criteria => readTrip(criteria, places),
    offers: trip =>
      places.testville?.destination === trip.destination
        ? toursIn(places.testville, seed, trip)
        : toursOf(seed, trip, textsAt(trip.destination)),
  });
}

function readTrip(criteria: TourCriteria, places: Places): Trip {
  const { DestinationId, CityId, InitialServiceDate: start, FinalServiceDate: end } = criteria;
  const { NumberOfAdults, AdultAges = [], ChildAges: ages = [], Currency = defaultCurrency } = criteria;
  const id = DestinationId ?? CityId ?? '';
  const destination = places.destination(id);
  if (!destination) throw new Error('readTrip: the criteria were not validated');
  const adults = NumberOfAdults ?? AdultAges.length;
  const term = openTerm({ start, end, days: 1, currency: Currency, stayIds: [], lateShare: 'deposit' });
  const occupancy = { adults, ages };
  // Which dates a tour has follows from the weekday of the first and from how many there are.
  const days = `${weekdayOf(start)} ${nightsBetween(start, end)}`;
  return {
    ...term,
    destination,
    key: `${id} ${days}`,
    occupancy,
    seasonSum: seasonSum * halvesOf(occupancy),
    opens,
  };
}

/** How many halves of the price of an adult the travellers pay. */
const halvesOf = ({ adults, ages }: Occupancy): number =>
  adults * adultHalves + ages.filter(age => age >= freeUnder).length;

/** The weekday of a date, 0 for Sunday. */
const weekdayOf = (date: string): number => (((dayNumber(date) + 4) % 7) + 7) % 7; // 1970-01-01 was a Thursday

function toursOf(seed: number, { destination, start, end }: Trip, texts: readonly string[]): FlatOffer[] {
  const first = weekdayOf(start);
  const all = Array.from({ length: nightsBetween(start, end) + 1 }, (_, day) => day);
  const known = new Map<readonly number[], number[]>(); // many tours have the same weekdays
  const daysOn = (weekdays: readonly number[]): number[] =>
    known.get(weekdays) ?? all.filter(day => weekdays.includes((first + day) % 7));
  return tourTemplates.flatMap((template, index): FlatOffer[] => {
    const days = daysOn(template.weekdays);
    known.set(template.weekdays, days);
    if (days.length === 0) return [];
    const id = `${destination.id}-T${String(index + 1).padStart(2, '0')}`;
    return [
      {
        id,
        plan: planOf(index),
        supplierName: suppliers[index % suppliers.length] ?? suppliers[0],
        units: unitsOf(seed, id, template.level),
        statics: texts[index] ?? '',
        fees,
        days,
      },
    ];
  });
}

/** Tours of Testville take place on any date. */
function toursIn({ offers }: Testville, seed: number, { destination, start, end }: Trip): FlatOffer[] {
  const days = Array.from({ length: nightsBetween(start, end) + 1 }, (_, day) => day);
  return offers('tour').map(({ name, id, item, plan }) => ({
    id: `${destination.id}-${id}`,
    plan,
    supplierName: suppliers[0],
    units: unitsOf(seed, `${destination.id}-${item}`, testLevel),
    statics: members({ TourName: name, Description: testTour, Duration: '3 hours' }),
    fees,
    days,
  }));
}

const testLevel = 10;
const testTour = 'Three hours in a place that exists to be booked: what becomes of it is in its name.';

/** What every tour says beside what it is about; the prices are those of `halvesOf`. */
const practicalities = (district: string): string =>
  [
    `The meeting point is the information desk in ${district}, 15 minutes before the start; the desk has a list of all guests.`,
    'Guides speak Portuguese, English and Spanish. A guide, admission where it is named above and an accident insurance are included; meals, drinks and the way to the meeting point are not.',
    'Children under three come along free of charge, up to seventeen at half the price. Bring a photo document, water and protection against sun or rain.',
  ].join(' ');

function writeTour(
  { name, description, hours }: TourTemplate,
  { districts, name: city }: Destination,
  index: number,
) {
  const district = districts[index % districts.length] ?? '';
  const fill = (text: string) => text.replace('#', district).replace('@', city.en);
  return members({
    TourName: fill(name),
    Description: `${fill(description)} ${practicalities(district)}`,
    Duration: `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
  });
}

function complainAbout(criteria: Partial<Record<keyof TourCriteria, unknown>>, places: Places): Complaint[] {
  const { DestinationId, CityId, Currency } = criteria;
  return [
    ...complainAboutDestination('Criteria.DestinationId', DestinationId, places),
    ...complainAboutDestination('Criteria.CityId', CityId, places),
    ...complainAboutCurrency(Currency),
  ];
}
