import { offerIdLength, offerNumberOf } from './offer-id.ts';
import { convert, planAt } from './rates.ts';
import { type Bound, dateOf, penaltyOf, type Share, type Term, windowsOf } from './term.ts';

// The offers of a Search are written once, as a template with placeholders for values that depend on the dates: prices, penalty
// windows, ids. Searches for other dates only fill in the placeholders. This takes a tenth of the time of writing the text.

/** An offer for a template: its price, and the JSON text that comes before each of its placeholders. */
export interface TemplateOffer {
  /** The index of the offer's rate plan. */
  plan: number;
  /** The index of the group of guests that the offer is for. */
  group: number;
  destinationId: string;
  /** The price in cents of BRL, before it is multiplied by the sum of the season factors. */
  perSeason: number;
  /** The number of the item in the offer id (see `itemNumberOf`). */
  item: number;
  /** The JSON text before each field that contains the offer id. */
  beforeIds: readonly string[];
  /**
   * The dates on which the offer takes place, as days after the start, and the JSON text before their list. The penalty
   * windows are those for the first of these dates.
   */
  days?: { before: string; after: readonly number[] };
  beforePrice: string;
  beforeTotal: string;
}

/**
 * The JSON text of the offers of a Search, with placeholders. The positions of the placeholders are in arrays of
 * numbers, because these are faster to read than objects.
 */
export interface OfferTemplate {
  bytes: Uint8Array;
  /** The number of entries in the list of offers: of hotels, or of single items. */
  found: number;
  /** The values that date placeholders can get. */
  slots: readonly Bound[];
  /** For each date placeholder, its position and the index of its value in `slots`. */
  dates: Int32Array;
  /** For each placeholder of an offer id, its position and the group of guests that the offer is for. */
  ids: Int32Array;
  /** For each placeholder of an offer id, the number of the item. */
  items: Int32Array;
  destinations: readonly string[];
  /** For each offer, its price before it is multiplied by the sum of the season factors. */
  perSeason: Float64Array;
  /**
   * For each offer, these numbers: the positions of price and total, the index of the destination, and the number of
   * penalties. Then come the position and the share of each penalty.
   */
  amounts: Int32Array;
}

const shares: readonly Share[] = ['full', 'night', 'deposit'];
/** The length of an amount in characters. The maximum amount is 999,999.99. */
const amountWidth = 9;
const amountPlaceholder = ' '.repeat(amountWidth);
const maxCents = 99_999_999;
const datePlaceholder = '0000-00-00';
const idPlaceholder = '0'.repeat(offerIdLength);
// The codes of the characters that form an amount.
const zero = 48;
const point = 46;
const blank = 32;

/**
 * Writes a template piece by piece. Of the Search, only the currency and the penalty of late cancellations change the
 * template, not the dates.
 */
export class TemplateWriter {
  readonly #term: Pick<Term, 'currency' | 'lateShare'>;
  readonly #tail: string;
  readonly #slots = new Map<Bound, number>();
  readonly #destinations: string[] = [];
  readonly #dates: number[] = [];
  readonly #ids: number[] = [];
  readonly #items: number[] = [];
  readonly #amounts: number[] = [];
  readonly #perSeason: number[] = [];
  #text = '';

  constructor(term: Pick<Term, 'currency' | 'lateShare'>) {
    this.#term = term;
    this.#tail = `,"Currency":"${term.currency}"}`;
  }

  text(part: string): void {
    this.#text += part;
  }

  offer(offer: TemplateOffer): void {
    const { item, beforeIds, group, days, beforePrice, beforeTotal, destinationId } = offer;
    for (const before of beforeIds) {
      this.#ids.push(this.#placeholder(before, idPlaceholder), group);
      this.#items.push(item);
    }
    if (days) {
      this.#text += days.before;
      for (const [index, day] of days.after.entries()) this.#date(index > 0 ? '","' : '["', day);
      this.#text += days.after.length > 0 ? '"]' : '[]';
    }
    const priceAt = this.#placeholder(beforePrice, amountPlaceholder);
    const totalAt = this.#placeholder(this.#tail + beforeTotal, amountPlaceholder);
    const penalties = this.#listWindows(offer);
    this.#perSeason.push(offer.perSeason);
    let destination = this.#destinations.indexOf(destinationId);
    if (destination < 0) destination = this.#destinations.push(destinationId) - 1;
    this.#amounts.push(priceAt, totalAt, destination, penalties.length / 2, ...penalties);
  }

