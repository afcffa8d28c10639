import { type Product, products } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { memoize } from '#contracts/util';
import { testItemIn, testItemNumberOf } from './offer-id.ts';
import { plans } from './rates.ts';
import {
  createRecords,
  createSuggester,
  type Destination,
  emptyChanges,
  type Hotel,
  noTables,
  roomTypesOf,
  suppliers,
  withChanges,
} from './reference/index.ts';

/** A client that chooses the item starts the scenario. */
type TestItem = ReturnType<typeof itemsOf>[number];

/** For clients that can choose a scenario only by the item that they book, whose name says what happens. */
export type Testville = NonNullable<ReturnType<typeof createTestville>>;

const destination: Destination = {
  id: '9000',
  name: { pt: 'Testville', en: 'Testville', es: 'Testville' },
  country: 'BR',
  timeZone: 'America/Sao_Paulo',
  currency: 'BRL',
  latitude: -23.5,
  longitude: -44.5,
  airport: { code: 'TVL', name: 'Testville Airport', latitude: -23.48, longitude: -44.47 },
  districts: ['Old Harness', 'Fixture Hill', 'Stub Quarter', 'Assertion Bay'],
};

const letters: Readonly<Record<Exclude<Product, 'hotel'>, string>> = { car: 'C', transfer: 'F', tour: 'T' };
const hotelBase = Number(destination.id) * 1_000;

/** @param number counted from 1 */
const idOf = (product: Product, number: number): string =>
  product === 'hotel' ? String(hotelBase + number) : String(testItemNumberOf(number, 0)).slice(0, idDigits);

/** The digits of an offer id that name the item. A digit for the rate plan and the stay number follow. */
const idDigits = 4;

export function createTestville(scenarios: readonly Scenario[]) {
  const itemsAt = memoize((product: Product) => itemsOf(product, scenarios));
  if (products.every(product => itemsAt(product).length === 0)) return undefined;
  const records = emptyChanges();
  records.destinations.set(destination.id, destination);
  for (const hotel of itemsAt('hotel').map(hotelOf)) records.hotels.set(hotel.id, hotel);
  return {
    destination,
    records,
    suggest: createSuggester(withChanges(createRecords(noTables), records)),
    items: itemsAt,
    offers: (product: Product) =>
      product === 'hotel' ? [] : itemsAt(product).flatMap(offersOf(letters[product])),
    plansOf: ({ id, destination: at }: Hotel) =>
      at === destination.id ? itemsAt('hotel')[id - hotelBase - 1]?.plans : undefined,
    /** @param item the id of an offer in a Search answer */
    scenarioOf(product: Product, item: string) {
      const number = product === 'hotel' ? Number(item) - hotelBase : testItemIn(item);
      return itemsAt(product)[(number ?? 0) - 1]?.scenario;
    },
  };
}

function itemsOf(product: Product, scenarios: readonly Scenario[]) {
  const playable = scenarios.filter(
    ({ trigger, products: those }) => trigger !== undefined && those.includes(product),
  );
  return playable.map((scenario, index) => ({
    scenario: scenario.id,
    name: `${scenario.trigger}, ${destination.name.en}`,
    /** Of the hotel; for other products, the digits with which the ids of the item's offers begin. */
    id: idOf(product, index + 1),
    plans: plansFor(product, scenario),
  }));
}

/**
 * Those that the task asks for: with another plan, the service would not end as the item's name says. A task that allows the flexible plan
 * works with every plan.
 */
function plansFor(product: Product, { task }: Scenario): number[] {
  const all = plans.map((_, index) => index);
  const chosen = task.steps.flatMap(step =>
    step.do === 'book' && step.product === product ? [step.choose ?? {}] : [],
  );
  const fitting = plans.flatMap(({ restriction, prePayment, canPayLater }, index) => {
    const fits = chosen.some(
      ({ restrictionType = restriction, isPrePayment = prePayment, canPayLater: later = canPayLater }) =>
        restrictionType === restriction && isPrePayment === prePayment && later === canPayLater,
    );
    return fits ? [index] : [];
  });
  return fitting.length === 0 || fitting[0] === 0 ? all : fitting;
}

const offersOf =
  (letter: string) =>
  ({ name, plans: sold }: TestItem, index: number) => {
    const item = `${letter}${String(index + 1).padStart(2, '0')}`;
    const numberOf = (plan: number) => testItemNumberOf(index + 1, plan);
    return sold.map(plan => ({ name, code: item + plan, number: numberOf(plan), priceCode: item, plan }));
  };

function hotelOf({ id, name }: TestItem, index: number): Hotel {
  const number = Number(id);
  return Object.freeze({
    id: number,
    destination: destination.id,
    name,
    address: `${index + 1} Fixture Hill, Testville`,
    category: '4',
    latitude: destination.latitude,
    longitude: destination.longitude,
    supplier: suppliers[index % suppliers.length] ?? suppliers[0],
    amenities: ['Free Wi-Fi', '24-hour reception'],
    photos: [`https://images.example/hotels/${id}/1.jpg`],
    rooms: roomTypesOf(number, '4'),
    priceLevel: 6,
  });
}
