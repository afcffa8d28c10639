import { limits } from '#contracts';
import {
  asWarning,
  type Call,
  clockOf,
  defineRule,
  type Finding,
  finding,
  formatDuration,
  formatTime,
  type Inconclusive,
  isSynthetic,
  type Traffic,
  tooFast,
} from '../assess/index.ts';

const max = limits.ratePerMinute.value;
const minute = limits.rateWindow.value;
/** If the gap between two calls is shorter on the clock of the sandbox, in milliseconds at speed 1, the client may have sent both at once. */
const burstGap = 250;
/** The time, in milliseconds, by which a busy machine can shorten the gap between two calls on their way to the server. */
const margin = 1_000;
const maxMargin = minute / 4;

export const rateLimitKept = defineRule({
  id: 'rate-limit-kept',
  level: 'must',
  clauses: ['limit.rate'],
  title: 'A correct client sends at most 120 requests a minute with one credential.',
  right: 'The client needs 150 look-ups. It sends 120 in the first minute and the others later.',
  wrong: 'The client sends 121 requests with one credential within 59 seconds.',
  explanation:
    'For each credential, the judge counts the requests in any period of 59 seconds. Refused requests count, too.',
  timed: true,
  cases: traffic => countedBy(traffic),
  nothing: `no credential was used for ${max} calls in one minute, or for more calls in total`,
  judgeCase(calls, context) {
    const speed = Math.max(1, clockOf(context).speed);
    const wanted = margin * speed;
    if (calls.length <= max && !hasWindow(calls, max, minute)) return 'not applicable';
    if (wanted > maxMargin) return tooFast(minute, context);
    const window = minute - wanted;
    const findings: Finding[] = [];
    let [first] = calls;
    let next = max;
    let isDoubtful = false;
    for (const [index, from] of calls.entries()) {
      if (from.opened.at - (calls[index - 1] ?? from).opened.at >= burstGap * speed) first = from;
      const last = index + max;
      const to = calls[last];
      if (last < next || !first || !to || to.opened.at - from.opened.at >= window) continue;
      // The calls of a burst may all have been sent when its first call was.
      if (to.opened.at - first.opened.at >= window) isDoubtful = true;
      else {
        findings.push(describe(from, to, window));
        next = last + max + 1;
      }
    }
    if (findings.length === 0) return isDoubtful ? busy : undefined;
    return isWithinMinutes(calls) ? findings.map(asWarning) : findings;
  },
});

const busy: Inconclusive = {
  inconclusive: 'calls of the client arrived late, so the traffic does not show when the client sent them',
};

/**
 * Returns the calls that the rate limit counts, grouped by credential. The limit also counts calls refused with 429 (decision 6).
 */
function countedBy({ calls }: Traffic): Call[][] {
  const counted = calls.filter(
    ({ facts, step }) => facts.operation !== null && step !== 'tool' && facts.status !== 401,
  );
  return [
    ...Map.groupBy(
      counted.filter(call => !isSynthetic(call)),
      ({ by }) => by,
    ).values(),
  ];
}

const hasWindow = (calls: readonly Call[], count: number, window: number): boolean =>
  calls.some((call, index) => {
    const first = calls[index - count + 1];
    return first !== undefined && call.opened.at - first.opened.at < window;
  });

/** Returns whether each calendar minute is within the limit. The specification can also be read as a limit per calendar minute (decision 6). */
function isWithinMinutes(calls: readonly Call[]): boolean {
  const minutes = Map.groupBy(calls, ({ opened }) => Math.floor(opened.at / minute));
  return [...minutes.values()].every(inMinute => inMinute.length <= max);
}

function describe(from: Call, to: Call, window: number): Finding {
  const [first, last] = formatTime(from.opened.at, to.opened.at);
  return finding([from, to], {
    message: `The client sent ${max + 1} calls with one credential within ${formatDuration(to.opened.at - from.opened.at)}, from ${first} (exchange ${from.number}) to ${last} (exchange ${to.number}). The supplier refuses further calls with 429.`,
    expected: `A correct client sends at most ${max} calls in any ${formatDuration(window)}.`,
  });
}
