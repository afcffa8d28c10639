import { limits, parseDuration } from '#contracts';
import {
  assessEach,
  assessOne,
  type Call,
  defineRule,
  type Finding,
  finding,
  formatTime,
  hasSeen,
  isOneProcess,
  isSuccess,
  type JudgeContext,
  type Ruling,
  tolerance,
} from '../assess/index.ts';

const life = limits.staticDataAge.value;

export const staticDataCached = defineRule({
  id: 'static-data-cached',
  level: 'should',
  clauses: ['ep.static-refresh', 'limit.static'],
  title: 'A correct client requests the static data of an airport or hotel once in about 30 days.',
  right: 'The client requests the static data of an airport again after 30 days.',
  wrong: 'The client requests the static data of an airport twice in one day.',
  explanation:
    'The judge looks for equal requests for static data within 30 days. If the task needs the data again later, it also looks for a later request.',
  judge(traffic, context) {
    const kept = new Map<string, Call>();
    const stale = neverRefreshed(traffic.of('static'), context);
    if (stale) return assessOne(stale);
    return assessEach(
      traffic.of('static'),
      call => judgeOne(call, kept, context),
      'no airport or hotel was requested',
    );
  },
});

/** Finds data that the task needs again after more than 30 days, and that the client did not request again. */
function neverRefreshed(calls: readonly Call[], { task, finish }: JudgeContext): Finding | undefined {
  const steps = task?.steps.flatMap(step => (step.do === 'static' ? step : [])) ?? [];
  const isLate = steps.slice(1).some(({ after = 'PT0S' }) => parseDuration(after) > life);
  const [first] = calls.filter(isSuccess);
  // A client whose timers cannot wait for a month did not need the data later.
  if (!isLate || !first || (finish?.virtualMs ?? 0) < life) return undefined;
  const isAgain = calls.some(call => isSuccess(call) && call.opened.at - first.opened.at >= life);
  if (isAgain) return undefined;
  return finding([first], {
    message: `The client requested ${first.facts.operation} at ${formatTime(first.opened.at)[0]} (exchange ${first.number}), and not again when the task needed the data more than 30 days later. The user would see old data.`,
    expected: 'A correct client requests the data again when its copy is about 30 days old.',
  });
}

function judgeOne(call: Call, kept: Map<string, Call>, context: JudgeContext): Ruling {
  const { operation, request } = call.facts;
  const id =
    operation === 'airportDetail' ? request.airport : operation === 'hotelDetail' ? request.item : undefined;
  if (id === undefined) return 'not applicable';
  const key = `${call.by} ${operation} ${id}`;
  const before = kept.get(key);
  if (isSuccess(call)) kept.set(key, call);
  // A restarted client has forgotten what it kept only in memory.
  if (!before || !hasSeen(call, before) || !isOneProcess(call, before)) return undefined;
  if (call.opened.at - before.opened.at >= life - tolerance(life, context)) return undefined;
  const [first, again] = formatTime(before.opened.at, call.opened.at);
  return finding([before, call], {
    message: `The client requested ${operation} of ${id} again at ${again} (exchange ${call.number}), although it had the answer from ${first} (exchange ${before.number}). This data rarely changes, so the call only uses up the rate limit.`,
    expected: 'A correct client takes the answer from a local cache for about 30 days.',
  });
}
