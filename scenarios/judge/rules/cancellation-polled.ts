import { limits } from '#contracts';
import { judgeFollowUp } from './follow-up.ts';
import { overEach } from './opinion.ts';
import { defineRule } from './rule.ts';

/** A cancellation that takes its time is followed up. One that did not reach the supplier is not under way. */
export const cancellationPolled = defineRule({
  id: 'cancellation-polled',
  level: 'must',
  clauses: ['poll.pending-cancellation'],
  title: 'Follows a PendingCancellation until it is decided.',
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
