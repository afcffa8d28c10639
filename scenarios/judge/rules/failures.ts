import { limits } from '#contracts';
import { headersMissing, type Inconclusive, type Run } from '../context.ts';
import { asWarning, defineRule, type Found, findingWith } from '../rule.ts';
import {
  clockOf,
  delayOf,
  formatDuration,
  formatTime,
  isObservable,
  startTolerance,
  tolerance,
  tooFast,
} from '../time.ts';
import {
  backoffAfter,
  type Call,
  earlyTolerance,
  hasSeen,
  isBefore,
  isByDate,
  requestKey,
  resendNote,
  retryAfterOf,
} from '../traffic/index.ts';

const maxAttempts = limits.attempts.value;
const maxPerMinute = limits.ratePerMinute.value;

export const failureRules = [
  defineRule('retry-after-respected', {
    clauses: ['err.429'],
    title: 'A correct client repeats an operation refused with 429 only after the time in Retry-After.',
    right: 'The answer is 429 with Retry-After: 7, and the client repeats the operation 7 seconds later.',
    wrong: 'The answer is 429 with Retry-After: 7, and the client repeats the operation a second later.',
    explanation:
      'The judge measures the time from a 429 to the next call of the same operation. An early call of another operation with the same credential is a warning.',
    timed: true,
    cases: findWaits,
    nothing: 'no 429 had a Retry-After',
    judgeCase({ refused, ms, early }, run) {
      const why = whyUnknown(refused, ms, run);
      if (why) return why;
      const own = early.find(call => call.facts.operation === refused.facts.operation);
      const [other] = early;
      if (own) return describeEarlyCall(refused, ms, own);
      return other && asWarning(describeEarlyCall(refused, ms, other));
    },
  }),
  defineRule('backoff-schedule', {
    clauses: ['err.retry'],
    title:
      'A correct client waits at least 250, 500, 1000 and 2000 ms before the second, third, fourth and fifth attempt.',
    right: 'The client waits 250, 500, 1000 and 2000 ms between its five attempts.',
    wrong: 'The client sends five attempts within 100 ms.',
    explanation:
      'The judge measures the time from each failed answer to the next attempt of the same request.',
    timed: true,
    needsOneClient: true,
    cases: run => run.retries().chains,
    nothing: 'no request was repeated after a failure',
    judgeCase(chain, run) {
      // The rule retry-after-respected judges waits after a Retry-After.
      const gaps = chain.slice(1).flatMap((call, index) => {
        const before = chain[index];
        return before && retryAfterOf(before) === undefined
          ? [{ before, call, wait: backoffAfter(index + 1), attempt: index + 2 }]
          : [];
      });
      if (gaps.length === 0) return 'not applicable';
      const slow = gaps.filter(({ wait }) => isObservable(wait, run));
      const [first] = gaps;
      if (slow.length === 0 && first) return tooFast(first.wait, run);
      let undecided: Inconclusive | undefined;
      const findings = slow.flatMap(({ before, call, wait, attempt }) => {
        // From the sending, because a busy stand-in may notice too late that the client has received the answer.
        const since = before.facts.answered ?? before.ended ?? before.opened;
        const gap = call.opened.at - since.at;
        const least = wait - tolerance(wait, run);
        const shortest = least - noticeDelay(before, run);
        if (gap >= shortest && gap - machineDelay(before, run) < least) undecided = busy;
        if (gap >= shortest) return [];
        if (before.facts.status === 429 && before.facts.unrecorded?.headers) {
          // The answer may have had a shorter Retry-After.
          undecided = headersMissing(before);
          return [];
        }
        return findingWith({
          also: [before],
          expected: `A correct client waits at least ${formatDuration(wait)} before attempt ${attempt}.`,
        })`Exchange ${before.number} (${call.facts.operation}) failed at ${since}; the client sent the same request again at ${call.opened} (${call}), ${formatDuration(gap)} later${resendNote(before, call)}. Early retries add load to a supplier that fails.`;
      });
      return findings.length === 0 && undecided ? undecided : findings;
    },
  }),
  defineRule('at-most-five-attempts', {
    clauses: ['err.retry'],
    title: 'A correct client gives up a request after the fifth attempt.',
    right: 'The fifth attempt fails, and the client reports the failure.',
    wrong: 'The client sends a sixth attempt.',
    explanation: 'The judge counts the consecutive attempts of each request.',
    expected: `A correct client gives up after ${maxAttempts} attempts and reports the failure.`,
    needsOneClient: true,
    cases: run => run.retries().chains,
    nothing: 'no request failed',
    judgeCase(chain) {
      const [first, sixth, last] = [chain[0], chain[maxAttempts], chain.at(-1)];
      if (!first || !sixth || !last) return undefined;
      return findingWith({
        also: [first, chain[maxAttempts - 1]],
      })`The client sent ${first.facts.operation} ${chain.length} times from ${first.opened} to ${last.opened}; ${sixth} is attempt ${maxAttempts + 1}. Further attempts only add load to a supplier that fails.`;
    },
  }),
  defineRule('breaker-opens', {
    clauses: ['err.breaker'],
    title:
      'A correct client sends no call to an endpoint for at least 5 s after the third 5xx in a row from this endpoint.',
    right:
      'An endpoint answers 500 three times in a row. The client waits 30 seconds and then sends one call.',
    wrong: 'The client sends a fourth call right after the third 500.',
    explanation:
      'The judge looks for calls to an endpoint within 5 s after its third 5xx in a row. For attempts 4 and 5 on the back-off schedule, the client gets only a warning.',
    timed: true,
    needsOneClient: true,
    cases: openings,
    nothing: 'no endpoint answered 5xx three times in a row',
    judgeCase({ failures, calls }, run) {
      const third = failures.at(-1);
      if (!third?.ended) return 'not applicable';
      if (!isObservable(rest, run)) return tooFast(rest, run);
      const from = third.ended.at;
      const early = calls.filter(({ opened: { at } }) => {
        const isOnItsWay = at <= from + delayOf(onTheWayAfterFailure, run) && clockOf(run).speed > 0;
        return !isOnItsWay && at < from + rest - tolerance(rest, run);
      });
      const [first] = early;
      if (!first) return undefined;
      // The back-off schedule allows five attempts, so early calls on this schedule are only a warning (decision 2).
      const warn = early.every(call => isOnSchedule(call, run));
      return findingWith({
        also: failures,
        warn,
        expected: `A correct client sends no ${first.facts.operation} for at least ${formatDuration(rest)}.`,
      })`The client called ${first.facts.operation} at ${first.opened} (${first}), ${formatDuration(first.opened.at - from)} after its third 5xx in a row (exchange ${third.number} at ${third.ended}). A pause gives the supplier time to recover.`;
    },
  }),
  defineRule('rate-limit-kept', {
    clauses: ['limit.rate'],
    title: 'A correct client sends at most 120 requests a minute with one credential.',
    right: 'The client needs 150 look-ups. It sends 120 in the first minute and the others later.',
    wrong: 'The client sends 121 requests with one credential within 59 seconds.',
    explanation:
      'For each credential, the judge counts the requests in any period of 59 seconds. Refused requests count, too.',
    timed: true,
    readsNoAnswers: true,
    cases: countedBy,
    nothing: `no credential was used for ${maxPerMinute} calls in one minute, or for more calls in total`,
    judgeCase(calls, run) {
      const speed = Math.max(1, clockOf(run).speed);
      const wanted = Math.max(margin * speed, delayOf(margin, run));
      const [start, end] = [calls[0]?.opened.at ?? 0, calls[maxPerMinute - 1]?.opened.at];
      const isUsedUp = end !== undefined && end - start < minute;
      if (calls.length <= maxPerMinute && !isUsedUp) return 'not applicable';
      if (wanted > maxMargin) return tooFast(minute, run);
      const window = minute - wanted;
      const findings: Found[] = [];
      let [first] = calls;
      let next = maxPerMinute;
      let isDoubtful = false;
      for (const [index, from] of calls.entries()) {
        if (from.opened.at - (calls[index - 1] ?? from).opened.at >= burstGap * speed) first = from;
        const last = index + maxPerMinute;
        const to = calls[last];
        if (last < next || !first || !to || to.opened.at - from.opened.at >= window) continue;
        // The calls of a burst may all have been sent when its first call was.
        if (to.opened.at - first.opened.at >= window) isDoubtful = true;
        else {
          findings.push(describeExcess(from, to, window));
          next = last + maxPerMinute + 1;
        }
      }
      if (findings.length === 0) return isDoubtful ? busyInWindow : undefined;
      return isWithinMinutes(calls) ? findings.map(asWarning) : findings;
    },
  }),
] as const;

