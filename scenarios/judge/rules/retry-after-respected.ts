import {
  assessEach,
  asWarning,
  type Call,
  clockOf,
  defineRule,
  earlyTolerance,
  type Finding,
  finding,
  formatDuration,
  formatTime,
  hasSeen,
  isByDate,
  isObservable,
  type JudgeContext,
  requestKey,
  retryAfterOf,
  type Traffic,
  tolerance,
  tooFast,
} from '../assess/index.ts';

/**
 * The time after a 429, in milliseconds of real time, in which the judge ignores calls with a different
 * request. The client may have sent such a call before it received the 429.
 */
const onTheWay = 1_000;

export const retryAfterRespected = defineRule({
  id: 'retry-after-respected',
  level: 'must',
  clauses: ['err.429'],
  title: 'A correct client repeats an operation refused with 429 only after the time in Retry-After.',
  right: 'The answer is 429 with Retry-After: 7, and the client repeats the operation 7 seconds later.',
  wrong: 'The answer is 429 with Retry-After: 7, and the client repeats the operation a second later.',
  explanation:
    'The judge measures the time from a 429 to the next call of the same operation. An early call of another operation with the same credential is a warning.',
  timed: true,
  judge: (traffic, context) => {
    const holds = findWaits(traffic, context);
    return assessEach(holds, ({ ruling }) => ruling, 'no 429 had a Retry-After');
  },
});

/** An answer 429, with the time that the client must wait and the ruling so far. */
interface RetryAfterWait {
  readonly refused: Call;
  readonly ms: number;
  ruling: Finding | undefined | 'not applicable' | { inconclusive: string };
}

function findWaits({ calls }: Traffic, context: JudgeContext): RetryAfterWait[] {
  const holds: RetryAfterWait[] = [];
  const byRequest = new Map<string, RetryAfterWait>();
  const byOperation = new Map<string, RetryAfterWait>();
  const byCredential = new Map<string, RetryAfterWait>();
  const until = new Map<string, number>();
  for (const call of calls) {
    const { operation } = call.facts;
    const group = `${call.by} ${operation}`;
    const hold = byCredential.get(call.by);
    if (hold && call.opened.at < (until.get(call.by) ?? 0)) {
      const own = byRequest.get(requestKey(call));
      judgeCall(call, [own, byOperation.get(group), hold], context);
    }
    const ms = call.facts.status === 429 && operation !== null ? retryAfterOf(call) : undefined;
    if (ms === undefined || ms === 0) continue;
    const next: RetryAfterWait = { refused: call, ms, ruling: initialRuling(call, ms, context) };
    holds.push(next);
    byRequest.set(requestKey(call), next);
    byOperation.set(group, next);
    byCredential.set(call.by, next);
    until.set(call.by, Math.max(until.get(call.by) ?? 0, (call.facts.answered?.at ?? 0) + ms));
  }
  return holds;
}

function initialRuling(call: Call, ms: number, context: JudgeContext): RetryAfterWait['ruling'] {
  // In recorded traffic, only the Date header shows the time on the clock of the supplier.
  if (isByDate(call) && !context.clock && call.facts.date === undefined)
    return { inconclusive: 'Retry-After was a date, but the answer had no Date header to compare with' };
  if (isObservable(ms, context, toleranceOf(call, ms, context))) return undefined;
  return isByDate(call)
    ? {
        inconclusive: `Retry-After was a date only ${formatDuration(ms)} in the future, which is too short because dates have whole seconds`,
      }
    : tooFast(ms, context);
}

const toleranceOf = (refused: Call, ms: number, context: JudgeContext): number =>
  tolerance(ms, context) + earlyTolerance(refused);

/**
 * Checks whether a call came too early after a 429. The function uses the last 429 to the same request. If no such
 * 429 exists, the function uses the last 429 to the same operation, or else to the same credential.
 */
function judgeCall(
  call: Call,
  [own, same, any]: readonly (RetryAfterWait | undefined)[],
  context: JudgeContext,
): void {
  for (const hold of [own, same, any]) {
    if (!hold || !isTooEarly(call, hold, context)) continue;
    const isOnItsWay =
      call.opened.at - (hold.refused.ended?.at ?? 0) <= onTheWay * Math.max(1, clockOf(context).speed);
    if ((hold !== own || call.isWantedRepeat) && isOnItsWay) continue;
    const found = describe(hold, call);
    const isRefusedOne = hold.refused.facts.operation === call.facts.operation;
    if (hold.ruling === undefined || (isRefusedOne && isOnlyWarned(hold)))
      hold.ruling = isRefusedOne ? found : asWarning(found);
    return;
  }
}

const isOnlyWarned = ({ ruling }: RetryAfterWait): boolean =>
  ruling !== undefined && ruling !== 'not applicable' && 'warn' in ruling && ruling.warn === true;

function isTooEarly(call: Call, { refused, ms }: RetryAfterWait, context: JudgeContext): boolean {
  const { answered } = refused.facts;
  if (!answered || !hasSeen(call, refused)) return false;
  return call.opened.at < answered.at + ms - toleranceOf(refused, ms, context);
}

function describe({ refused, ms }: RetryAfterWait, call: Call): Finding {
  const from = refused.facts.answered?.at ?? refused.opened.at;
  const [answered, sent, until] = formatTime(from, call.opened.at, from + ms);
  return finding([refused, call], {
    message: `The client sent exchange ${call.number} at ${sent}, although exchange ${refused.number} was answered 429 at ${answered} with Retry-After ${refused.facts.retryAfter}. The supplier refuses early calls again.`,
    expected: `A correct client sends no call before ${until}, ${formatDuration(ms)} after the 429${isByDate(refused) ? ', counted from the Date of that answer' : ''}.`,
  });
}
