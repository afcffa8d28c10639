import { limits } from '#contracts';
import {
  asWarning,
  backoffAfter,
  type Call,
  clockOf,
  defineRule,
  finding,
  formatDuration,
  formatTime,
  isBefore,
  isObservable,
  type JudgeContext,
  type Traffic,
  tolerance,
  tooFast,
  warnUnlessOneTask,
} from '../assess/index.ts';

/** The minimum pause after the third 5xx, in milliseconds. The specification gives no value (decision 2). */
const rest = 5_000;
const max = limits.breakerFailures.value;
/**
 * If a call arrives within this time after a failure, in milliseconds of real time, the client may have sent the call before it
 * received the failure.
 */
const onTheWay = 50;

export const breakerOpens = defineRule({
  id: 'breaker-opens',
  level: 'must',
  clauses: ['err.breaker'],
  title:
    'A correct client sends no call to an endpoint for at least 5 s after the third 5xx in a row from this endpoint.',
  right: 'An endpoint answers 500 three times in a row. The client waits 30 seconds and then sends one call.',
  wrong: 'The client sends a fourth call right after the third 500.',
  explanation:
    'The judge looks for calls to an endpoint within 5 s after its third 5xx in a row. For attempts 4 and 5 on the back-off schedule, the client gets only a warning.',
  timed: true,
  cases: traffic => openings(traffic),
  nothing: 'no endpoint answered 5xx three times in a row',
  judgeCase({ failures, calls }, context, traffic) {
    const third = failures.at(-1);
    if (!third?.ended) return 'not applicable';
    if (!isObservable(rest, context)) return tooFast(rest, context);
    const from = third.ended.at;
    const early = calls.filter(({ opened: { at } }) => {
      const isOnItsWay = at <= from + onTheWay * clockOf(context).speed && clockOf(context).speed > 0;
      return !isOnItsWay && at < from + rest - tolerance(rest, context);
    });
    const [first] = early;
    if (!first) return undefined;
    const [opened, sent] = formatTime(from, first.opened.at);
    const found = finding([...failures, first], {
      message: `The client called ${first.facts.operation} at ${sent} (exchange ${first.number}), ${formatDuration(first.opened.at - from)} after its third 5xx in a row (exchange ${third.number} at ${opened}). A pause gives the supplier time to recover.`,
      expected: `A correct client sends no ${first.facts.operation} for at least ${formatDuration(rest)}.`,
    });
    // The back-off schedule allows five attempts, so early calls on this schedule are only a warning (decision 2).
    return early.every(call => isOnSchedule(call, traffic, context))
      ? asWarning(found)
      : warnUnlessOneTask(found, context);
  },
});

/** Three failures of an endpoint in a row, and the calls that the client sent to this endpoint before the next answer. */
interface Opening {
  readonly failures: readonly Call[];
  readonly calls: Call[];
}

function openings({ calls }: Traffic): Opening[] {
  const known = calls.filter(({ facts }) => facts.operation !== null);
  return [...Map.groupBy(known, ({ by, facts }) => `${by} ${facts.operation}`).values()].flatMap(openingsOf);
}

/**
 * Finds three failures in a row among the calls of one endpoint. Answers are read in the order of arrival, and calls in the order
 * of sending.
 */
function openingsOf(calls: readonly Call[]): Opening[] {
  if (calls.filter(hasFailed).length < max) return [];
  const answers = calls
    .flatMap(call => (call.ended && isKnown(call) ? [{ call, ended: call.ended }] : []))
    .sort((a, b) => (isBefore(a.ended, b.ended) ? -1 : 1));
  const found: Opening[] = [];
  let failures: Call[] = [];
  let next = 0;
  for (const call of calls) {
    for (let answer = answers[next]; answer && isBefore(answer.ended, call.opened); answer = answers[next]) {
      failures = hasFailed(answer.call) ? [...failures.slice(1 - max), answer.call] : [];
      if (failures.length === max) found.push({ failures, calls: [] });
      next += 1;
    }
    if (failures.length === max) found.at(-1)?.calls.push(call);
  }
  // The loop above reads only answers that arrived before a call. This loop reads the answers that arrived after the last call.
  for (const { call } of answers.slice(next)) {
    failures = hasFailed(call) ? [...failures.slice(1 - max), call] : [];
    if (failures.length === max) found.push({ failures, calls: [] });
  }
  return found;
}

/** Returns whether the client surely received the answer. The client may have given up before a late failure arrived. */
const isKnown = ({ reading, facts: { status = 0 } }: Call): boolean =>
  reading === 'clear' || (reading === 'doubtful' && status < 500);

const hasFailed = ({ reading, facts: { status = 0 } }: Call): boolean => reading === 'clear' && status >= 500;

function isOnSchedule(call: Call, traffic: Traffic, context: JudgeContext): boolean {
  const known = traffic.retries().placeOf(call);
  const before = known?.chain[known.place - 2];
  if (!known || !before?.ended || known.place <= max || known.place > limits.attempts.value) return false;
  const wait = backoffAfter(known.place - 1);
  return call.opened.at - before.ended.at >= wait - tolerance(wait, context);
}