/** Milliseconds of real time in which another request may have been on its way. */
const onTheWayAfterRefusal = 1_000;

interface RetryAfterWait {
  readonly refused: Call;
  readonly ms: number;
  readonly early: Call[];
}

function findWaits(run: Run): RetryAfterWait[] {
  const holds: RetryAfterWait[] = [];
  const latest = new Map<string, RetryAfterWait>();
  for (const call of run.calls) {
    const { operation, status } = call.facts;
    if (status !== 429 && latest.size === 0) continue; // most traffic needs no key
    const keys = [requestKey(call), `${call.by} ${operation}`, call.by];
    const refusals = keys.map(key => latest.get(key));
    brokenBy(call, refusals, run)?.early.push(call);
    const ms = status === 429 && operation !== null ? retryAfterOf(call) : undefined;
    if (ms === undefined || ms === 0) continue;
    const next: RetryAfterWait = { refused: call, ms, early: [] };
    holds.push(next);
    for (const key of keys) latest.set(key, next);
  }
  return holds;
}

function whyUnknown(call: Call, ms: number, run: Run): Inconclusive | undefined {
  // In recorded traffic, only the Date header shows the time on the clock of the supplier.
  if (isByDate(call) && !run.clock && call.facts.date === undefined)
    return { inconclusive: 'Retry-After was a date, but the answer had no Date header to compare with' };
  if (isObservable(ms, run, toleranceOf(call, ms, run))) return undefined;
  return isByDate(call)
    ? {
        inconclusive: `Retry-After was a date only ${formatDuration(ms)} in the future, which is too short because dates have whole seconds`,
      }
    : tooFast(ms, run);
}

