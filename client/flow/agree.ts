import { type CancellationPolicy, limits, type PropertyTax } from '#contracts';
import { show } from '../check.ts';
import {
  HttpError,
  isRateLimited,
  mayHaveTakenEffect,
  OutdatedError,
  UnreadableAnswerError,
} from '../errors.ts';
import { abortable } from '../in-flight.ts';
import { waitAfter } from '../policies/index.ts';
import {
  type Conditions,
  expiryOf,
  isSamePrice,
  type Question,
  type Shown,
  shownConditions,
} from './agree-conditions.ts';
import { type Offer, requestKey } from './request.ts';
import type { Reason } from './snapshot.ts';
import { type Consenting, type Context, ended, type Next, type Quoting } from './states.ts';

const maxLate = 5;

export async function quote(state: Quoting, context: Context): Promise<Next<'quoting'>> {
  const { chosen, agreed, renewing } = state;
  const quoted = await askConditions(state, context);
  if (quoted === 'search-again') {
    if (renewing) return ended({ outcome: 'unavailable', reasons: [] });
    const { request, consent, searches, cancelled } = state;
    return { kind: 'searching', request, consent, searches, cancelled };
  }
  if ('gone' in quoted) return ended({ outcome: 'unavailable', reasons: quoted.gone });
  await checkCurrency(quoted, state, context);
  const question = questionFor(quoted, chosen.offer, agreed);
  return question
    ? { ...state, kind: 'consenting', conditions: quoted, question }
    : afterAgreement(state, quoted, context);
}

/** A trip has one currency. The supplier decides if the ledger does not know the trip. */
async function checkCurrency(
  { answer }: Conditions,
  { request: { product, attachTo } }: Quoting,
  { ledger }: Context,
): Promise<void> {
  if (attachTo === undefined) return;
  const currency = answer.TotalSellingPrice?.Currency ?? '';
  const trip = await ledger.findBooking(attachTo);
  if (trip?.currency !== undefined && trip.currency !== currency)
    throw new TripCurrencyError(
      `this ${product} costs ${currency}, but booking ${attachTo} is in ${trip.currency}; book the ${product} without attachTo, or search again`,
    );
}

class TripCurrencyError extends Error {
  override readonly name = 'TripCurrencyError';
}

/** Undefined if the user has agreed to the same conditions (retoken.changed). */
export function questionFor(
  conditions: Conditions,
  offer: Pick<Offer, 'price' | 'policies' | 'taxes'>,
  agreed: Conditions | undefined,
): Question | undefined {
  const shown = shownConditions(conditions);
  const earlier = agreed && shownConditions(agreed);
  const total = earlier?.total ?? offer.price;
  const priceChanged = !isSamePrice(total, shown.total);
  // The supplier may report a change although no field has changed.
  const isRevised = conditions.answer.RevalidateBookingConditions === 'RoomsFoundWithChanges';
  // Penalties change with the price, so policies are compared only if the price is the same.
  const isOther = earlier ? !isSameExceptPrice(earlier, shown) : !priceChanged && !isAsOffered(offer, shown);
  const conditionsChanged = isOther || (isRevised && !priceChanged);
  if (earlier && !priceChanged && !conditionsChanged) return undefined;
  return { shown, before: { total }, priceChanged, conditionsChanged };
}

const isSameExceptPrice = ({ total: _, ...a }: Shown, { total: __, ...b }: Shown): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Some suppliers have no policies in the Search. */
function isAsOffered(offer: Pick<Offer, 'policies' | 'taxes'>, { taxes, policies }: Shown): boolean {
  const taxTexts = (list: readonly PropertyTax[]) =>
    list.map(({ Name, Amount, Currency, Type }) => JSON.stringify([Name, Amount, Currency, Type])).sort();
  const policyTexts = (list: readonly CancellationPolicy[]) =>
    list
      .filter(({ Value }) => Value > 0)
      .map(({ StartDate, EndDate, Value, Currency }) => JSON.stringify([StartDate, EndDate, Value, Currency]))
      .sort();
  const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
  return (
    isSame(taxTexts(offer.taxes), taxTexts(taxes.flatMap(({ lines }) => lines))) &&
    (offer.policies.length === 0 || isSame(policyTexts(offer.policies), policyTexts(policies)))
  );
}

