import type { BooksRule, RuleRow } from '../assess/index.ts';
import { agreedPrice } from './agreed-price.ts';
import { ambiguousStatusPolled } from './ambiguous-status-polled.ts';
import { atMostFiveAttempts } from './at-most-five-attempts.ts';
import { attachUsesRealBookingId } from './attach-uses-real-booking-id.ts';
import { backoffSchedule } from './backoff-schedule.ts';
import { bodyInspected } from './body-inspected.ts';
import { bookedAsExpected } from './booked-as-expected.ts';
import { bookingUsesConditionsToken } from './booking-uses-conditions-token.ts';
import { breakerOpens } from './breaker-opens.ts';
import { cancelNotRepeated } from './cancel-not-repeated.ts';
import { cancellationPolled } from './cancellation-polled.ts';
import { canonicalPaths } from './canonical-paths.ts';
import { cardOnlyWhenNeeded } from './card-only-when-needed.ts';
import { chargedAsExpected } from './charged-as-expected.ts';
import { chargedAtBooking } from './charged-at-booking.ts';
import { childAgesExact } from './child-ages-exact.ts';
import { cleanOutput } from './clean-output.ts';
import { clientErrorsNotRetried } from './client-errors-not-retried.ts';
import { conditionsBeforeBooking } from './conditions-before-booking.ts';
import { conditionsFresh } from './conditions-fresh.ts';
import { countryCodes } from './country-codes.ts';
import { credentialInBody } from './credential-in-body.ts';
import { credentialsNotInOutput } from './credentials-not-in-output.ts';
import { datesLocalIso } from './dates-local-iso.ts';
import { declinedCardNotRepeated } from './declined-card-not-repeated.ts';
import { destinationFromAutocomplete } from './destination-from-autocomplete.ts';
import { endsByItself } from './ends-by-itself.ts';
import { idempotencyKeyPerBooking } from './idempotency-key-per-booking.ts';
import { idempotencyKeyPresent } from './idempotency-key-present.ts';
import { instalmentsAsChosen } from './instalments-as-chosen.ts';
import { managerIdSent } from './manager-id-sent.ts';
import { moreInformationShown } from './more-information-shown.ts';
import { noBlindRebooking } from './no-blind-rebooking.ts';
import { noCardDataKept } from './no-card-data-kept.ts';
import { noPersonalDataInReferences } from './no-personal-data-in-references.ts';
import { noRebookingWhileUnknown } from './no-rebooking-while-unknown.ts';
import { nothingOrphaned } from './nothing-orphaned.ts';
import { onRequestNotSuccess } from './on-request-not-success.ts';
import { oneBooking } from './one-booking.ts';
import { oneBookingInFlight } from './one-booking-in-flight.ts';
import { oneCharge } from './one-charge.ts';
import { outcomeAsExpected } from './outcome-as-expected.ts';
import { paymentNotRepeated } from './payment-not-repeated.ts';
import { paymentOnlyWhenDue } from './payment-only-when-due.ts';
import { penaltyShown } from './penalty-shown.ts';
import { personalDataMasked } from './personal-data-masked.ts';
import { policiesShown } from './policies-shown.ts';
import { pollInterval } from './poll-interval.ts';
import { pollStopsAtFinal } from './poll-stops-at-final.ts';
import { pollWindow } from './poll-window.ts';
import { prepaymentPaid } from './prepayment-paid.ts';
import { priceChangeConfirmed } from './price-change-confirmed.ts';
import { rateLimitKept } from './rate-limit-kept.ts';
import { recovers } from './recovers.ts';
import { referenceUnique } from './reference-unique.ts';
import { rejectedIsFinal } from './rejected-is-final.ts';
import { rejectedNotCancelled } from './rejected-not-cancelled.ts';
import { requestMatchesContract } from './request-matches-contract.ts';
import { retokenOutcomeHonoured } from './retoken-outcome-honoured.ts';
import { retokenWithin25h } from './retoken-within-25h.ts';
import { retryAfterRespected } from './retry-after-respected.ts';
import { searchNotRepeated } from './search-not-repeated.ts';
import { selectionFromSearch } from './selection-from-search.ts';
import { staticDataCached } from './static-data-cached.ts';
import { taxesNotSummed } from './taxes-not-summed.ts';
import { taxesShown } from './taxes-shown.ts';
import { testCardsOnly } from './test-cards-only.ts';
import { timesUtcHhmm } from './times-utc-hhmm.ts';
import { tokenFresh } from './token-fresh.ts';
import { tokenUsedOnce } from './token-used-once.ts';
import { toolsAcceptBoth } from './tools-accept-both.ts';
import { toolsPostOnly } from './tools-post-only.ts';
import { toolsRevision } from './tools-revision.ts';
import { truthTold } from './truth-told.ts';
import { waitsForBooking } from './waits-for-booking.ts';
import { waitsForSearch } from './waits-for-search.ts';

