import { limits } from '#contracts';
import { defineRule, isPolled, isUnknown, judgeFollowUp, overEach } from '../assess/index.ts';

/** What nobody knows yet is followed up. A cancellation of the client's own has a rule of its own. */
export const ambiguousStatusPolled = defineRule({
  id: 'ambiguous-status-polled',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
  title: 'Polls a booking that is TechnicalProblem, Pending, OnRequest or PendingCancellation.',
  right: 'Pending: GetBookingDetail ten minutes later.',
  wrong: 'Pending, and nothing more is sent until the sandbox is closed.',
  explanation:
    'whether a look follows each status that is undecided, once virtual time has run past its window',
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
