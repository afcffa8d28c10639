import { type LocationType, type Product, products } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { plans } from './rates.ts';
import {
  createLocationFinder,
  createSuggester,
  type Destination,
  type Hotel,
  type Location,
  roomTypesOf,
  type Suggest,
  suggestionsAt,
  suppliers,
} from './reference/index.ts';

/** What plays a scenario: the name of an offer in Testville, and its id, or what the ids of its offers begin with. */
export interface TestItem {
  readonly scenario: string;
  readonly name: string;
  readonly id: string;
  /** The ways of selling it, by their index, the ordinary one first. */
  readonly plans: readonly number[];
}

/** An item in one of the ways of selling it. The ids lack that of the destination in front. */
export interface TestOffer {
  readonly name: string;
  readonly id: string;
  /** Its price follows from the item, whichever way it is sold. */
  readonly item: string;
  readonly plan: number;
}

/**
 * A destination that exists to be booked by clients that can choose a scenario only by what they book: its hotels, cars,
 * transfers and tours are named after the scenario that each of them plays.
 */
export interface Testville {
  readonly destination: Destination;
  readonly hotels: readonly Hotel[];
  /** What plays a scenario in a product, in the order of the catalogue. */
  items(product: Product): readonly TestItem[];
  /** The same in each of its ways of selling; hotels have rooms for that. */
  offers(product: Product): readonly TestOffer[];
  /** The ways in which a hotel of its sells rooms, by their index; undefined for one that stands elsewhere. */
  plansOf(hotel: Hotel): readonly number[] | undefined;
  /** The scenario that is played by who chooses an item, as its id stands in a Search. */
  scenarioOf(product: Product, item: string): string | undefined;
  location(type: LocationType, code: string): Location | undefined;
  readonly suggest: Suggest;
}

const destination: Destination = {
  id: '9000',
  name: { pt: 'Testville', en: 'Testville', es: 'Testville' },
  countryCode: 'BR',
  timeZone: 'America/Sao_Paulo',
  currency: 'BRL',
  latitude: -23.5,
  longitude: -44.5,
  airport: { iataCode: 'TVL', name: 'Testville Airport', latitude: -23.48, longitude: -44.47 },
  districts: ['Old Harness', 'Fixture Hill', 'Stub Quarter', 'Assertion Bay'],
};

const letters: Readonly<Record<Exclude<Product, 'hotel'>, string>> = { car: 'C', transfer: 'F', tour: 'T' };
const hotelBase = Number(destination.id) * 1_000;

/** The id of what plays the n-th scenario of a product, from 1. */
const idOf = (product: Product, number: number): string =>
  product === 'hotel'
    ? String(hotelBase + number)
    : `${destination.id}-${letters[product]}${String(number).padStart(2, '0')}`;

/** Every way of selling it has a digit of its own; behind that can stand the name of dates and guests. */
const withoutWay = (item: string): string => item.replace(/^([^-]*-[A-Z]\d+)\d(?:-.*)?$/, '$1');

/**
 * Testville, as far as the scenarios of a catalogue have a trigger; undefined where none has.
 *
 * @example createTestville(scenarios)?.scenarioOf('hotel', '9000001')
 */
export function createTestville(scenarios: readonly Scenario[]): Testville | undefined {
  const items: Readonly<Record<Product, readonly TestItem[]>> = {
    hotel: itemsOf('hotel', scenarios),
    car: itemsOf('car', scenarios),
    transfer: itemsOf('transfer', scenarios),
    tour: itemsOf('tour', scenarios),
  };
  if (products.every(product => items[product].length === 0)) return undefined;
  const byId = new Map(products.flatMap(product => items[product].map(({ id, scenario }) => [id, scenario])));
  const hotels = items.hotel.map(hotelOf);
  const hotelsById = new Map(hotels.map(hotel => [hotel.id, hotel]));
  const plansById = new Map(items.hotel.map(({ id, plans: sold }) => [Number(id), sold]));
  return {
    destination,
    hotels,
    items: product => items[product],
    offers: product => items[product].flatMap(offersOf),
    plansOf: ({ id, destinationId }) => (destinationId === destination.id ? plansById.get(id) : undefined),
    scenarioOf: (product, item) => byId.get(product === 'hotel' ? item : withoutWay(item)),
    location: createLocationFinder([destination], id => hotelsById.get(id)),
    suggest: createSuggester(() => suggestionsAt(destination, hotels)),
  };
}

function itemsOf(product: Product, scenarios: readonly Scenario[]): TestItem[] {
  const playable = scenarios.filter(
    ({ trigger, products: those }) => trigger !== undefined && those.includes(product),
  );
  return playable.map((scenario, index) => ({
    scenario: scenario.id,
    name: `${scenario.trigger}, ${destination.name.en}`,
    id: idOf(product, index + 1),
    plans: plansFor(product, scenario),
  }));
}

/**
 * The ways of selling that a scenario's task chooses: only they lead to what its name says. Where the ordinary one is
 * among them it depends on none, and there are all.
 */
function plansFor(product: Product, { task }: Scenario): number[] {
  const all = plans.map((_, index) => index);
  const chosen = task.steps.flatMap(step =>
    step.do === 'book' && step.product === product ? [step.choose ?? {}] : [],
  );
  const fitting = plans.flatMap(({ restriction, prePayment, payLater }, index) => {
    const fits = chosen.some(
      ({ restrictionType = restriction, isPrePayment = prePayment, canPayLater = payLater }) =>
        restrictionType === restriction && isPrePayment === prePayment && canPayLater === payLater,
    );
    return fits ? [index] : [];
  });
  return fitting.length === 0 || fitting[0] === 0 ? all : fitting;
}

function offersOf({ name, id, plans: sold }: TestItem): TestOffer[] {
  const item = id.slice(destination.id.length + 1);
  return sold.map(plan => ({ name, id: item + plan, item, plan }));
}

function hotelOf({ id, name }: TestItem, index: number): Hotel {
  const number = Number(id);
  return Object.freeze({
    id: number,
    destinationId: destination.id,
    name,
    address: `${index + 1} Fixture Hill, Testville`,
    category: '4',
    latitude: destination.latitude,
    longitude: destination.longitude,
    supplierName: suppliers[index % suppliers.length] ?? suppliers[0],
    amenities: ['Free Wi-Fi', '24-hour reception'],
    photos: [`https://images.example/hotels/${id}/1.jpg`],
    roomTypes: roomTypesOf(number, '4'),
    baseUnit: 6,
  });
}
