import { limits } from '#contracts';
import { assessEach, defineRule, judgeFollowUp } from '../assess/index.ts';

export const cancellationPolled = defineRule({
  id: 'cancellation-polled',
  level: 'must',
  clauses: ['poll.pending-cancellation'],
  title: 'A correct client polls a booking with the status PendingCancellation until the status changes.',
  right:
    'A cancellation returns PendingCancellation, and the client sends GetBookingDetail five minutes later.',
  wrong: 'A cancellation returns PendingCancellation, and the client reports "cancelled" without a look-up.',
  explanation: 'The judge checks that look-ups follow each PendingCancellation.',
  judge: ({ trips, looksBy }, context) =>
    assessEach(
      trips,
      trip =>
        judgeFollowUp(trip, context, {
          isDue: (status, call) => call.step === 'cancel' && status === 'pending-cancellation',
          looksBy,
          within: limits.pollPendingCancellation.value,
        }),
      'no cancellation returned PendingCancellation',
    ),
});
