import type { RuleId } from '../judge/index.ts';

/** The tags of the catalogue, each with a text that says which mistakes or situations its scenarios test. */
export const tags = {
  money: 'a wrong price, a second booking or a second charge',
  time: 'a wait that is too short or too long, and wrong dates',
  polling: 'a status that changes later',
  payment: 'card payments',
  cancel: 'cancellations',
  tokens: 'Tokens, ReTokens and the age of the conditions',
  wire: 'errors, lost answers, and requests or answers of an unusual form',
  display: 'what the user must see before booking',
  privacy: 'personal data, card data and credentials in output',
  smoke: 'a short run: every product, a payment, a cancellation, a lost answer and a pending booking',
} as const;

/** A tag of the catalogue. */
export type Tag = keyof typeof tags;

/** The rules that belong to each tag. A scenario that lists one of these rules has the tag. */
const rulesOf: Partial<Record<Tag, readonly RuleId[]>> = {
  money: [
    'price-change-confirmed',
    'charged-as-expected',
    'no-blind-rebooking',
    'no-rebooking-while-unknown',
    'one-booking-in-flight',
    'payment-not-repeated',
    'idempotency-key-per-booking',
    'reference-unique',
  ],
  time: [
    'token-fresh',
    'conditions-fresh',
    'retoken-within-25h',
    'retry-after-respected',
    'backoff-schedule',
    'waits-for-booking',
    'waits-for-search',
    'poll-interval',
    'poll-window',
    'times-utc-hhmm',
    'dates-local-iso',
    'static-data-cached',
    'rate-limit-kept',
  ],
  polling: [
    'ambiguous-status-polled',
    'poll-interval',
    'poll-window',
    'poll-stops-at-final',
    'on-request-not-success',
    'cancellation-polled',
    'rejected-is-final',
  ],
  payment: [
    'prepayment-paid',
    'charged-at-booking',
    'payment-not-repeated',
    'charged-as-expected',
    'declined-card-not-repeated',
    'card-only-when-needed',
    'instalments-as-chosen',
  ],
  cancel: ['cancel-not-repeated', 'cancellation-polled', 'penalty-shown'],
  tokens: [
    'token-fresh',
    'token-used-once',
    'booking-uses-conditions-token',
    'conditions-fresh',
    'conditions-before-booking',
    'retoken-outcome-honoured',
    'retoken-within-25h',
  ],
  wire: [
    'no-blind-rebooking',
    'body-inspected',
    'backoff-schedule',
    'breaker-opens',
    'client-errors-not-retried',
    'retry-after-respected',
    'rate-limit-kept',
    'request-matches-contract',
    'attach-uses-real-booking-id',
    'child-ages-exact',
    'waits-for-search',
    'tools-accept-both',
  ],
  display: [
    'price-change-confirmed',
    'more-information-shown',
    'taxes-not-summed',
    'taxes-shown',
    'policies-shown',
    'penalty-shown',
  ],
  privacy: [
    'no-card-data-kept',
    'personal-data-masked',
    'credentials-not-in-output',
    'card-only-when-needed',
    'no-personal-data-in-references',
  ],
};

/** For some scenario ids, the tags that are added to the tags from the rules of the scenario. */
const more: Readonly<Record<string, readonly Tag[]>> = {
  'status-goes-back': ['polling'],
  'token-expired-retoken-changed': ['money', 'display'],
  'booking-forgotten-once': ['wire'],
  'taxes-mixed-currency': ['money', 'display'],
  'taxes-only-in-more-information': ['money', 'display'],
  'slow-drip': ['wire', 'time'],
  'search-slow': ['wire', 'time'],
};

/** Scenarios with unusual answers, which have the tag `wire`. Their rules check only that the booking still works. */
const unusualAnswers: readonly string[] = [
  'xml-error',
  'truncated-json',
  'empty-body',
  'gzip',
  'wrong-content-type',
  'byte-order-mark',
];

/** The scenarios of the smoke run. */
const smoke = [
  'hotel-confirmed',
  'car-confirmed',
  'transfer-confirmed',
  'tour-confirmed',
  'price-up-declined',
  'rejected-no-availability',
  'pending-confirmed',
  'answer-lost-booked',
  'pay-at-booking',
  'cancel-free',
];

/**
 * Returns the tags of a scenario: the tags of its rules, its additional tags, and `smoke` if the smoke run contains the scenario.
 *
 * @example tagsOf('cancel-free', ['cancel-not-repeated']) // ['cancel', 'smoke']
 */
export function tagsOf(id: string, rules: readonly RuleId[]): Tag[] {
  const added = [...(more[id] ?? []), ...(unusualAnswers.includes(id) ? (['wire'] as const) : [])];
  const isSmoke = smoke.includes(id);
  return (Object.keys(tags) as Tag[]).filter(
    tag =>
      (tag === 'smoke' && isSmoke) ||
      added.includes(tag) ||
      (rulesOf[tag] ?? []).some(rule => rules.includes(rule)),
  ); // Object.keys returns strings
}
