import type { RuleRow } from '../rule.ts';

/** Reading the body of an answer, and following a status until it is final. */
export const pollingRules = [
  {
    id: 'rejected-is-final',
    level: 'must',
    clauses: ['poll.rejected', 'status.rejeitado'],
    title: 'Stops asking about a booking that was Rejected.',
  },
  {
    id: 'body-inspected',
    level: 'must',
    clauses: ['flow.4', 'err.200'],
    title:
      'Takes a booking, payment or cancellation answered 200 with FAILED or Errors[] for the failure it is.',
  },
  {
    id: 'ambiguous-status-polled',
    level: 'must',
    clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
    title: 'Polls a booking that is TechnicalProblem, Pending, OnRequest or PendingCancellation.',
  },
  {
    id: 'poll-interval',
    level: 'must',
    clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
    title:
      'Leaves at least 5 minutes between polls of TechnicalProblem or PendingCancellation, and 10 minutes between polls of Pending.',
  },
  {
    id: 'poll-window',
    level: 'must',
    clauses: [
      'poll.technical-problem',
      'poll.pending',
      'poll.pending-cancellation',
      'trans.expire',
      'limit.on-request',
    ],
    title:
      'Gives up polling one interval after 30 minutes at the latest, or after 24 hours for an OnRequest booking.',
  },
  {
    id: 'poll-stops-at-final',
    level: 'must',
    clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation', 'poll.rejected'],
    title: 'Reads a booking once more at most after its status became final.',
  },
] as const satisfies readonly RuleRow[];
