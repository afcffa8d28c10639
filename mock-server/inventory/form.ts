import { addDays } from '#contracts';
import { amountGap, copyAmount, fillCents, fillText } from './gaps.ts';
import { convert, plans } from './rates.ts';
import { penaltyDays, penaltyOf, type Share, stayIdLength, type Term, windowsOf } from './term.ts';

// The offers of a Search are written once with gaps where its dates decide: prices, windows, ids. Filling the gaps
// costs a tenth of writing the text, and a client that asks for ever new dates asks for the same form.

/** What its dates do not change of an offer: how it is priced, and its JSON text up to each gap. */
export interface OfferText {
  plan: number;
  /** Index of its group of guests. */
  group: number;
  destinationId: string;
  /** What it costs for each unit of the term's season factors, in cents of BRL. */
  perSeason: number;
  /** Up to the name of dates and guests; absent where no id of the offer holds that. */
  beforeStay?: string;
  /** Days after the start that it lists as dates, and the text before that list; its windows are those of the first. */
  days?: { before: string; after: readonly number[] };
  beforePrice: string;
  beforeTotal: string;
}

/**
 * The offers of a Search without what its dates decide. Where the gaps are stands in rows of numbers: objects cost more
 * to look at than a gap to fill.
 */
export interface Form {
  bytes: Uint8Array;
  /** How many entries the list has. */
  found: number;
  /** The texts that go into gaps, by name. */
  slots: readonly string[];
  /** Per gap for a text its place and its slot. */
  texts: Int32Array;
  destinations: readonly string[];
  /** Per offer what it costs for each unit of the season factors. */
  perSeason: Float64Array;
  /** Per offer the places of price and total, its destination, and how many penalties follow, each a place and a share. */
  amounts: Int32Array;
}

const shares: readonly Share[] = ['full', 'night', 'deposit'];
const full = shares.indexOf('full');
const dateGap = '0000-00-00';

// Slots: a number of days after the start, the end, or the name of a group's dates and guests.
const endSlot = 'end';
const staySlot = 'stay ';
const isSlot = (name: string): boolean => name === endSlot || /^-?\d+$/.test(name);

/** A term whose dates are the names of slots. */
function slotTerm(term: Term, first: number, end: string): Term {
  const names = { penaltyStart: String(first - penaltyDays), lastFreeDay: String(first - 1) };
  return { ...term, start: String(first), end, ...names };
}

/** Numbers names in the order in which they are first used. */
function createNumbering() {
  const numbers = new Map<string, number>();
  return {
    of(name: string): number {
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return number;
    },
    names: () => [...numbers.keys()],
  };
}

/** Writes a form piece by piece. */
export class FormWriter {
  readonly #term: Term;
  readonly #tail: string;
  readonly #slots = createNumbering();
  readonly #destinations = createNumbering();
  readonly #texts: number[] = [];
  readonly #amounts: number[] = [];
  readonly #perSeason: number[] = [];
  #text = '';

  constructor(term: Term) {
    this.#term = term;
    this.#tail = `,"Currency":"${term.currency}"}`;
  }

  text(part: string): void {
    this.#text += part;
  }

  offer(offer: OfferText): void {
    const { beforeStay, group, days, beforePrice, beforeTotal, destinationId } = offer;
    if (beforeStay !== undefined) this.#slot(beforeStay, staySlot + group, ' '.repeat(stayIdLength));
    if (days) this.#listDates(days);
    const priceAt = this.#gap(beforePrice, amountGap);
    const totalAt = this.#gap(this.#tail + beforeTotal, amountGap);
    const penalties = this.#listWindows(offer);
    this.#perSeason.push(offer.perSeason);
    const destination = this.#destinations.of(destinationId);
    this.#amounts.push(priceAt, totalAt, destination, penalties.length / 2, ...penalties);
  }

  end(found: number): Form {
    return {
      bytes: new TextEncoder().encode(this.#text),
      found,
      slots: this.#slots.names(),
      texts: Int32Array.from(this.#texts),
      destinations: this.#destinations.names(),
      perSeason: Float64Array.from(this.#perSeason),
      amounts: Int32Array.from(this.#amounts),
    };
  }

  /** Adds text and a gap, and returns the place of the gap. */
  #gap(before: string, width: string): number {
    const at = this.#text.length + before.length;
    this.#text += before + width;
    return at;
  }

  /** Adds text and a gap for a slot; a name that is not a slot is added itself. */
  #slot(before: string, name: string, width: string): void {
    if (!name.startsWith(staySlot) && !isSlot(name)) this.#text += before + name;
    else this.#texts.push(this.#gap(before, width), this.#slots.of(name));
  }

  #listDates({ before, after }: NonNullable<OfferText['days']>): void {
    this.#text += before;
    for (const [index, day] of after.entries()) this.#slot(index > 0 ? '","' : '["', String(day), dateGap);
    this.#text += after.length > 0 ? '"]' : '[]';
  }

  /** Adds the cancellation windows, and returns the place and the share of each penalty. */
  #listWindows({ plan, days }: OfferText): number[] {
    const [first] = days?.after ?? [];
    const named =
      first === undefined ? slotTerm(this.#term, 0, endSlot) : slotTerm(this.#term, first, String(first));
    this.#text += `${this.#tail},"CancellationPolicies":[`;
    const penalties = windowsOf(plans[plan] ?? plans[0], named).flatMap(({ start, end, share }, index) => {
      this.#slot(`${index > 0 ? ',' : ''}{"StartDate":"`, start, dateGap);
      this.#slot('","EndDate":"', end, dateGap);
      const at = this.#gap('","Value":', amountGap);
      this.#text += this.#tail;
      return [at, shares.indexOf(share)];
    });
    this.#text += ']}';
    return penalties;
  }
}

/** Begins a form. Of `term`, only the currency and the shape of its windows matter. */
export const openForm = (term: Term): FormWriter => new FormWriter(term);

/** A form, and what it is filled in with. */
export interface Filling {
  form: Form;
  term: Term;
  /** The season factors of the term by destination. */
  seasonSums: ReadonlyMap<string, number>;
}

/**
 * Fills a form in for a term.
 *
 * @param into memory at least as long as the form; it is overwritten
 */
export function fillForm(filling: Filling, into: Uint8Array): void {
  const { form, term } = filling;
  into.set(form.bytes);
  const values = form.slots.map(name => slotText(name, term));
  const { texts } = form;
  for (let index = 0; index < texts.length; index += 2)
    fillText(into, texts[index] ?? 0, values[texts[index + 1] ?? 0] ?? '');
  fillAmounts(filling, into);
}

function slotText(name: string, { start, end, stayIds }: Term): string {
  if (name === endSlot) return end;
  if (name.startsWith(staySlot)) return stayIds[Number(name.slice(staySlot.length))] ?? '';
  return addDays(start, Number(name));
}

function fillAmounts({ form, term, seasonSums }: Filling, into: Uint8Array): void {
  const { amounts, perSeason } = form;
  const sums = form.destinations.map(id => seasonSums.get(id) ?? 0);
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
      const share = amounts[index + 1] ?? full;
      if (share === full) copyAmount(into, priceAt, at);
      else fillCents(into, at, penaltyOf(shares[share] ?? 'full', cents, term.days));
    }
  }
}
