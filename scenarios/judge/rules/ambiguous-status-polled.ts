import { limits } from '#contracts';
import { isPolled, isUnknown } from '../traffic/status.ts';
import { judgeFollowUp } from './follow-up.ts';
import { overEach } from './opinion.ts';
import { defineRule } from './rule.ts';

/** What nobody knows yet is followed up. A cancellation of the client's own has a rule of its own. */
export const ambiguousStatusPolled = defineRule({
  id: 'ambiguous-status-polled',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
  title: 'Polls a booking that is TechnicalProblem, Pending, OnRequest or PendingCancellation.',
  judge: ({ trips }, context) =>
    overEach(
      trips,
      trip =>
        judgeFollowUp(trip, context, {
          isDue: (status, call) =>
            call.step === 'cancel' ? false : call.step === 'look' ? isPolled(status) : isUnknown(status),
          within: limits.pollPending.value,
        }),
      'no booking was TechnicalProblem, Pending or OnRequest',
    ),
});
