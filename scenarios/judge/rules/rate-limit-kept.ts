import { limits } from '#contracts';
import {
  asWarning,
  type Call,
  clockOf,
  defineRule,
  type Finding,
  finding,
  formatTime,
  inWords,
  isSynthetic,
  type Traffic,
  tooFast,
} from '../assess/index.ts';

const most = limits.ratePerMinute.value;
const minute = limits.rateWindow.value;
/** Calls that were sent in time can arrive closer together, ms: beside other work the first of them may have to wait. */
const margin = 1_000;
const largestMargin = minute / 4;

/** A credential keeps to its rate. */
export const rateLimitKept = defineRule({
  id: 'rate-limit-kept',
  level: 'must',
  clauses: ['limit.rate'],
  title: 'Keeps each credential within 120 requests a minute.',
  right: '150 look-ups are wanted: 120 in the first minute, the others later.',
  wrong: '121 requests within 59 seconds.',
  explanation: 'requests of a credential in any 59 seconds, whatever was answered',
  timed: true,
  cases: traffic => countedBy(traffic),
  nothing: `no credential sent ${most} calls in a minute, nor more in all`,
  judgeCase(calls, context) {
    const wanted = margin * Math.max(1, clockOf(context).speed);
    if (calls.length <= most && !hasWindow(calls, most, minute)) return 'not applicable';
    if (wanted > largestMargin) return tooFast(minute, context);
    const window = minute - wanted;
    const findings: Finding[] = [];
    for (let last = most; last < calls.length; last += 1) {
      const [from, to] = [calls[last - most], calls[last]];
      if (!from || !to || to.opened.at - from.opened.at >= window) continue;
      findings.push(describe(from, to, window));
      last += most;
    }
    if (findings.length === 0) return undefined;
    return isWithinMinutes(calls) ? findings.map(asWarning) : findings;
  },
});

/** The calls that count, of each credential (decision 6): a refusal for the rate is of a call that was sent all the same. */
function countedBy({ calls }: Traffic): Call[][] {
  const counted = new Map<string, Call[]>();
  for (const call of calls) {
    const { operation, status } = call.facts;
    if (operation === null || call.step === 'tool' || status === 401 || isSynthetic(call)) continue;
    const list = counted.get(call.by);
    if (list) list.push(call);
    else counted.set(call.by, [call]);
  }
  return [...counted.values()];
}

const hasWindow = (calls: readonly Call[], count: number, window: number): boolean =>
  calls.some((call, index) => {
    const first = calls[index - count + 1];
    return first !== undefined && call.opened.at - first.opened.at < window;
  });

/** Whether each minute by the clock has no more than the rate: another way to read it (decision 6). */
function isWithinMinutes(calls: readonly Call[]): boolean {
  const counts = new Map<number, number>();
  for (const { opened } of calls) {
    const key = Math.floor(opened.at / minute);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].every(count => count <= most);
}

function describe(from: Call, to: Call, window: number): Finding {
  const [first, last] = formatTime(from.opened.at, to.opened.at);
  return finding([from, to], {
    message: `${most + 1} calls of one credential from ${first} (exchange ${from.number}) to ${last} (exchange ${to.number}), within ${inWords(to.opened.at - from.opened.at)}.`,
    expected: `At most ${most} in any ${inWords(window)}.`,
  });
}