// Reports show the rules in this order.
const table = [
  // Rules about the result of a run, and about the calls from Search to DoBooking: Tokens, age of Tokens, and consent.
  outcomeAsExpected,
  bookedAsExpected,
  chargedAsExpected,
  conditionsBeforeBooking,
  bookingUsesConditionsToken,
  tokenUsedOnce,
  tokenFresh,
  conditionsFresh,
  priceChangeConfirmed,
  retokenWithin25h,
  retokenOutcomeHonoured,
  // Rules about payment, the selected offer, and repeated DoBooking calls.
  onRequestNotSuccess,
  prepaymentPaid,
  paymentOnlyWhenDue,
  chargedAtBooking,
  cardOnlyWhenNeeded,
  instalmentsAsChosen,
  paymentNotRepeated,
  declinedCardNotRepeated,
  attachUsesRealBookingId,
  destinationFromAutocomplete,
  selectionFromSearch,
  childAgesExact,
  noBlindRebooking,
  noRebookingWhileUnknown,
  oneBookingInFlight,
  idempotencyKeyPresent,
  idempotencyKeyPerBooking,
  referenceUnique,
  // Rules about reading the body of an answer, and polling until a status is final.
  rejectedIsFinal,
  rejectedNotCancelled,
  bodyInspected,
  ambiguousStatusPolled,
  pollInterval,
  pollWindow,
  pollStopsAtFinal,
  // Rules about refusals, failures and time-outs: when a client may try again, and when it must stop.
  retryAfterRespected,
  backoffSchedule,
  atMostFiveAttempts,
  breakerOpens,
  rateLimitKept,
  clientErrorsNotRetried,
  waitsForSearch,
  waitsForBooking,
  // Rules about the form of requests (dates, codes, credentials and paths), and about caching static data.
  datesLocalIso,
  timesUtcHhmm,
  countryCodes,
  credentialInBody,
  managerIdSent,
  staticDataCached,
  searchNotRepeated,
  requestMatchesContract,
  canonicalPaths,
  cancelNotRepeated,
  cancellationPolled,
  // Rules about the information that the client shows to the user, secrets that it must hide, and the tool server.
  taxesNotSummed,
  taxesShown,
  policiesShown,
  penaltyShown,
  moreInformationShown,
  noCardDataKept,
  personalDataMasked,
  credentialsNotInOutput,
  noPersonalDataInReferences,
  testCardsOnly,
  toolsAcceptBoth,
  toolsPostOnly,
  toolsRevision,
  // Rules about the end of a run, which read the books of the supplier. The costliest ones come first.
  oneBooking,
  oneCharge,
  truthTold,
  nothingOrphaned,
  agreedPrice,
  endsByItself,
  cleanOutput,
  recovers,
] as const satisfies readonly (RuleRow | BooksRule)[];

type Row = (typeof table)[number];

/** The id of a rule, such as `token-used-once`. */
export type RuleId = Extract<Row, RuleRow>['id'];

/** The id of a rule about the end of a run, such as `one-booking`. */
export type InvariantId = Extract<Row, BooksRule>['id'];

/** A rule of the judge. */
export type Rule = RuleRow<RuleId>;

/** A rule about the end of a run. */
export type Invariant = BooksRule<InvariantId>;

const all: readonly (Rule | Invariant)[] = table;

/**
 * Every rule that reads the traffic, in the order in which reports show them.
 *
 * @example
 * rules.filter(rule => rule.level === 'must').map(rule => rule.id);
 */
export const rules: readonly Rule[] = all.filter(row => row.reads !== 'books');

/** Every rule that reads the books of the supplier at the end of a run, in the order in which reports show them. */
export const invariants: readonly Invariant[] = all.filter(row => row.reads === 'books');

const rulesById: ReadonlyMap<string, Rule> = new Map(rules.map(rule => [rule.id, rule]));

/**
 * Finds a rule by its id, or returns undefined when no rule has that id. Never throws.
 *
 * @example
 * findRule('token-fresh')?.clauses; // ['limit.token']
 */
export const findRule = (id: string): Rule | undefined => rulesById.get(id);
