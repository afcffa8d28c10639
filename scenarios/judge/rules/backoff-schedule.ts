import {
  backoffAfter,
  defineRule,
  finding,
  formatTime,
  ifOneTask,
  inWords,
  isObservable,
  resentBy,
  retryAfterOf,
  tolerance,
  tooFast,
} from '../assess/index.ts';

/** Attempts are further and further apart. */
export const backoffSchedule = defineRule({
  id: 'backoff-schedule',
  level: 'must',
  clauses: ['err.retry'],
  title: 'Waits at least 250, 500, 1000 and 2000 ms before the second, third, fourth and fifth attempt.',
  right: 'Attempts after 250, 500, 1000 and 2000 ms.',
  wrong: 'Five attempts within 100 ms.',
  explanation: 'the gaps between an answer that failed and the next attempt of the same request',
  timed: true,
  cases: traffic => traffic.retries().chains,
  nothing: 'nothing was sent again',
  judgeCase(chain, context) {
    // How long to wait after a 429 is what its Retry-After says.
    const gaps = chain.slice(1).flatMap((call, index) => {
      const before = chain[index];
      return before && retryAfterOf(before) === undefined
        ? [{ before, call, wait: backoffAfter(index + 1), attempt: index + 2 }]
        : [];
    });
    if (gaps.length === 0) return 'not applicable';
    const slow = gaps.filter(({ wait }) => isObservable(wait, context));
    const [first] = gaps;
    if (slow.length === 0 && first) return tooFast(first.wait, context);
    return slow.flatMap(({ before, call, wait, attempt }) => {
      // From when the answer was written: that it was read whole, a busy supplier notices only later.
      const since = (before.facts.answered ?? before.ended)?.at ?? 0;
      const gap = call.opened.at - since;
      if (gap >= wait - tolerance(wait, context)) return [];
      const [failed, again] = formatTime(since, call.opened.at);
      const found = finding([before, call], {
        message: `Exchange ${before.number} (${call.facts.operation}) failed at ${failed}; exchange ${call.number} repeats it at ${again}, ${inWords(gap)} later${resentBy(before, call)}.`,
        expected: `At least ${inWords(wait)} before attempt ${attempt}.`,
      });
      return [ifOneTask(found, context)];
    });
  },
});
