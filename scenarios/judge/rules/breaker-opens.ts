import { limits } from '#contracts';
import {
  asWarning,
  backoffAfter,
  type Call,
  clockOf,
  defineRule,
  finding,
  formatTime,
  ifOneTask,
  inWords,
  isBefore,
  isObservable,
  type JudgeContext,
  type Traffic,
  tolerance,
  tooFast,
} from '../assess/index.ts';

/** How long it rests is not given: the reference client takes longer, and this is asked of everybody (decision 2). */
const rest = 5_000;
const most = limits.breakerFailures.value;
/** What was sent within this time was on its way, ms of real time. */
const onTheWay = 50;

/** An endpoint that failed three times in a row is left alone for a while. */
export const breakerOpens = defineRule({
  id: 'breaker-opens',
  level: 'must',
  clauses: ['err.breaker'],
  title: 'Leaves an endpoint alone for at least 5 s after its third 5xx in a row.',
  right: 'Three answers 500 in a row: the endpoint is left alone for 30 seconds, then tried once.',
  wrong: 'A fourth call right after the third 500.',
  explanation:
    'calls of an endpoint within 5 s of its third 5xx; attempts 4 and 5 on the back-off schedule are a warning',
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
      message: `${first.facts.operation} answered 5xx three times in a row up to ${opened} (exchange ${third.number}); exchange ${first.number} came at ${sent}, ${inWords(first.opened.at - from)} later.`,
      expected: `No call of ${first.facts.operation} for at least ${inWords(rest)}.`,
    });
    // Five attempts with their pauses are asked for as well (decision 2).
    return early.every(call => isOnSchedule(call, traffic, context))
      ? asWarning(found)
      : ifOneTask(found, context);
  },
});

/** The moment when a breaker has to open, and the calls that came while it should have rested. */
interface Opening {
  readonly failures: readonly Call[];
  readonly calls: Call[];
}

function openings({ calls }: Traffic): Opening[] {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    if (call.facts.operation === null) continue;
    const group = `${call.by} ${call.facts.operation}`;
    const list = groups.get(group);
    if (list) list.push(call);
    else groups.set(group, [call]);
  }
  return [...groups.values()].flatMap(openingsOf);
}

/** Answers count in the order in which they came, calls in the order in which they were sent. */
function openingsOf(calls: readonly Call[]): Opening[] {
  if (calls.filter(hasFailed).length < most) return [];
  const answers = calls
    .flatMap(call => (call.ended && isKnown(call) ? [{ call, ended: call.ended }] : []))
    .sort((a, b) => (isBefore(a.ended, b.ended) ? -1 : 1));
  const found: Opening[] = [];
  let failures: Call[] = [];
  let next = 0;
  for (const call of calls) {
    for (let answer = answers[next]; answer && isBefore(answer.ended, call.opened); answer = answers[next]) {
      failures = hasFailed(answer.call) ? [...failures.slice(1 - most), answer.call] : [];
      if (failures.length === most) found.push({ failures, calls: [] });
      next += 1;
    }
    if (failures.length === most) found.at(-1)?.calls.push(call);
  }
  // The last answers are followed by no call, which is as it should be.
  for (const { call } of answers.slice(next)) {
    failures = hasFailed(call) ? [...failures.slice(1 - most), call] : [];
    if (failures.length === most) found.push({ failures, calls: [] });
  }
  return found;
}

/** A failure that came so late that nobody may have waited for it says nothing. */
const isKnown = ({ reading, facts: { status = 0 } }: Call): boolean =>
  reading === 'clear' || (reading === 'doubtful' && status < 500);

const hasFailed = ({ reading, facts: { status = 0 } }: Call): boolean => reading === 'clear' && status >= 500;

function isOnSchedule(call: Call, traffic: Traffic, context: JudgeContext): boolean {
  const known = traffic.retries().placeOf(call);
  const before = known?.chain[known.place - 2];
  if (!known || !before?.ended || known.place <= most || known.place > limits.attempts.value) return false;
  const wait = backoffAfter(known.place - 1);
  return call.opened.at - before.ended.at >= wait - tolerance(wait, context);
}
