import { type Complaint, productNames } from '#contracts';
import type { RateTerms } from '#contracts/inventory';
import { compact, memoize } from '#contracts/util';
import { hash32 } from '../clock/index.ts';
import { itemNumberOf, offerIdOf } from './offer-id.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy, Quote, Selection } from './quote.ts';
import {
  addSeasons,
  convert,
  type Fees,
  isClosed,
  type Plan,
  penalties,
  planAt,
  planOf,
  planWith,
  priceOf,
  shownTerms,
  statedPrice,
  type Term,
  unitsOf,
  windowsOf,
} from './rates.ts';
import { type Destination, type ItemRecord, suppliers } from './reference/index.ts';
import { createSearch } from './search.ts';

// Cars, transfers and tours share this code, because each of their offers is one item.

export interface Trip extends Term, Pick<Quote, 'departs' | 'opens' | 'closes'> {
  destination: Destination;
  /** The number in offer ids (see `stayNumberOf`). */
  stay: number;
  /** Absent when the Search does not name the travellers. */
  occupancy?: Occupancy;
  /** Instead of the sum of the season factors, for a product whose price does not depend on the season. */
  seasonSum?: number;
  /** How often the price of a record is paid. Default: once for each day. */
  times?: number;
}

export interface StockItem<Model> {
  /** The item number is computed from the destination and the code. */
  code: string;
  /** The item number of an item in Testville. */
  number?: number;
  model: Model;
  company: number;
  plan: Plan;
  name?: string | undefined;
  /** The price is computed from this code; by default from `code`. */
  priceCode?: string;
  terms?: RateTerms;
}

interface ItemDetails extends Pick<Quote, 'name' | 'seats'> {
  statics: object;
  /** In percent of the usual price; by default 100. */
  hundredths?: number;
  /** Absent for a product whose Search names the exact date. */
  dates?: readonly string[];
}

type Price = ReturnType<typeof priceIn>;

interface ItemProduct<Criteria, Model> {
  product: keyof typeof kindOf;
  /** The fields that contain the offer id. */
  ids: readonly string[];
  priceField(price: Price): object;
  fees: Fees;
  stock: readonly StockItem<Model>[];
  testModel: Model;
  complaints: Inventory<Criteria>['complaints'];
  read(criteria: Criteria): Trip;
  /** Undefined for an item that does not fit the criteria. */
  describe(trip: Trip, criteria: Criteria): (item: StockItem<Model>) => ItemDetails | undefined;
}

export const stockOf = <Model>(
  letter: string,
  companies: readonly string[],
  models: readonly Model[],
): StockItem<Model>[] =>
  companies.flatMap((_, company) =>
    models.map((model, index) => ({
      code: `${letter}${company + 1}${String(index + 1).padStart(2, '0')}`,
      model,
      company,
      plan: planAt(planOf(company * models.length + index)),
    })),
  );

const kindOf = { car: 'cars', transfer: 'transfers', tour: 'tours' } as const;

function createStock<Criteria, Model extends { level: number }>(
  seed: number,
  places: Places,
  kind: ItemProduct<Criteria, Model>,
): (destination: Destination) => readonly StockItem<Model>[] {
  const { product } = kind;
  const itemKind = kindOf[product];

  function ownItem({ id, destination: _, name, ...record }: ItemRecord): StockItem<Model> {
    const drawn = kind.stock[hash32(`${itemKind} ${id}`, seed) % kind.stock.length];
    if (!drawn) throw new Error(`${product}: the built-in stock is empty`);
    return {
      ...drawn,
      code: `own ${id}`,
      model: { ...drawn.model, ...compact(record) },
      name,
      plan: planWith(record, drawn.plan),
      terms: record,
    };
  }

  const stockWith = memoize(
    (records: readonly ItemRecord[]) => [
      ...(places.sellsStock(itemKind) ? kind.stock : []),
      ...records.map(ownItem),
    ],
    new WeakMap(),
  );

  return ({ id }: Destination): readonly StockItem<Model>[] => {
    if (places.testville?.destination.id === id)
      return places.testville
        .offers(product)
        .map(({ plan, ...offer }) => ({ ...offer, plan: planAt(plan), model: kind.testModel, company: 0 }));
    return stockWith(places.itemsOf(itemKind, id));
  };
}