export async function askConsent(state: Consenting, context: Context): Promise<Next<'consenting'>> {
  const { consent, question, conditions } = state;
  const agrees: unknown = await abortable(Promise.resolve(consent(question)), context.signal);
  if (typeof agrees !== 'boolean')
    throw new TypeError(
      `consent: must return true, false, or a promise of true or false, got ${show(agrees)}`,
    );
  if (!agrees) return ended({ outcome: 'declined-by-user', shown: question.shown });
  return afterAgreement({ ...state, kind: 'quoting' }, conditions, context);
}

/** limit.conditions */
function afterAgreement(state: Quoting, conditions: Conditions, { clock, username }: Context) {
  const { request, chosen, renewing } = state;
  if (clock.now() >= expiryOf(conditions)) {
    const late = state.late + 1;
    if (late < maxLate) return { ...state, agreed: conditions, late };
    return ended({ outcome: 'error', error: new OutdatedError(`${chosen.offer.product}.doBooking`) });
  }
  if (renewing) return { ...renewing, conditions, isTokenUsed: false };
  const key = requestKey(request, username, chosen);
  return { ...state, kind: 'claiming', key, conditions } as const;
}

type Quoted = Conditions | { readonly gone: readonly Reason[] } | 'search-again';

/** First the Token, then the ReToken (flow.1, field.retoken). A lost answer may have used up the Token (decision 2). */
async function askConditions({ chosen, agreed }: Quoting, context: Context): Promise<Quoted> {
  const { call, clock, signal } = context;
  const { offer, token, reToken, at: since } = chosen;
  const id = `${offer.product}.getBookingConditions` as const;
  let isTokenUsed = agreed !== undefined;
  for (let attempt = 1; ; attempt += 1) {
    const age = clock.now() - since;
    const byToken = !isTokenUsed && age < limits.tokenLife.value;
    if (!byToken && age >= limits.reTokenLife.value) return 'search-again';
    isTokenUsed = true;
    const proof = byToken ? { Token: token } : { ReToken: reToken };
    const request = { ...proof, ...offer.selection } as never; // `selection` belongs to the product of `id`
    const goodUntil = since + (byToken ? limits.tokenLife : limits.reTokenLife).value;
    try {
      const { answer, at } = await call(id, request, { signal, goodUntil, attempts: 1 });
      const { Token, RevalidateBookingConditions, Errors, TotalSellingPrice } = answer;
      if (RevalidateBookingConditions === 'RoomsNotFound' || Token === undefined || Errors.length > 0)
        return { gone: Errors };
      const what = 'conditions that have no price';
      if (!TotalSellingPrice) throw new UnreadableAnswerError({ id, attempt }, { status: 200, what });
      return { answer: { ...flagsOf(offer), ...answer }, token: Token, at };
    } catch (error) {
      if (hasCode(error, ['ReTokenExpired'])) return 'search-again';
      if (error instanceof OutdatedError) continue;
      // The supplier checks the rate limit first, so after a 429 the Token is unused.
      const isRefused = isRateLimited(error);
      if (isRefused) isTokenUsed = !byToken;
      const mayRepeat = isRefused || (byToken && isTokenSpent(error)) || mayHaveTakenEffect(error);
      const wait = waitAfter(attempt, error);
      if (!mayRepeat || wait === undefined || attempt >= limits.attempts.value) throw error;
      await clock.sleep(wait, signal, 'the next attempt of GetBookingConditions');
    }
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof HttpError && error.errors.some(({ Code }) => codes.includes(Code));

export const isTokenSpent = (error: unknown): boolean =>
  hasCode(error, ['TokenExpired', 'TokenConsumed', 'TokenUnknown', 'TokenWrongStep']);

const flagsOf = ({ restrictionType, isPrePayment, canPayLater }: Offer) => ({
  RestrictionType: restrictionType,
  IsPrePayment: isPrePayment,
  CanPayLater: canPayLater,
});
