import type { RuleRow } from '../rule.ts';

/** What reaches the user, what must stay hidden, and the tool server. */
export const outputRules = [
  {
    id: 'taxes-not-summed',
    level: 'must',
    clauses: ['flow.7'],
    title: 'Adds no tax in a foreign currency to the price unless the sum is marked approximate.',
  },
  {
    id: 'more-information-shown',
    level: 'must',
    clauses: ['field.more-information'],
    title: 'Shows the user MoreInformation from its first word to its last.',
  },
  {
    id: 'no-card-data-in-output',
    level: 'must',
    clauses: ['auth.5'],
    title: 'Writes no card number and no security code into its output.',
  },
  {
    id: 'personal-data-masked',
    level: 'must',
    clauses: ['auth.5'],
    title: 'Masks documents and e-mail addresses in its output.',
  },
  {
    id: 'credentials-not-in-output',
    level: 'must',
    clauses: ['auth.5'],
    title: 'Writes no password, Token or static token into its output.',
  },
  {
    id: 'test-cards-only',
    level: 'should',
    clauses: ['auth.5'],
    title: 'Pays with the test cards of the stand-in and with no other number that passes the Luhn check.',
  },
  {
    id: 'tools-accept-both',
    level: 'must',
    clauses: ['tool.headers'],
    title: 'Accepts both application/json and text/event-stream in every call to the tool server.',
  },
  {
    id: 'tools-post-only',
    level: 'must',
    clauses: ['tool.transport', 'err.405'],
    title: 'Talks to the tool server by POST alone.',
  },
  {
    id: 'tools-revision',
    level: 'must',
    clauses: ['tool.transport', 'ver.2'],
    title: 'Announces no protocol revision other than 2025-06-18 to the tool server.',
  },
] as const satisfies readonly RuleRow[];
