import {
  addDays,
  formatTimeSpan,
  limits,
  type PaymentCondition,
  type Product,
  type ResponseOf,
} from '#contracts';
import type { Directives, PriceChange, TermsChange } from '#contracts/fault';
import { compact } from '#contracts/util';
import { problem, refuse, refuseFields, type SearchToken, toMoney, toPolicies } from '../books/index.ts';
import { hash32 } from '../clock/index.ts';
import {
  beforeAnyBooking,
  exchanged,
  localDate,
  type Quote,
  type Selection,
  utcHour,
} from '../inventory/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Call } from './handler.ts';

type Conditions = ResponseOf<'hotel.getBookingConditions'>;

export interface ConditionsRequest {
  product: Product;
  token: string | undefined;
  reToken: string | undefined;
  selection: Selection;
}

/** Issues the Token for DoBooking (flow.1, field.retoken). */
export function giveConditions(request: ConditionsRequest, call: Call): { answer: Conditions } {
  const { sandbox, now } = call;
  const { product, selection } = request;
  const { search, token } = findSearch(request, call);
  const byReToken = token === undefined;
  const offered = priceNow(sandbox, search, selection);
  const directives = byReToken ? asRevalidated(call.directives) : call.directives;
  const { failure, price, terms } = directives;
  const quote = withTerms(reprice(offered, price), terms);
  if (token !== undefined && !failure) sandbox.tokens.consume(token, now);
  const revalidated = (outcome: Conditions['RevalidateBookingConditions']) =>
    byReToken && { RevalidateBookingConditions: outcome };
  const stamps = { TimeSpan: formatTimeSpan(now), Errors: [] };
  if (failure || isGone(quote, { ...call, directives })) {
    const gone = problem(
      'RoomUnavailable',
      `${product} ${selection.item} is no longer available as it was offered; search again`,
    );
    const Errors = failure ? [...failure.errors] : [gone];
    return { answer: { ...stamps, ...revalidated('RoomsNotFound'), Errors } };
  }
  const same = quote.cents === offered.cents && quote.currency === offered.currency && !terms;
  const outcome = directives.revalidation ?? (same ? 'SameRoomsFound' : 'RoomsFoundWithChanges');
  const Token = sandbox.tokens.issueConditions(
    compact({
      product: search.product,
      owner: call.owner,
      issuedAt: now,
      criteria: search.criteria,
      item: quote.item,
      units: quote.units,
      cents: quote.cents,
      currency: quote.currency,
      serviceDate: selection.serviceDate,
      price,
      terms,
      play: call.play,
    }),
  );
  return {
    answer: {
      Token,
      ...stamps,
      ...revalidated(outcome),
      ...describeQuote(quote, sandbox),
    },
  };
}

/** When a fault requires a new price without saying which. */
const someChange: PriceChange = { byPercent: 10 };

/** A fault that sets the result of the revalidation also decides whether the price has changed and the offer is gone. */
function asRevalidated(directives: Directives): Directives {
  const { price, terms, ...rest } = directives;
  const { revalidation } = rest;
  if (revalidation === undefined) return directives;
  if (revalidation === 'SameRoomsFound') return { ...rest, soldOut: false };
  if (revalidation === 'RoomsNotFound') return { ...rest, soldOut: true };
  return terms ? { ...directives, soldOut: false } : { ...rest, price: price ?? someChange, soldOut: false };
}

/** The result has `token` only when the Token, not the ReToken, was used. */
function findSearch(
  { token, reToken, product }: ConditionsRequest,
  { sandbox: { tokens }, owner, now }: Call,
): { search: SearchToken; token?: string } {
  const use = { owner, product, now };
  if (token !== undefined && (reToken === undefined || tokens.isGood(token, use)))
    return { search: tokens.search(token, use), token };
  if (reToken !== undefined) return { search: tokens.reToken(reToken, use) };
  throw refuse('InvalidRequest', 'missing: send "Token" or "ReToken"', 'Token');
}

export function priceNow(
  sandbox: Sandbox,
  { product, criteria }: Pick<SearchToken, 'product' | 'criteria'>,
  selection: Selection,
): Quote {
  const { item, units, serviceDate } = selection;
  const key = JSON.stringify([product, item, units, serviceDate, criteria]);
  const { quotes, inventoryOf } = sandbox.inventory.current;
  const known = quotes.get(key);
  if (known) return known;
  const quote = inventoryOf(product).quote(JSON.parse(criteria), selection);
  if (Array.isArray(quote)) throw refuseFields(quote);
  quotes.set(key, quote);
  return quote;
}

export function isGone(quote: Quote, { sandbox, directives, now }: Call): boolean {
  return (
    directives.soldOut ??
    (quote.isClosed ||
      quote.start < localDate(quote.timeZone, now) ||
      (quote.departs !== undefined && quote.departs < now) ||
      quote.units.some(unit => sandbox.store.booked(unit) >= limits.roomsPerOffer.value))
  );
}

