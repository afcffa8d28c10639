import type { RuleRow } from '../rule.ts';

/** What a run ends with, and the way from Search to DoBooking: tokens, freshness, consent. */
export const flowRules = [
  {
    id: 'outcome-as-expected',
    level: 'must',
    clauses: ['svc.1', 'flow.4'],
    title: 'Reports an outcome that the scenario allows.',
  },
  {
    id: 'booked-as-expected',
    level: 'must',
    clauses: ['flow.3'],
    title: 'Leaves the supplier with the bookings that the task asked for, none doubled and none lost.',
  },
  {
    id: 'charged-as-expected',
    level: 'must',
    clauses: ['svc.3', 'flow.6'],
    title: 'Leaves the card with the charges that the task asked for, no more and no fewer.',
  },
  {
    id: 'conditions-before-booking',
    level: 'must',
    clauses: ['svc.1', 'flow.2'],
    title: 'Asks for the conditions of a selection before it books that selection.',
  },
  {
    id: 'booking-uses-conditions-token',
    level: 'must',
    clauses: ['flow.1'],
    title: 'Books with the Token that the latest conditions returned and not with the one of the Search.',
  },
  {
    id: 'token-used-once',
    level: 'must',
    clauses: ['flow.1', 'auth.2', 'field.token'],
    title: 'Drops a Token as soon as a readable answer has used it up.',
  },
  {
    id: 'token-fresh',
    level: 'must',
    clauses: ['limit.token'],
    title: 'Sends no Token that is more than 30 minutes old.',
  },
  {
    id: 'conditions-fresh',
    level: 'must',
    clauses: ['flow.2', 'limit.conditions'],
    title: 'Books less than 5 minutes after it received the conditions.',
  },
  {
    id: 'price-change-confirmed',
    level: 'must',
    clauses: ['flow.2', 'field.pricing-info', 'field.total-selling-price'],
    title: 'Shows the user a TotalSellingPrice that changed and books only with the consent given to it.',
  },
  {
    id: 'retoken-within-25h',
    level: 'must',
    clauses: ['retoken.expired', 'field.retoken', 'limit.retoken'],
    title: 'Uses a ReToken for 25 hours at most and then runs a full Search.',
  },
  {
    id: 'retoken-outcome-honoured',
    level: 'must',
    clauses: ['retoken.same', 'retoken.changed', 'retoken.not-found', 'field.revalidate'],
    title:
      'Books with the new Token when the rooms are the same, asks the user again when they changed, and searches again when they are gone.',
  },
] as const satisfies readonly RuleRow[];
