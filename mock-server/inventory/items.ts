import { addDays, type Complaint, type Product, productNames } from '#contracts';
import { compact } from '#contracts/util';
import { createRotatingMap } from '../store/index.ts';
import { itemNumberIn, itemNumberOf } from './offer-id.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy, Quote, Selection } from './quote.ts';
import { convert, extrasOf, type Fees, planAt, planOf, priceOf, unitsOf } from './rates.ts';
import { type Destination, suppliers } from './reference/index.ts';
import { cachedBytes, createSearch } from './search.ts';
import { type OfferTemplate, TemplateWriter } from './template.ts';
import { addSeasons, penalties, type Term } from './term.ts';
import { members } from './text.ts';

// Cars, transfers and tours share this code, because each of their offers is one item.

/** The criteria of a Search for cars, transfers or tours, prepared for the computation of prices. */
export interface Trip extends Term {
  destination: Destination;
  /** The criteria that decide about offers and prices, except the dates, as one text. `keyPart` escapes the client's texts. */
  key: string;
  /** The travellers; absent when the Search does not name them. */
  occupancy?: Occupancy;
  /** A fixed value instead of the sum of the season factors, for a product whose price does not depend on the season. */
  seasonSum?: number;
  /**
   * The instant at which the service begins, in epoch milliseconds; absent when only the date is known. After this instant, the
   * offer is no longer available.
   */
  departs?: number;
  /** The times of day at which the service begins and ends, in minutes after local midnight. */
  opens?: number;
  closes?: number;
}

/** An item that a company sells at every destination, with one rate plan. */
export interface StockItem<Model> {
  /** The code of the item at its destination. The item number is computed from both. */
  code: string;
  /** The item number in the offer ids of an item in Testville. */
  number?: number;
  model: Model;
  /** The number of the company that sells the item, counted from 0. */
  company: number;
  /** The index of the item's rate plan. */
  plan: number;
  /** The name of an item in Testville. */
  name?: string;
  /** The code from which the price is computed; by default `code`. */
  priceCode?: string;
}

/** The details of an item that depend on the criteria of a Search. */
interface ItemDetails {
  /** The fields that only this product has, as JSON members. */
  statics: string;
  /** The name that a booking shows. */
  name: string;
  /** The price in percent of the item's usual price; by default 100. */
  hundredths?: number;
  /**
   * The days on which the item takes place, counted from the first date of the Search. Absent for a product whose Search names
   * the exact date.
   */
  days?: readonly number[];
  /** The maximum number of people who can share the item; absent when the Search names the travellers. */
  seats?: number;
}

/** A product whose offers are single items. */
export interface ItemProduct<Criteria, Model> {
  product: Product;
  /** The names of the fields that contain the offer id. */
  ids: readonly string[];
  /** The JSON text of the product's price field, before and after the amount. */
  price: readonly [before: string, after: string];
  fees: Fees;
  stock: readonly StockItem<Model>[];
  /** The model of all items that Testville sells. */
  testModel: Model;
  complaints: Inventory<Criteria>['complaints'];
  read(criteria: Criteria): Trip;
  /** Returns a function that describes an item. That function returns undefined for an item that does not fit the criteria. */
  describe(trip: Trip, criteria: Criteria): (item: StockItem<Model>) => ItemDetails | undefined;
}

interface ItemOffer extends ItemDetails {
  /** The number in the ids of the item (see `itemNumberOf`). */
  item: number;
  plan: number;
  supplierName: string;
  /** The price level of the offer, from which all prices are computed (see `unitsOf`). */
  units: number;
}

/** The cached data of a Search: the template of its answer, and its offers by item number. */
interface Sheet {
  template: OfferTemplate;
  offers: ReadonlyMap<number, Omit<ItemOffer, 'statics'>>;
}

/** The approximate memory in bytes that a Sheet needs for one offer, without the text of the offer. */
const offerBytes = 500;

/**
 * Returns the items of several companies, which all sell the same models.
 *
 * @param letter the first letter of the item codes
 */
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
      plan: planOf(company * models.length + index),
    })),
  );

/**
 * Creates the inventory of a product whose offers are single items. The offers depend only on the seed and the criteria.
 *
 * @param seed the seed of the sandbox as a number
 */
