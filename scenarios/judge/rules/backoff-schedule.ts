import {
  backoffAfter,
  type Call,
  clockOf,
  defineRule,
  finding,
  formatDuration,
  formatTime,
  type Inconclusive,
  isObservable,
  type JudgeContext,
  resendNote,
  retryAfterOf,
  tolerance,
  tooFast,
  warnUnlessOneTask,
} from '../assess/index.ts';

export const backoffSchedule = defineRule({
  id: 'backoff-schedule',
  level: 'must',
  clauses: ['err.retry'],
  title:
    'A correct client waits at least 250, 500, 1000 and 2000 ms before the second, third, fourth and fifth attempt.',
  right: 'The client waits 250, 500, 1000 and 2000 ms between its five attempts.',
  wrong: 'The client sends five attempts within 100 ms.',
  explanation: 'The judge measures the time from each failed answer to the next attempt of the same request.',
  timed: true,
  cases: traffic => traffic.retries().chains,
  nothing: 'no request was repeated after a failure',
  judgeCase(chain, context) {
    // Waits after a Retry-After header are excluded, because the rule retry-after-respected judges them.
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
    let undecided: Inconclusive | undefined;
    const findings = slow.flatMap(({ before, call, wait, attempt }) => {
      // The gap is measured from the sending of the answer. A busy stand-in may notice too late that the client has received the
      // answer.
      const since = (before.facts.answered ?? before.ended)?.at ?? 0;
      const gap = call.opened.at - since;
      const least = wait - tolerance(wait, context);
      if (gap >= least && gap - machineDelay(before, context) < least) undecided = busy;
      if (gap >= least) return [];
      const [failed, again] = formatTime(since, call.opened.at);
      const found = finding([before, call], {
        message: `Exchange ${before.number} (${call.facts.operation}) failed at ${failed}; the client sent the same request again at ${again} (exchange ${call.number}), ${formatDuration(gap)} later${resendNote(before, call)}. Early retries add load to a supplier that fails.`,
        expected: `A correct client waits at least ${formatDuration(wait)} before attempt ${attempt}.`,
      });
      return [warnUnlessOneTask(found, context)];
    });
    return findings.length === 0 && undecided ? undecided : findings;
  },
});

const busy: Inconclusive = {
  inconclusive: 'the machine was so busy that it may have added the missing part of a wait',
};

/** Returns by how much a busy machine delayed an answer, in milliseconds of the sandbox clock. A shorter wait may look this much longer. */
function machineDelay({ facts: { answered, closed } }: Call, context: JudgeContext): number {
  const delay = answered && closed ? closed.real - answered.real : 0;
  return clockOf(context).mode === 'auto' ? 0 : Math.max(0, delay) * clockOf(context).speed;
}
