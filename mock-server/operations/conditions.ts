import { formatTimeSpan, limits, type PaymentCondition, type Product, type ResponseOf } from '#contracts';
import { toMoney, toPolicies } from '../bookings/money.ts';
import type { Directives } from '../directives.ts';
import { utcHour } from '../inventory/local-times.ts';
import type { Quote, Selection } from '../inventory/quote.ts';
import { localDate } from '../inventory/reference/index.ts';
import { problem, refuse, refuseFields } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { hash32 } from '../seed.ts';
import type { SearchToken } from '../store/records.ts';
import type { Call } from './handler.ts';

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
  const offered = priceNow(sandbox, search, selection);
  const quote = reprice(offered, call.directives);
  if (token !== undefined) sandbox.tokens.consume(token, now);
  const stamps = { TimeSpan: formatTimeSpan(now), Errors: [] };
  const revalidated = (outcome: Conditions['RevalidateBookingConditions']) =>
    token === undefined && { RevalidateBookingConditions: outcome };
  if (isGone(quote, call)) {
    const gone = problem(
      'RoomUnavailable',
      `${product} ${selection.item} is no longer available as it was offered; search again`,
    );
    return { answer: { ...stamps, ...revalidated('RoomsNotFound'), Errors: [gone] } };
  }
  const same = quote.cents === offered.cents && quote.currency === offered.currency;
  return {
    answer: {
      Token: issueToken({ search, quote, selection }, call),
      ...stamps,
      ...revalidated(same ? 'SameRoomsFound' : 'RoomsFoundWithChanges'),
      ...describeQuote(quote, sandbox),
    },
  };
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
}

function issueToken({ search, quote, selection }: Given, { sandbox, owner, now }: Call): string {
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

/** An offer with what the supplier was told to change of its price. */
export function reprice(quote: Quote, { priceByPercent }: Directives): Quote {
  return priceByPercent === undefined ? quote : changePrice(quote, priceByPercent);
}

function changePrice(quote: Quote, percent: number): Quote {
  const scale = (cents: number) => Math.round((cents * (100 + percent)) / 100);
  const windows = quote.windows.map(window => ({ ...window, cents: scale(window.cents) }));
  return { ...quote, cents: scale(quote.cents), taxCents: scale(quote.taxCents), windows };
}

/** Whether what was offered is gone: told so, begun before today at the destination or before now where it has a time, or
 * booked out. */
export function isGone(quote: Quote, { sandbox, directives, now }: Call): boolean {
  return (
    directives.soldOut === true ||
    quote.start < localDate(quote.timeZone, now) ||
    (quote.departs !== undefined && quote.departs < now) ||
    quote.units.some(unit => sandbox.store.booked(unit) >= limits.roomsPerOffer.value)
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
