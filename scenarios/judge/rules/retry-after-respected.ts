import {
  asWarning,
  type Call,
  clockOf,
  defineRule,
  type Finding,
  finding,
  formatTime,
  hasSeen,
  inWords,
  isByDate,
  isObservable,
  type JudgeContext,
  overEach,
  requestKey,
  retryAfterOf,
  slackOf,
  type Traffic,
  tolerance,
  tooFast,
} from '../assess/index.ts';

/** Other calls that were sent about then may have been on their way, ms of real time. */
const onTheWay = 1_000;

/** What was refused with 429 is asked again when the time that was named has passed. */
export const retryAfterRespected = defineRule({
  id: 'retry-after-respected',
  level: 'must',
  clauses: ['err.429'],
  title: 'Repeats an operation refused with 429 only after the time that Retry-After gave.',
  right: '429 with Retry-After: 7; the same operation is sent 7 seconds later.',
  wrong: '429 with Retry-After: 7; the same operation is sent a second later.',
  explanation: 'the next call of the refused operation, and as a warning any other of that credential',
  timed: true,
  judge: (traffic, context) => {
    const holds = holdCalls(traffic, context);
    return overEach(holds, ({ ruling }) => ruling, 'no answer named a Retry-After');
  },
});

/** A 429, and what came of it. */
interface Hold {
  readonly refused: Call;
  readonly ms: number;
  ruling: Finding | undefined | 'not applicable' | { inconclusive: string };
}

function holdCalls({ calls }: Traffic, context: JudgeContext): Hold[] {
  const holds: Hold[] = [];
  const byRequest = new Map<string, Hold>();
  const byOperation = new Map<string, Hold>();
  const byCredential = new Map<string, Hold>();
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
    const next: Hold = { refused: call, ms, ruling: doubtOf(call, ms, context) };
    holds.push(next);
    byRequest.set(requestKey(call), next);
    byOperation.set(group, next);
    byCredential.set(call.by, next);
    until.set(call.by, Math.max(until.get(call.by) ?? 0, (call.facts.answered?.at ?? 0) + ms));
  }
  return holds;
}

function doubtOf(call: Call, ms: number, context: JudgeContext): Hold['ruling'] {
  // Of what was recorded elsewhere nobody knows by which clock the date was written, unless the answer says it.
  if (isByDate(call) && !context.clock && call.facts.date === undefined)
    return { inconclusive: 'Retry-After was a date, and the answer had no Date to compare it with' };
  if (isObservable(ms, context, toleranceOf(call, ms, context))) return undefined;
  return isByDate(call)
    ? { inconclusive: `Retry-After was a date only ${inWords(ms)} ahead, which is said to the second` }
    : tooFast(ms, context);
}

const toleranceOf = (refused: Call, ms: number, context: JudgeContext): number =>
  tolerance(ms, context) + slackOf(refused);

/** The same request breaks it at once; another one only where it was not on its way; another operation warns. */
function judgeCall(call: Call, [own, same, any]: readonly (Hold | undefined)[], context: JudgeContext): void {
  for (const hold of [own, same, any]) {
    if (!hold || !isTooEarly(call, hold, context)) continue;
    const isOnItsWay =
      call.opened.at - (hold.refused.ended?.at ?? 0) <= onTheWay * Math.max(1, clockOf(context).speed);
    if ((hold !== own || call.isAskedFor) && isOnItsWay) continue;
    const found = describe(hold, call);
    const isRefusedOne = hold.refused.facts.operation === call.facts.operation;
    if (hold.ruling === undefined || (isRefusedOne && isOnlyWarned(hold)))
      hold.ruling = isRefusedOne ? found : asWarning(found);
    return;
  }
}

const isOnlyWarned = ({ ruling }: Hold): boolean =>
  ruling !== undefined && ruling !== 'not applicable' && 'warn' in ruling && ruling.warn === true;

function isTooEarly(call: Call, { refused, ms }: Hold, context: JudgeContext): boolean {
  const { answered } = refused.facts;
  if (!answered || !hasSeen(call, refused)) return false;
  return call.opened.at < answered.at + ms - toleranceOf(refused, ms, context);
}

function describe({ refused, ms }: Hold, call: Call): Finding {
  const from = refused.facts.answered?.at ?? refused.opened.at;
  const [told, sent, until] = formatTime(from, call.opened.at, from + ms);
  return finding([refused, call], {
    message: `Exchange ${refused.number} was answered 429 at ${told} with Retry-After ${refused.facts.retryAfter}; exchange ${call.number} came at ${sent}.`,
    expected: `Nothing before ${until}, ${inWords(ms)} later${isByDate(refused) ? ', counted from the Date of that answer' : ''}.`,
  });
}
