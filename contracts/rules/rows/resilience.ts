import type { RuleRow } from '../rule.ts';

/** Refusals, failures and time-outs: when to try again, and when to stop. */
export const resilienceRules = [
  {
    id: 'retry-after-respected',
    level: 'must',
    clauses: ['err.429'],
    title: 'Repeats an operation refused with 429 only after the time that Retry-After gave.',
  },
  {
    id: 'backoff-schedule',
    level: 'must',
    clauses: ['err.retry'],
    title: 'Waits at least 250, 500, 1000 and 2000 ms before the second, third, fourth and fifth attempt.',
  },
  {
    id: 'at-most-five-attempts',
    level: 'must',
    clauses: ['err.retry'],
    title: 'Ends after the fifth attempt.',
  },
  {
    id: 'breaker-opens',
    level: 'must',
    clauses: ['err.breaker'],
    title: 'Leaves an endpoint alone for at least 5 s after its third 5xx in a row.',
  },
  {
    id: 'rate-limit-kept',
    level: 'must',
    clauses: ['limit.rate'],
    title: 'Keeps each credential within 120 requests a minute.',
  },
  {
    id: 'client-errors-not-retried',
    level: 'must',
    clauses: ['err.400', 'err.401', 'err.404'],
    title: 'Changes a request that got 400, 401 or 404 before it sends it again.',
  },
  {
    id: 'waits-for-search',
    level: 'should',
    clauses: ['limit.search-timeout'],
    title: 'Waits 15 s for a Search, not much less and not more.',
  },
  {
    id: 'waits-for-booking',
    level: 'must',
    clauses: ['limit.booking-timeout'],
    title: 'Waits 45 s for a DoBooking before it gives up.',
  },
] as const satisfies readonly RuleRow[];
