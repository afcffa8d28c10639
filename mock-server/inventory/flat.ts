import { addDays, type Complaint, type Product, productNames } from '#contracts';
import { createCache } from './cache.ts';
import { extrasOf, type Fees } from './extras.ts';
import { type Form, openForm } from './form.ts';
import { members } from './json-text.ts';
import type { Inventory, Occupancy, Quote, Selection } from './quote.ts';
import { convert, plans } from './rates.ts';
import type { Destination } from './reference/index.ts';
import { cachedBytes, createSearch } from './search.ts';
import { addSeasons, onDay, penalties, type Term } from './term.ts';

/** Criteria of a car, transfer or tour Search made ready for pricing. */
export interface Trip extends Term {
  destination: Destination;
  /** All that decides about offers and prices, but for the dates: Searches with the same key share a form. */
  key: string;
  /** Who travels, where the Search says so. */
  occupancy?: Occupancy;
  /** Takes the place of the season factors, where the price does not follow the season. */
  seasonSum?: number;
  /** When it begins, epoch milliseconds, where it begins at a time of day: then it is gone. */
  departs?: number;
  /** Local times of day at which it begins and ends, in minutes. */
  opens?: number;
  closes?: number;
}

/** One car, transfer or tour to be offered. */
export interface FlatOffer {
  id: string;
  plan: number;
  supplierName: string;
  /** Price units, times whatever the travellers add to them. */
  units: number;
  /** What only this product says of an offer, as JSON members. */
  statics: string;
  fees: Fees;
  /** Days after the start on which it can be had, where the client chooses one. */
  days?: readonly number[];
  /** How many people fit in, where the Search does not say who travels. */
  seats?: number;
}

/** A product whose offers are single items: what is its own in the flow that all have in common. */
export interface FlatProduct<Criteria> {
  product: Product;
  /** The field for its price beside TotalSellingPrice, as JSON text before and after the amount. */
  price: readonly [before: string, after: string];
  complaints: Inventory<Criteria>['complaints'];
  read(criteria: Criteria): Trip;
  offers(trip: Trip, criteria: Criteria): readonly FlatOffer[];
}

/** What an offer costs beside its text, roughly. */
const offerBytes = 500;

/** An offer without the text that stands in the form. */
type Priceable = Omit<FlatOffer, 'statics'>;

/** What a Search is answered from: its form, and the offers by id. */
interface Sheet {
  form: Form;
  offers: ReadonlyMap<string, Priceable>;
}

const seasonOf = (seed: number, trip: Trip): number =>
  trip.seasonSum ?? addSeasons(seed, trip.destination.id, trip);

const perSeasonOf = ({ units, plan }: Priceable): number => units * (plans[plan] ?? plans[0]).twentieths;

/** The id of an offer without the name of dates and guests behind it, if that is this trip's. */
function offerIdIn(item: string, { stayIds: [stayId] }: Trip): string | undefined {
  if (stayId === undefined) return item;
  return item.endsWith(`-${stayId}`) ? item.slice(0, -stayId.length - 1) : undefined;
}

/**
 * The offers of a product without units such as rooms: a pure function of seed and criteria.
 *
 * @param seed the sandbox's seed as a number
 */
export function createFlatInventory<Criteria>(
  seed: number,
  kind: FlatProduct<Criteria>,
): Inventory<Criteria> {
  const sheets = createCache<Sheet>(cachedBytes);
  const { product } = kind;
  const { item } = productNames[product];

  function sheetOf(trip: Trip, criteria: Criteria): Sheet {
    const key = `${trip.key} ${trip.currency}`;
    const known = sheets.get(key);
    if (known) return known;
    const offers = kind.offers(trip, criteria);
    const form = writeForm(kind, trip, offers);
    const sheet = { form, offers: new Map(offers.map(({ statics: _, ...offer }) => [offer.id, offer])) };
    // A Search without offers has a key all the same.
    sheets.set(key, sheet, form.bytes.length + (offers.length + 1) * offerBytes + key.length);
    return sheet;
  }

  const search = createSearch<Criteria>({ product, seed }, criteria => {
    const trip = kind.read(criteria);
    const seasonSums = new Map([[trip.destination.id, seasonOf(seed, trip)]]);
    return { form: sheetOf(trip, criteria).form, term: trip, seasonSums };
  });

  function quote(criteria: Criteria, selection: Selection): Quote | Complaint[] {
    const trip = kind.read(criteria);
    const id = offerIdIn(selection.item, trip);
    const offer = id === undefined ? undefined : sheetOf(trip, criteria).offers.get(id);
    if (!offer) {
      const message = `${product} "${selection.item}" is not in the Search that this Token is from`;
      return [{ field: item, message }];
    }
    const cents = convert(perSeasonOf(offer) * seasonOf(seed, trip), trip.currency);
    const term = offer.days ? chooseDay(trip, offer.days, selection.serviceDate) : trip;
    return Array.isArray(term) ? term : price({ product, offer, trip, term, cents, item: selection.item });
  }

  return { complaints: kind.complaints, search, quote };
}