const toleranceOf = (refused: Call, ms: number, run: Run): number =>
  tolerance(ms, run) + earlyTolerance(refused);

/** The last 429 to the same request; without one, to the same operation, or else to the same credential. */
const brokenBy = (call: Call, refusals: readonly (RetryAfterWait | undefined)[], run: Run) =>
  refusals.find(hold => {
    if (!hold || !isTooEarly(call, hold, run)) return false;
    const isOnItsWay =
      call.opened.at - (hold.refused.ended?.at ?? 0) <=
      onTheWayAfterRefusal * Math.max(1, clockOf(run).speed);
    return !((hold !== refusals[0] || call.isWantedRepeat) && isOnItsWay);
  });

function isTooEarly(call: Call, { refused, ms }: RetryAfterWait, run: Run): boolean {
  const { answered } = refused.facts;
  if (!answered || !hasSeen(call, refused)) return false;
  return call.opened.at < answered.at + ms - toleranceOf(refused, ms, run);
}

function describeEarlyCall(refused: Call, ms: number, call: Call): Found {
  const from = refused.facts.answered?.at ?? refused.opened.at;
  const [answered, sent, until] = formatTime(from, call.opened.at, from + ms);
  return findingWith({
    expected: `A correct client sends no call before ${until}, ${formatDuration(ms)} after the 429${isByDate(refused) ? ', counted from the Date of that answer' : ''}.`,
  })`The client sent ${call} at ${sent}, although ${refused} was answered 429 at ${answered} with Retry-After ${refused.facts.retryAfter}. The supplier refuses early calls again.`;
}

const busy: Inconclusive = {
  inconclusive: 'the machine was so busy that it may have added the missing part of a wait',
};

/** In milliseconds of the sandbox clock. A shorter wait may look this much longer. */
function machineDelay({ facts: { answered, closed } }: Call, run: Run): number {
  const delay = answered && closed ? closed.real - answered.real : 0;
  return clockOf(run).mode === 'auto' ? 0 : Math.max(0, delay) * clockOf(run).speed;
}

/** In milliseconds of the sandbox clock. A busy stand-in may notice this late that the client has hung up. */
const noticeDelay = ({ facts: { answered, closed } }: Call, run: Run): number =>
  !answered && closed?.ending === 'client-gone' ? startTolerance(0, run) : 0;

