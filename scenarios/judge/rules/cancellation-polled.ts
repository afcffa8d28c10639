import { limits } from '#contracts';
import { defineRule, judgeFollowUp, overEach } from '../assess/index.ts';

/** A cancellation that takes its time is followed up. One that did not reach the supplier is not under way. */
export const cancellationPolled = defineRule({
  id: 'cancellation-polled',
  level: 'must',
  clauses: ['poll.pending-cancellation'],
  title: 'Follows a PendingCancellation until it is decided.',
  right: 'PendingCancellation: GetBookingDetail five minutes later.',
  wrong: 'PendingCancellation is reported as "cancelled", and never looked at.',
  explanation: 'whether looks follow a PendingCancellation',
  judge: ({ trips }, context) =>
    overEach(
      trips,
      trip =>
        judgeFollowUp(trip, context, {
          isDue: (status, call) => call.step === 'cancel' && status === 'pending-cancellation',
          within: limits.pollPendingCancellation.value,
        }),
      'no cancellation was PendingCancellation',
    ),
});