function writeForm(
  { product, price: [before, after] }: Pick<FlatProduct<never>, 'product' | 'price'>,
  trip: Trip,
  offers: readonly FlatOffer[],
): Form {
  const { item } = productNames[product];
  const form = openForm(trip);
  const flags = new Map<string, string>(); // a dozen kinds of offers, and dozens of each
  for (const [index, offer] of offers.entries()) {
    if (index > 0) form.text(',');
    const kind = `${offer.plan} ${offer.supplierName}`;
    const told = flags.get(kind) ?? flagsOf(offer, trip.currency);
    flags.set(kind, told);
    const statics = `",${offer.statics},${told}`;
    const head = `{"${item}":"${offer.id}`;
    form.offer({
      plan: offer.plan,
      group: 0,
      destinationId: trip.destination.id,
      perSeason: perSeasonOf(offer),
      ...(offer.days
        ? {
            days: { before: `${head}${statics},"AvailableDates":`, after: offer.days },
            beforePrice: `,${before}{"Value":`,
          }
        : { beforeStay: `${head}-`, beforePrice: `${statics},${before}{"Value":` }),
      beforeTotal: `${after},"TotalSellingPrice":{"Value":`,
    });
  }
  return form.end(offers.length);
}

function flagsOf({ plan: index, supplierName, fees }: FlatOffer, currency: string): string {
  const plan = plans[index] ?? plans[0];
  const { taxes, moreInformation } = extrasOf(plan, currency, fees);
  return members({
    RestrictionType: plan.restriction,
    IsPrePayment: plan.prePayment,
    CanPayLater: plan.payLater,
    PropertyTaxes: taxes,
    MoreInformation: moreInformation,
    SupplierName: supplierName,
  });
}

/** The term of the date that was chosen, or what is wrong with the choice. */
function chooseDay(trip: Trip, days: readonly number[], date: string | undefined): Term | Complaint[] {
  const dates = days.map(day => addDays(trip.start, day));
  if (date !== undefined && dates.includes(date)) return onDay(trip, date);
  const message = `"${date ?? ''}" is none of its AvailableDates in that Search: ${dates.join(', ')}`;
  return [{ field: 'ServiceDate', message }];
}

interface Priced {
  product: Product;
  offer: Priceable;
  trip: Trip;
  term: Term;
  cents: number;
  item: string;
}

function price({ product, offer, trip, term, cents, item }: Priced): Quote {
  const plan = plans[offer.plan] ?? plans[0];
  const { occupancy, departs, opens, closes, destination, currency } = trip;
  return {
    product,
    supplierName: offer.supplierName,
    item,
    units: [offer.days ? `${item}@${term.start}` : item],
    occupancies: occupancy ? [occupancy] : [],
    ...(offer.seats !== undefined && { seats: offer.seats }),
    start: term.start,
    ...(closes !== undefined && { end: term.end }),
    timeZone: destination.timeZone,
    currency,
    cents,
    taxCents: Math.round(cents / 11), // a tenth of the net price, included
    restriction: plan.restriction,
    prePayment: plan.prePayment,
    payLater: plan.payLater,
    windows: penalties(plan, term, cents),
    ...extrasOf(plan, currency, offer.fees),
    ...(departs !== undefined && { departs }),
    ...(opens !== undefined && { opens }),
    ...(closes !== undefined && { closes }),
  };
}
