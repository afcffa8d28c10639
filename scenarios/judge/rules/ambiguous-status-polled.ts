import { limits } from '#contracts';
import { assessEach, defineRule, isPolled, isUnknown, judgeFollowUp } from '../assess/index.ts';

export const ambiguousStatusPolled = defineRule({
  id: 'ambiguous-status-polled',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
  title:
    'A correct client polls a booking with the status TechnicalProblem, Pending, OnRequest or PendingCancellation.',
  right: 'DoBooking returns Pending, and the client sends GetBookingDetail ten minutes later.',
  wrong: 'DoBooking returns Pending, and the client sends nothing more about that booking.',
  explanation:
    'The judge checks that a look-up follows each undecided status. A missing look-up counts only if the sandbox was closed after the time limit.',
  judge: ({ trips, looksBy }, context) =>
    assessEach(
      trips,
      trip =>
        judgeFollowUp(trip, context, {
          // Statuses after a cancellation are excluded, because the rule cancellation-polled judges them.
          isDue: (status, call) =>
            call.step === 'cancel' ? false : call.step === 'look' ? isPolled(status) : isUnknown(status),
          looksBy,
          within: limits.pollPending.value,
        }),
      'no booking had the status TechnicalProblem, Pending or OnRequest',
    ),
});
