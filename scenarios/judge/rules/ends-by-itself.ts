import { limits, parseDuration } from '#contracts';
import type { Task } from '#contracts/scenario';
import { defineRule, formatDuration } from '../assess/index.ts';

export const endsByItself = defineRule({
  id: 'ends',
  reads: 'books',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
  title: 'A correct client ends by itself within the time that its polling plans allow.',
  judgeEnd({ finish, task, calls }) {
    if (!finish) return { notApplicable: 'the end of the client is unknown' };
    const exchanges = calls.slice(-1).map(({ number }) => number);
    const took = formatDuration(finish.virtualMs);
    if (!finish.byItself)
      return [{ message: `The client did not end by itself; it was stopped after ${took}.`, exchanges }];
    const allowed = task && allowedTime(task);
    if (allowed === undefined || finish.virtualMs <= allowed) return [];
    const message = `The client ended only after ${took}, but its task and its polling plans take at most ${formatDuration(allowed)}.`;
    return [{ message, exchanges }];
  },
});

/** The number of polling windows of 30 minutes that one step can need: look-ups, payments, statuses and cancellations. */
const windowsPerStep = 8;

/**
 * Returns the longest time that a correct client can need for a task, in milliseconds: the waits of the user, and for each step a
 * booking that waits a day for the hotel and whose conditions are read again until the ReToken is too old.
 */
function allowedTime({ steps, waits = {} }: Task): number {
  const thinking = Object.values(waits).map(wait => (wait === undefined ? 0 : parseDuration(wait)));
  const each = steps.map(step => {
    const after = step.do === 'static' && step.after !== undefined ? parseDuration(step.after) : 0;
    return after + limits.onRequestLife.value + windowsPerStep * limits.pollWindow.value;
  });
  return [...thinking, ...each].reduce((sum, time) => sum + time, 0);
}