function describeQuote(quote: Quote, sandbox: Sandbox): Omit<Conditions, 'TimeSpan' | 'Errors'> {
  const { currency, cents, taxCents, taxes, moreInformation, opens, closes, end = quote.start } = quote;
  const policies = toPolicies(quote.windows, currency);
  return {
    TotalSellingPrice: toMoney(cents, currency),
    PricingInfo: {
      Base: toMoney(cents - taxCents, currency),
      Taxes: toMoney(taxCents, currency),
      Total: toMoney(cents, currency),
    },
    CancelPolicies: policies,
    RestrictionType: quote.restriction,
    IsPrePayment: quote.prePayment,
    CanPayLater: quote.canPayLater,
    CancellationPolicies: policies,
    ...(taxes && { PropertyTaxes: taxes }),
    ...(moreInformation !== undefined && { MoreInformation: moreInformation }),
    SupplierName: quote.supplierName,
    ...(opens !== undefined && { CheckInHour: utcHour(quote.timeZone, quote.start, opens) }),
    ...(closes !== undefined && { CheckOutHour: utcHour(quote.timeZone, end, closes) }),
    PaymentConditions: paymentConditions(quote, sandbox.identity.seed),
  };
}

const instalmentPlans = [1, 3, 6];

/** Their ids differ for each selection. */
export function paymentConditions(
  { item, units, start }: Pick<Quote, 'item' | 'units' | 'start'>,
  seed: string,
): PaymentCondition[] {
  const stem = hash32(`${seed} ${item} ${units} ${start}`).toString(36).toUpperCase();
  return instalmentPlans.map(Installments => ({
    PaymentConditionId: `PC${stem}-${Installments}`,
    Description:
      Installments === 1
        ? 'Credit card, one payment'
        : `Credit card, ${Installments} instalments without interest`,
    Installments,
  }));
}

/**
 * At least one cent. Changes first by percent, then by cents, then to another currency; taxes in the price and penalties in
 * proportion. Taxes paid on the spot never change by percent or cents, but follow the currency of the price.
 */
export function reprice(quote: Quote, change: PriceChange | undefined): Quote {
  if (!change) return quote;
  const { byPercent = 0, byCents = 0, currency = quote.currency, convert = true } = change;
  const convertTo = convert ? currency : quote.currency;
  const moved = Math.max(1, Math.round((quote.cents * (100 + byPercent)) / 100) + byCents);
  const cents = Math.max(1, exchanged(moved, quote.currency, convertTo));
  const part = (amount: number) => Math.round((amount * cents) / quote.cents);
  const taxes = quote.taxes?.map(tax =>
    tax.Currency === quote.currency
      ? {
          ...tax,
          Amount: exchanged(Math.round(tax.Amount * 100), quote.currency, convertTo) / 100,
          Currency: currency,
        }
      : tax,
  );
  return {
    ...quote,
    currency,
    cents,
    taxCents: part(quote.taxCents),
    windows: quote.windows.map(window => ({ ...window, cents: part(window.cents) })),
    ...(taxes && { taxes }),
  };
}

export function withTerms(quote: Quote, change: TermsChange | undefined): Quote {
  if (!change) return quote;
  const { taxesByPercent = 0, extraTaxCents = 0, nonRefundable = false, stepped = false } = change;
  const { moreInformation = quote.moreInformation, penaltiesByPercent = 0 } = change;
  const raised = (quote.taxes ?? []).map(tax => ({
    ...tax,
    Amount: Math.round(tax.Amount * (100 + taxesByPercent)) / 100,
  }));
  const Currency = quote.currency === 'USD' ? 'EUR' : 'USD';
  const added = { Name: 'Facility fee', Amount: extraTaxCents / 100, Currency, Type: 'PerStay' as const };
  const taxes = extraTaxCents > 0 ? [...raised, added] : raised;
  const end = quote.windows.at(-1)?.end ?? quote.end ?? quote.start;
  const stays = stepped ? steppedWindows(quote, end) : quote.windows;
  const windows = nonRefundable ? [{ start: beforeAnyBooking, end, cents: quote.cents }] : stays;
  const risen = (cents: number) => Math.round((cents * (100 + penaltiesByPercent)) / 100);
  return {
    ...quote,
    ...(taxes.length > 0 && { taxes }),
    ...(moreInformation !== undefined && { moreInformation }),
    windows: windows.map(window => ({ ...window, cents: risen(window.cents) })),
  };
}

function steppedWindows({ start, cents }: Quote, end: string): Quote['windows'] {
  const share = (tenths: number) => Math.round((cents * tenths) / 10);
  return [
    { start: beforeAnyBooking, end: addDays(start, -31), cents: share(1) },
    { start: addDays(start, -30), end: addDays(start, -11), cents: share(3) },
    { start: addDays(start, -10), end, cents },
  ];
}