  end(found: number): OfferTemplate {
    return {
      bytes: new TextEncoder().encode(this.#text),
      found,
      slots: [...this.#slots.keys()],
      dates: Int32Array.from(this.#dates),
      ids: Int32Array.from(this.#ids),
      items: Int32Array.from(this.#items),
      destinations: this.#destinations,
      perSeason: Float64Array.from(this.#perSeason),
      amounts: Int32Array.from(this.#amounts),
    };
  }

  /** Adds some text and then a placeholder, and returns the position of the placeholder. */
  #placeholder(before: string, width: string): number {
    const at = this.#text.length + before.length;
    this.#text += before + width;
    return at;
  }

  #date(before: string, bound: Bound): void {
    if (bound === 'always') {
      this.#text += before + dateOf(bound, { start: '', end: '' });
      return;
    }
    const slot = this.#slots.get(bound) ?? this.#slots.size;
    this.#slots.set(bound, slot);
    this.#dates.push(this.#placeholder(before, datePlaceholder), slot);
  }

  /** Adds the penalty windows of an offer, and returns the position and the share of each penalty. */
  #listWindows({ plan, days }: TemplateOffer): number[] {
    const day = days?.after[0];
    // If the offer has its own dates, the windows depend on the first of these dates, and not on the dates of the Search.
    const onDay = (bound: Bound) => {
      if (day === undefined || bound === 'always') return bound;
      return bound === 'end' ? day : day + bound;
    };
    this.#text += `${this.#tail},"CancellationPolicies":[`;
    const windows = windowsOf(planAt(plan), this.#term.lateShare);
    const penalties = windows.flatMap(({ from, to, share }, index) => {
      this.#date(`${index > 0 ? ',' : ''}{"StartDate":"`, onDay(from));
      this.#date('","EndDate":"', onDay(to));
      const at = this.#placeholder('","Value":', amountPlaceholder);
      this.#text += this.#tail;
      return [at, shares.indexOf(share)];
    });
    this.#text += ']}';
    return penalties;
  }
}

/** A template, and the values for its placeholders. */
export interface TemplateValues {
  template: OfferTemplate;
  term: Term;
  /** For each destination, the sum of the season factors of all days in the Search. Prices are multiplied by this sum. */
  seasonSums: ReadonlyMap<string, number>;
}

/**
 * Fills in a template.
 *
 * @param into memory that is at least as long as the template and is overwritten
 */
export function fillTemplate({ template, term, seasonSums }: TemplateValues, into: Uint8Array): void {
  const { bytes, slots, dates, ids, items, amounts, perSeason, destinations } = template;
  into.set(bytes);
  const values = slots.map(slot => dateOf(slot, term));
  for (let index = 0; index < dates.length; index += 2)
    fillText(into, dates[index] ?? 0, values[dates[index + 1] ?? 0] ?? '');
  for (let index = 0; index < items.length; index += 1)
    fillId(
      into,
      ids[2 * index] ?? 0,
      offerNumberOf(items[index] ?? 0, term.stays[ids[2 * index + 1] ?? 0] ?? 0),
    );
  const sums = destinations.map(id => seasonSums.get(id) ?? 0);
  let index = 0;
  for (let offer = 0; offer < perSeason.length; offer += 1) {
    const priceAt = amounts[index] ?? 0;
    const sum = sums[amounts[index + 2] ?? 0] ?? 0;
    const cents = convert((perSeason[offer] ?? 0) * sum, term.currency);
    fillCents(into, priceAt, cents);
    copyAmount(into, priceAt, amounts[index + 1] ?? 0);
    const end = index + 4 + 2 * (amounts[index + 3] ?? 0);
    for (index += 4; index < end; index += 2) {
      const at = amounts[index] ?? 0;
      const share = shares[amounts[index + 1] ?? 0] ?? 'full';
      if (share === 'full') copyAmount(into, priceAt, at);
      else fillCents(into, at, penaltyOf(share, cents, term.days));
    }
  }
}

/** Writes ASCII text into a placeholder of the same length. */
function fillText(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
}

/** Writes an offer id. All ids have the same length. */
function fillId(bytes: Uint8Array, at: number, id: number): void {
  let rest = id;
  for (let place = at + offerIdLength - 1; place >= at; place -= 1) {
    const next = (rest / 10) | 0; // faster than Math.trunc; an id has 32 bits
    bytes[place] = zero + rest - next * 10;
    rest = next;
  }
}

/**
 * Writes cents as a number with two decimals. Blanks before the number fill the placeholder, because JSON allows blanks there.
 */
function fillCents(bytes: Uint8Array, at: number, cents: number): void {
  if (cents > maxCents) throw new RangeError(`${cents} cents do not fit into ${amountWidth} characters`);
  let rest = cents;
  let place = at + amountWidth - 1;
  for (let digit = 0; rest > 0 || digit < 3; digit += 1, place -= 1) {
    if (digit === 2) {
      bytes[place] = point;
      place -= 1;
    }
    const next = (rest / 10) | 0; // faster than Math.trunc; an amount that fits has 32 bits
    bytes[place] = zero + rest - next * 10;
    rest = next;
  }
  while (place >= at) bytes[place--] = blank;
}

/** Copies an amount from its placeholder to another placeholder. */
function copyAmount(bytes: Uint8Array, from: number, to: number): void {
  for (let index = 0; index < amountWidth; index += 1) bytes[to + index] = bytes[from + index] ?? blank;
}
