import { formatTimeSpan, limits, type PaymentCondition, type Product, type ResponseOf } from '#contracts';
import type { Directives } from '#contracts/fault';
import { toMoney, toPolicies } from '../bookings/index.ts';
import { localDate, type Quote, type Selection, utcHour } from '../inventory/index.ts';
import { problem, refuse, refuseFields } from '../refusal.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import { hash32 } from '../seed.ts';
import type { PriceChange, SearchToken } from '../store/index.ts';
import type { Call } from './handler.ts';
import { reprice } from './reprice.ts';

type Conditions = ResponseOf<'hotel.getBookingConditions'>;

/** The tokens of a conditions request and what it selects. */
export interface ConditionsRequest {
  product: Product;
  token: string | undefined;
  reToken: string | undefined;
  selection: Selection;
}

/** Validates a selection of any product by Token or ReToken, and gives the Token for DoBooking (flow.1, field.retoken). */
export function giveConditions(request: ConditionsRequest, call: Call): { answer: Conditions } {
  const { sandbox, now } = call;
  const { product, selection } = request;
  const { search, token } = findSearch(request, call);
  const byReToken = token === undefined;
  const offered = priceNow(sandbox, search, selection);
  const told = byReToken ? asRevalidated(call.directives) : call.directives;
  const quote = reprice(offered, told.price);
  if (token !== undefined && !told.failure) sandbox.tokens.consume(token, now);
  const revalidated = (outcome: Conditions['RevalidateBookingConditions']) =>
    byReToken && { RevalidateBookingConditions: outcome };
  const stamps = { TimeSpan: formatTimeSpan(now), Errors: [] };
  if (told.failure || isGone(quote, { ...call, directives: told })) {
    const gone = problem(
      'RoomUnavailable',
      `${product} ${selection.item} is no longer available as it was offered; search again`,
    );
    const Errors = told.failure ? [...told.failure.errors] : [gone];
    return { answer: { ...stamps, ...revalidated('RoomsNotFound'), Errors } };
  }
  const same = quote.cents === offered.cents && quote.currency === offered.currency;
  const outcome = told.revalidation ?? (same ? 'SameRoomsFound' : 'RoomsFoundWithChanges');
  return {
    answer: {
      Token: issueToken({ search, quote, selection, price: told.price }, call),
      ...stamps,
      ...revalidated(outcome),
      ...describeQuote(quote, sandbox),
    },
  };
}

/** What a change comes to where nobody says which. */
const someChange: PriceChange = { byPercent: 10 };

/** What the supplier is told where it is asked by ReToken: what is to come of that decides about price and rooms. */
function asRevalidated(directives: Directives): Directives {
  const { price, ...told } = directives;
  const { revalidation } = told;
  if (revalidation === undefined) return directives;
  if (revalidation === 'SameRoomsFound') return { ...told, soldOut: false };
  if (revalidation === 'RoomsNotFound') return { ...told, soldOut: true };
  return { ...told, price: price ?? someChange, soldOut: false };
}

/**
 * The Search that conditions are asked for: by its Token if that is still good for this step, else by its ReToken.
 *
 * @returns with `token` only where that was used
 */
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

interface Given {
  search: SearchToken;
  quote: Quote;
  selection: Selection;
  /** How the quote differs from what was offered. */
  price: PriceChange | undefined;
}

function issueToken({ search, quote, selection, price }: Given, { sandbox, owner, now, play }: Call): string {
  return sandbox.tokens.issueConditions({
    product: search.product,
    owner,
    issuedAt: now,
    criteria: search.criteria,
    item: quote.item,
    units: quote.units,
    cents: quote.cents,
    currency: quote.currency,
    ...(selection.serviceDate !== undefined && { serviceDate: selection.serviceDate }),
    ...(price && { price }),
    ...(play !== undefined && { play }),
  });
}

/** What a selection costs as it was offered; refuses what the Search did not offer. */
export function priceNow(
  sandbox: Sandbox,
  { product, criteria }: Pick<SearchToken, 'product' | 'criteria'>,
  selection: Selection,
): Quote {
  const quote = sandbox.inventoryOf(product).quote(JSON.parse(criteria), selection);
  if (Array.isArray(quote)) throw refuseFields(quote);
  return quote;
}

/** Whether what was offered is gone: as told, else begun before today at the destination or before now where it has a
 * time, or booked out. */
export function isGone(quote: Quote, { sandbox, directives, now }: Call): boolean {
  return (
    directives.soldOut ??
    (quote.start < localDate(quote.timeZone, now) ||
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
    CanPayLater: quote.payLater,
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

/** The ways to pay what was quoted or booked; their ids belong to this selection alone. */
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
