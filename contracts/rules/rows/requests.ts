import type { RuleRow } from '../rule.ts';

/** The form of requests: dates, codes, credentials, paths, and what should come out of a cache. */
export const requestRules = [
  {
    id: 'dates-local-iso',
    level: 'must',
    clauses: ['date.local'],
    title: 'Writes dates as YYYY-MM-DD in the calendar of the destination, with no zone.',
  },
  {
    id: 'times-utc-hhmm',
    level: 'must',
    clauses: ['date.hours'],
    title: 'Writes times as HH:MM and converts the local time of the task to UTC.',
  },
  {
    id: 'country-codes',
    level: 'must',
    clauses: ['field.country'],
    title: 'Sends two-letter country codes that ISO 3166-1 knows.',
  },
  {
    id: 'credential-in-body',
    level: 'must',
    clauses: ['auth.1', 'res.credential'],
    title: 'Keeps its Credential in the body, out of URLs and headers.',
  },
  {
    id: 'manager-id-sent',
    level: 'must',
    clauses: ['auth.4'],
    title: 'Sends managerId as an integer in the query of static requests.',
  },
  {
    id: 'static-data-cached',
    level: 'should',
    clauses: ['ep.static-refresh', 'limit.static'],
    title: 'Fetches the same airport or hotel once in 30 days at most.',
  },
  {
    id: 'request-matches-contract',
    level: 'must',
    clauses: ['err.400'],
    title: 'Sends requests that the contract accepts, field by field.',
  },
  {
    id: 'canonical-paths',
    level: 'should',
    clauses: ['ep.airport', 'ep.hotel-detail', 'ep.pay', 'ep.detail', 'ep.list', 'ep.unspecified'],
    title: 'Spells paths as the contract spells them.',
  },
  {
    id: 'cancel-not-repeated',
    level: 'should',
    clauses: ['svc.2'],
    title: 'Cancels a booking or service once, unless the first cancellation got lost.',
  },
  {
    id: 'cancellation-polled',
    level: 'must',
    clauses: ['poll.pending-cancellation'],
    title: 'Follows a PendingCancellation until it is decided.',
  },
] as const satisfies readonly RuleRow[];
