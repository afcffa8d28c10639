import { addDays } from '#contracts';
import { amountGap, copyAmount, fillCents, fillText } from './gaps.ts';
import { convert, type Plan, plans } from './rates.ts';
import { onDay, penaltyOf, type Share, stayIdLength, type Term, type Window, windowsOf } from './term.ts';

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
  /** Days after the start that it lists as dates, and the text before that list. */
  days?: { before: string; after: readonly number[] };
  beforePrice: string;
  beforeTotal: string;
}

/** The offers of a Search without what its dates decide. */
export interface Form {
  bytes: Uint8Array;
  offers: OfferGaps[];
  /** How many entries the list has. */
  found: number;
}

interface OfferGaps extends Pick<OfferText, 'plan' | 'group' | 'destinationId' | 'perSeason'> {
  idAt: number | undefined;
  /** Where it lists dates, and which; undefined for most products, so that they do not pay for it. */
  dates: { at: number; after: number }[] | undefined;
  priceAt: [number, number];
  windows: { startAt: number; endAt: number; amountAt: number; share: Share }[];
}

const dateGap = '0000-00-00';

/** Writes a form piece by piece. */
export interface FormWriter {
  text(part: string): void;
  offer(offer: OfferText): void;
  end(found: number): Form;
}

/** Begins a form; all that its dates decide is told by `term`, of which only the currency and the plans' windows matter. */
export function openForm(term: Term): FormWriter {
  const offers: OfferGaps[] = [];
  const tail = `,"Currency":"${term.currency}"}`;
  let text = '';
  /** Adds text and gives the place behind it. */
  const add = (part: string): number => {
    text += part;
    return text.length;
  };
  /** Adds text and a gap, and gives the place of the gap. */
  const gap = (before: string, width: string): number => {
    const at = add(before);
    add(width);
    return at;
  };

  function listDates({ before, after }: NonNullable<OfferText['days']>) {
    add(before);
    const dates = after.map((day, index) => ({ at: gap(index > 0 ? '","' : '["', dateGap), after: day }));
    add(dates.length > 0 ? '"]' : '[]');
    return dates;
  }

  function listWindows(plan: number): OfferGaps['windows'] {
    add(`${tail},"CancellationPolicies":[`);
    const windows = windowsOf(plans[plan] ?? plans[0], term).map(({ share }, index) => {
      const startAt = gap(`${index > 0 ? ',' : ''}{"StartDate":"`, dateGap);
      const endAt = gap('","EndDate":"', dateGap);
      const amountAt = gap('","Value":', amountGap);
      add(tail);
      return { startAt, endAt, amountAt, share };
    });
    add(']}');
    return windows;
  }

  return {
    text: part => void add(part),
    offer({ plan, group, destinationId, perSeason, beforeStay, days, beforePrice, beforeTotal }) {
      const idAt = beforeStay === undefined ? undefined : gap(beforeStay, ' '.repeat(stayIdLength));
      const dates = days && listDates(days);
      const first = gap(beforePrice, amountGap);
      const second = gap(tail + beforeTotal, amountGap);
      const windows = listWindows(plan);
      offers.push({ plan, group, destinationId, perSeason, idAt, dates, priceAt: [first, second], windows });
    },
    end: found => ({ bytes: new TextEncoder().encode(text), offers, found }),
  };
}

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
export function fillForm({ form, term, seasonSums }: Filling, into: Uint8Array): void {
  into.set(form.bytes);
  const windows = plans.map((plan: Plan) => windowsOf(plan, term));
  const { stayIds, days, currency, start } = term;
  const windowsOn = createDayWindows(term);
  const dayNames = createDayNames(start);
  for (const offer of form.offers) {
    const cents = convert(offer.perSeason * (seasonSums.get(offer.destinationId) ?? 0), currency);
    if (offer.idAt !== undefined) fillText(into, offer.idAt, stayIds[offer.group] ?? '');
    if (offer.dates) fillDates(into, offer.dates, dayNames);
    const [priceAt, totalAt] = offer.priceAt;
    fillCents(into, priceAt, cents);
    copyAmount(into, priceAt, totalAt);
    const ofPlan = (offer.dates ? windowsOn(offer.dates) : windows)[offer.plan] ?? [];
    for (let index = 0; index < ofPlan.length; index += 1) {
      const gap = offer.windows[index];
      const window = ofPlan[index];
      if (!gap || !window) continue;
      fillText(into, gap.startAt, window.start);
      fillText(into, gap.endAt, window.end);
      if (gap.share === 'full') copyAmount(into, priceAt, gap.amountAt);
      else fillCents(into, gap.amountAt, penaltyOf(gap.share, cents, days));
    }
  }
}

function fillDates(
  into: Uint8Array,
  dates: NonNullable<OfferGaps['dates']>,
  dayNames: (after: number) => string,
): void {
  for (let index = 0; index < dates.length; index += 1) {
    const date = dates[index];
    if (date) fillText(into, date.at, dayNames(date.after));
  }
}

/** The dates after a first one: hundreds of offers name the same few. */
function createDayNames(start: string): (after: number) => string {
  const names: string[] = [];
  return after => {
    names[after] ??= addDays(start, after);
    return names[after];
  };
}

/** The windows of every plan for the first of some dates of a term: what is offered on several days tells those. */
function createDayWindows(term: Term): (dates: readonly { after: number }[]) => Window[][] {
  const known = new Map<number, Window[][]>();
  return dates => {
    const after = dates[0]?.after ?? 0;
    const found = known.get(after);
    if (found) return found;
    const day = onDay(term, addDays(term.start, after));
    const windows = plans.map(plan => windowsOf(plan, day));
    known.set(after, windows);
    return windows;
  };
}
