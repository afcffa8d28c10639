import { type Product, products } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { testItemIn, testItemNumberOf } from './offer-id.ts';
import { plans } from './rates.ts';
import {
  createFinder,
  createSuggester,
  type Destination,
  type Finder,
  type Hotel,
  roomTypesOf,
  type Suggest,
  suggestionsAt,
  suppliers,
} from './reference/index.ts';

/**
 * An item that Testville sells, and the scenario that starts when a client chooses the item. The id is that of the hotel. For other
 * products, it is the digits with which the ids of the item's offers begin.
 */
export interface TestItem {
  readonly scenario: string;
  readonly name: string;
  readonly id: string;
  readonly plans: readonly number[];
}

export interface TestOffer {
  readonly name: string;
  readonly code: string;
  /** The item number in the ids of the offer. */
  readonly number: number;
  /** The code from which the price is computed. All rate plans of an item have the same code. */
  readonly priceCode: string;
  readonly plan: number;
}

/**
 * A destination for clients that can choose a scenario only by the item that they book. The name of each hotel, car, transfer and tour says
 * what happens in its scenario.
 */
export interface Testville {
  readonly destination: Destination;
  readonly hotels: readonly Hotel[];
  readonly finder: Finder;
  readonly suggest: Suggest;
  /** Returns the items of a product, in the order of their scenarios in the catalogue. */
  items(product: Product): readonly TestItem[];
  /** Returns the items of a product other than hotels, once with each of their rate plans. */
  offers(product: Product): readonly TestOffer[];
  /** Returns the indexes of the rate plans that a hotel sells; undefined for a hotel outside Testville. */
  plansOf(hotel: Hotel): readonly number[] | undefined;
  /** Returns the scenario of an item. `item` is the id of an offer in a Search answer. */
  scenarioOf(product: Product, item: string): string | undefined;
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

/** Returns the id of the n-th item of a product. The first item has number 1. */
const idOf = (product: Product, number: number): string =>
  product === 'hotel' ? String(hotelBase + number) : String(testItemNumberOf(number, 0)).slice(0, idDigits);

/** The number of digits of an offer id that name the item. A digit for the rate plan and the stay number follow. */
const idDigits = 4;

/** Creates Testville for the scenarios that have a trigger; undefined when no scenario has a trigger. */
export function createTestville(scenarios: readonly Scenario[]): Testville | undefined {
  const items = new Map(products.map(product => [product, itemsOf(product, scenarios)]));
  const itemsAt = (product: Product): readonly TestItem[] => items.get(product) ?? [];
  if (products.every(product => itemsAt(product).length === 0)) return undefined;
  const hotels = itemsAt('hotel').map(hotelOf);
  const hotelsById = new Map(hotels.map(hotel => [hotel.id, hotel]));
  return {
    destination,
    hotels,
    finder: createFinder([destination], id => hotelsById.get(id)),
    suggest: createSuggester(() => suggestionsAt(destination, hotels)),
    items: itemsAt,
    offers: product => (product === 'hotel' ? [] : itemsAt(product).flatMap(offersOf(letters[product]))),
    plansOf: ({ id, destinationId }) =>
      destinationId === destination.id ? itemsAt('hotel')[id - hotelBase - 1]?.plans : undefined,
    scenarioOf(product, item) {
      const number = product === 'hotel' ? Number(item) - hotelBase : testItemIn(item);
      return itemsAt(product)[(number ?? 0) - 1]?.scenario;
    },
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
 * Returns the indexes of the rate plans that the task of a scenario asks for. With other plans, the service would not end as the item's
 * name says. If the task allows the flexible plan, the scenario works with every plan, so all plans are returned.
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

const offersOf =
  (letter: string) =>
  ({ name, plans: sold }: TestItem, index: number): TestOffer[] => {
    const item = `${letter}${String(index + 1).padStart(2, '0')}`;
    const numberOf = (plan: number) => testItemNumberOf(index + 1, plan);
    return sold.map(plan => ({ name, code: item + plan, number: numberOf(plan), priceCode: item, plan }));
  };

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