/** The minimum pause after the third 5xx, in milliseconds. The specification gives no value (decision 2). */
const rest = 5_000;

const maxFailures = limits.breakerFailures.value;

/** Milliseconds of real time in which a call may have been on its way. */
const onTheWayAfterFailure = 50;

/** Three failures of an endpoint in a row, and the calls that the client sent to this endpoint before the next answer. */
interface Opening {
  readonly failures: readonly Call[];
  readonly calls: Call[];
}

function openings({ calls }: Run): Opening[] {
  const known = calls.filter(({ facts }) => facts.operation !== null);
  return [...Map.groupBy(known, ({ by, facts }) => `${by} ${facts.operation}`).values()].flatMap(openingsOf);
}

/** Answers are read in the order of arrival, and calls in the order of sending. */
function openingsOf(calls: readonly Call[]): Opening[] {
  if (calls.filter(hasFailed).length < maxFailures) return [];
  const answers = calls
    .flatMap(call => (call.ended && isKnown(call) ? [{ call, ended: call.ended }] : []))
    .sort((a, b) => (isBefore(a.ended, b.ended) ? -1 : 1));
  const found: Opening[] = [];
  let failures: Call[] = [];
  let next = 0;
  const read = (answer: Call): void => {
    failures = hasFailed(answer) ? [...failures.slice(1 - maxFailures), answer] : [];
    if (failures.length === maxFailures) found.push({ failures, calls: [] });
  };
  for (const call of calls) {
    for (let answer = answers[next]; answer && isBefore(answer.ended, call.opened); answer = answers[next]) {
      read(answer.call);
      next += 1;
    }
    if (failures.length === maxFailures) found.at(-1)?.calls.push(call);
  }
  // The answers that arrived after the last call.
  for (const { call } of answers.slice(next)) read(call);
  return found;
}

/** The client may have given up before a late failure arrived. */
const isKnown = ({ reading, facts: { status = 0 } }: Call): boolean =>
  reading === 'clear' || (reading === 'doubtful' && status < 500);

const hasFailed = ({ reading, facts: { status = 0 } }: Call): boolean => reading === 'clear' && status >= 500;

function isOnSchedule(call: Call, run: Run): boolean {
  const known = run.retries().placeOf(call);
  const before = known?.chain[known.place - 2];
  if (!known || !before?.ended || known.place <= maxFailures || known.place > limits.attempts.value)
    return false;
  const wait = backoffAfter(known.place - 1);
  return call.opened.at - before.ended.at >= wait - tolerance(wait, run);
}

const minute = limits.rateWindow.value;

/** Milliseconds at speed 1. With a shorter gap, the client may have sent both calls at once. */
const burstGap = 250;

/** Milliseconds by which a busy machine can shorten the gap between two calls. */
const margin = 1_000;

const maxMargin = minute / 4;

const busyInWindow: Inconclusive = {
  inconclusive: 'calls of the client arrived late, so the traffic does not show when the client sent them',
};

/** By credential. The limit also counts calls refused with 429 (decision 6). */
function countedBy({ calls }: Run): Call[][] {
  const counted = calls.filter(
    ({ facts: { operation, status }, step, isSynthetic }) =>
      operation !== null && step !== 'tool' && status !== 401 && !isSynthetic,
  );
  return [...Map.groupBy(counted, ({ by }) => by).values()];
}

/** The specification can also be read as a limit per calendar minute (decision 6). */
function isWithinMinutes(calls: readonly Call[]): boolean {
  const minutes = Map.groupBy(calls, ({ opened }) => Math.floor(opened.at / minute));
  return [...minutes.values()].every(inMinute => inMinute.length <= maxPerMinute);
}

function describeExcess(from: Call, to: Call, window: number): Found {
  return findingWith({
    expected: `A correct client sends at most ${maxPerMinute} calls in any ${formatDuration(window)}.`,
  })`The client sent ${maxPerMinute + 1} calls with one credential within ${formatDuration(to.opened.at - from.opened.at)}, from ${from.opened} (${from}) to ${to.opened} (${to}). The supplier refuses further calls with 429.`;
}