export function createItemInventory<Criteria, Model extends { level: number }>(
  seed: number,
  places: Places,
  kind: ItemProduct<Criteria, Model>,
): Inventory<Criteria> {
  const sheets = createRotatingMap<string, Sheet>(cachedBytes);
  const { product } = kind;

  function sheetOf(trip: Trip, criteria: Criteria): Sheet {
    const key = `${trip.key} ${trip.currency}`;
    const known = sheets.get(key);
    if (known) return known;
    const offers = offersOf({ seed, places, kind }, trip, criteria);
    const template = writeTemplate(kind, trip, offers);
    const sheet = { template, offers: listByNumber(offers) };
    // The size also counts the key and one more offer, because even an entry without offers uses memory.
    sheets.set(key, sheet, template.bytes.length + (offers.length + 1) * offerBytes + key.length);
    return sheet;
  }

  const search = createSearch<Criteria>({ product, seed }, criteria => {
    const trip = kind.read(criteria);
    const seasonSums = new Map([[trip.destination.id, seasonOf(seed, trip)]]);
    return { template: sheetOf(trip, criteria).template, term: trip, seasonSums };
  });

  function quote(criteria: Criteria, { item, serviceDate }: Selection): Quote | Complaint[] {
    const trip = kind.read(criteria);
    const offer = sheetOf(trip, criteria).offers.get(itemNumberIn(item, trip.stays[0] ?? 0));
    if (!offer) {
      const message = `${product} "${item}" is not in the Search that issued this Token`;
      return [{ field: productNames[product].item, message }];
    }
    const term = offer.days ? chooseDay(trip, offer.days, serviceDate) : trip;
    if (Array.isArray(term)) return term;
    const { destination, currency, occupancy, departs, opens, closes } = trip;
    const cents = convert(perSeasonOf(offer) * seasonOf(seed, trip), currency);
    const plan = planAt(offer.plan);
    return compact({
      product,
      supplierName: offer.supplierName,
      item,
      name: offer.name,
      city: destination.name.en,
      units: [offer.days ? `${item}@${term.start}` : item],
      occupancies: occupancy ? [occupancy] : [],
      seats: offer.seats,
      start: term.start,
      end: closes === undefined ? undefined : term.end,
      timeZone: destination.timeZone,
      ...priceOf({ plan, fees: kind.fees, currency, cents }),
      windows: penalties(plan, term, cents),
      departs,
      opens,
      closes,
    });
  }

  return { complaints: kind.complaints, search, quote };
}

/** Returns offers by item number. The texts of the offers stay in the template only. */
const listByNumber = (offers: readonly ItemOffer[]): Sheet['offers'] =>
  new Map(offers.map(({ statics: _, ...offer }) => [offer.item, offer]));

const seasonOf = (seed: number, trip: Trip): number =>
  trip.seasonSum ?? addSeasons(seed, trip.destination.id, trip);

interface Stock<Criteria, Model> {
  seed: number;
  places: Places;
  kind: ItemProduct<Criteria, Model>;
}

function stockAt<Model>(
  { id }: Destination,
  { places: { testville }, kind }: Stock<never, Model>,
): readonly StockItem<Model>[] {
  if (testville?.destination.id !== id) return kind.stock;
  return testville.offers(kind.product).map(offer => ({ ...offer, model: kind.testModel, company: 0 }));
}

/** Returns the offers that fit the criteria. */
function offersOf<Criteria, Model extends { level: number }>(
  stock: Stock<Criteria, Model>,
  trip: Trip,
  criteria: Criteria,
): ItemOffer[] {
  const { id: destinationId } = trip.destination;
  const describe = stock.kind.describe(trip, criteria);
  return stockAt(trip.destination, stock).flatMap(item => {
    const details = describe(item);
    if (!details) return [];
    const { code, number, priceCode = code, plan, company, model } = item;
    const units = unitsOf(stock.seed, `${destinationId}-${priceCode}`, model.level);
    return {
      ...details,
      item: number ?? itemNumberOf(`${destinationId}-${code}`),
      plan,
      supplierName: suppliers[company % suppliers.length] ?? suppliers[0],
      units: Math.round((units * (details.hundredths ?? 100)) / 100),
    };
  });
}

const perSeasonOf = ({ units, plan }: Pick<ItemOffer, 'units' | 'plan'>): number =>
  units * planAt(plan).twentieths;

function writeTemplate<Criteria, Model>(
  { ids, price: [before, after], fees }: ItemProduct<Criteria, Model>,
  trip: Trip,
  offers: readonly ItemOffer[],
): OfferTemplate {
  const template = new TemplateWriter(trip);
  const flags = new Map<string, string>(); // about twelve texts, each shared by many offers
  for (const [index, offer] of offers.entries()) {
    const { item, plan, supplierName, statics, days } = offer;
    if (index > 0) template.text(',');
    const kind = `${plan} ${supplierName}`;
    const flagText = flags.get(kind) ?? writeFlags(offer, fees, trip.currency);
    flags.set(kind, flagText);
    const fields = `",${statics},${flagText}`;
    template.offer({
      item,
      beforeIds: ids.map((name, at) => `${at > 0 ? '",' : '{'}"${name}":"`),
      plan,
      group: 0,
      destinationId: trip.destination.id,
      perSeason: perSeasonOf(offer),
      ...(days
        ? {
            days: { before: `${fields},"AvailableDates":`, after: days },
            beforePrice: `,${before}{"Value":`,
          }
        : { beforePrice: `${fields},${before}{"Value":` }),
      beforeTotal: `${after},"TotalSellingPrice":{"Value":`,
    });
  }
  return template.end(offers.length);
}

function writeFlags({ plan: index, supplierName }: ItemOffer, fees: Fees, currency: string): string {
  const plan = planAt(index);
  const { restriction, prePayment, payLater } = plan;
  const { taxes, moreInformation } = extrasOf(plan, currency, fees);
  return members({
    RestrictionType: restriction,
    IsPrePayment: prePayment,
    CanPayLater: payLater,
    PropertyTaxes: taxes,
    MoreInformation: moreInformation,
    SupplierName: supplierName,
  });
}

/** Returns the trip on the chosen date, or a complaint when the date is not offered. */
function chooseDay(trip: Trip, days: readonly number[], date: string | undefined): Trip | Complaint[] {
  const dates = days.map(day => addDays(trip.start, day));
  if (date !== undefined && dates.includes(date)) return { ...trip, start: date, end: date };
  const message = `"${date ?? ''}" is not in the AvailableDates that the Search returned: ${dates.join(', ')}`;
  return [{ field: 'ServiceDate', message }];
}