export function createItemInventory<Criteria, Model extends { level: number }>(
  seed: number,
  places: Places,
  kind: ItemProduct<Criteria, Model>,
): Inventory<Criteria> {
  const { product } = kind;
  const stockAt = createStock(seed, places, kind);

  /** In cents of the trip's currency. */
  function priceItem(item: StockItem<Model>, { hundredths = 100 }: ItemDetails, trip: Trip): number {
    const { code, priceCode = code, model, plan, terms: { price, currency } = {} } = item;
    if (price !== undefined)
      return statedPrice({ price, currency }, ((trip.times ?? trip.days) * hundredths) / 100, trip.currency);
    const units = unitsOf(seed, `${trip.destination.id}-${priceCode}`, model.level);
    const perSeason = Math.round((units * hundredths) / 100) * plan.twentieths;
    return convert(
      perSeason * (trip.seasonSum ?? addSeasons(seed, trip.destination.id, trip)),
      trip.currency,
    );
  }

  function find(criteria: Criteria): string[] {
    const trip = kind.read(criteria);
    const describe = kind.describe(trip, criteria);
    const windowsFor = memoize((plan: Plan) => windowsOf(plan, trip));
    return stockAt(trip.destination).flatMap(item => {
      const details = describe(item);
      if (!details) return [];
      const id = idOf(item, trip);
      const { terms = {} } = item;
      const dates = details.dates?.filter(day => !isClosed(terms, { start: day, end: day }));
      if (dates ? dates.length === 0 : isClosed(terms, trip)) return [];
      // The windows shown for several dates are those of the first.
      const own = dates ? windowsOf(item.plan, onDate(trip, dates[0])) : windowsFor(item.plan);
      const cents = priceItem(item, details, trip);
      const price = priceIn(trip, cents);
      return JSON.stringify({
        ...Object.fromEntries(kind.ids.map(name => [name, id])),
        ...details.statics,
        ...shownTerms(item.plan, kind.fees, trip.currency),
        SupplierName: supplierOf(item),
        ...(dates && { AvailableDates: dates }),
        ...kind.priceField(price),
        TotalSellingPrice: price,
        CancellationPolicies: penalties(own, trip, cents).map(({ start, end, cents: penalty }) => ({
          StartDate: start,
          EndDate: end,
          ...priceIn(trip, penalty),
        })),
      });
    });
  }

  function quote(criteria: Criteria, selection: Selection): Quote | Complaint[] {
    const trip = kind.read(criteria);
    const item = stockAt(trip.destination).find(one => idOf(one, trip) === selection.item);
    const details = item && kind.describe(trip, criteria)(item);
    if (!details) {
      const message = `${product} "${selection.item}" is not in the Search that issued this Token`;
      return [{ field: productNames[product].item, message }];
    }
    return quoteItem(kind, selection, item, details, trip, priceItem(item, details, trip));
  }

  return { complaints: kind.complaints, search: createSearch({ product, seed }, find), quote };
}

function quoteItem(
  { product, fees }: Pick<ItemProduct<never, never>, 'product' | 'fees'>,
  { item: id, serviceDate }: Selection,
  item: StockItem<unknown>,
  { name, seats, dates }: ItemDetails,
  trip: Trip,
  cents: number,
): Quote | Complaint[] {
  if (dates && (serviceDate === undefined || !dates.includes(serviceDate))) {
    const message = `"${serviceDate ?? ''}" is not in the AvailableDates that the Search returned: ${dates.join(', ')}`;
    return [{ field: 'ServiceDate', message }];
  }
  const term = dates ? onDate(trip, serviceDate) : trip;
  const { destination, currency, occupancy, departs, opens, closes } = trip;
  const { plan, terms = {} } = item;
  return compact({
    product,
    supplierName: supplierOf(item),
    item: id,
    name,
    city: destination.name.en,
    units: [dates ? `${id}@${term.start}` : id],
    occupancies: occupancy ? [occupancy] : [],
    seats,
    start: term.start,
    end: closes === undefined ? undefined : term.end,
    timeZone: destination.timeZone,
    ...priceOf({ plan, fees, currency, cents }),
    windows: penalties(windowsOf(plan, term), term, cents),
    isClosed: isClosed(terms, term),
    departs,
    opens,
    closes,
  });
}

const idOf = ({ number, code }: StockItem<unknown>, { destination, stay }: Trip): string =>
  offerIdOf(number ?? itemNumberOf(`${destination.id}-${code}`), stay);

const priceIn = ({ currency }: Trip, cents: number) => ({ Value: cents / 100, Currency: currency });

const onDate = (trip: Trip, date = trip.start): Trip => ({ ...trip, start: date, end: date });

const supplierOf = ({ company }: StockItem<unknown>): string =>
  suppliers[company % suppliers.length] ?? suppliers[0];
