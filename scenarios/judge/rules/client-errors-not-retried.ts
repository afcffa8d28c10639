import {
  assessEach,
  type Call,
  defineRule,
  type Finding,
  finding,
  formatTime,
  hasSeen,
  isOneProcess,
  type JudgeContext,
  requestKey,
  type Traffic,
  warnUnlessOneTask,
} from '../assess/index.ts';

const final: readonly number[] = [400, 401, 404];

export const clientErrorsNotRetried = defineRule({
  id: 'client-errors-not-retried',
  level: 'must',
  clauses: ['err.400', 'err.401', 'err.404'],
  title:
    'A correct client corrects a request that was answered 400, 401 or 404 before it sends the request again.',
  right: 'The 400 answer contains the wrong field, and the client reports the error or corrects the field.',
  wrong: 'The client sends the same body again after 400, 401 or 404.',
  explanation:
    'The judge looks for equal requests after a 400, 401 or 404. A look-up of a lost booking may be repeated.',
  judge: (traffic, context) =>
    assessEach(
      repetitions(traffic, context),
      ({ refused, again }) => (again ? describe(refused, again, context) : undefined),
      'no request was answered 400, 401 or 404',
    ),
});

interface Repetition {
  readonly refused: Call;
  again: Call | undefined;
}

function repetitions({ calls }: Traffic, context: JudgeContext): Repetition[] {
  const found: Repetition[] = [];
  const refused = new Map<string, Repetition>();
  const groups = new Set<string>();
  for (const call of calls) {
    if (call.step === 'tool') continue;
    const group = `${call.by} ${call.facts.operation}`;
    const isFinal =
      call.reading === 'clear' && final.includes(call.facts.status ?? 0) && !isExempt(call, context);
    if (!isFinal && !groups.has(group)) continue;
    const key = requestKey(call);
    const before = refused.get(key);
    if (before && !before.again && hasSeen(call, before.refused) && isOneProcess(call, before.refused))
      before.again = call;
    if (!isFinal) continue;
    groups.add(group);
    const entry: Repetition = { refused: call, again: undefined };
    refused.set(key, entry);
    found.push(entry);
  }
  return found;
}

/**
 * Returns whether the client may repeat the call. This is true for a look-up answered 404, and for static data that the task
 * requests repeatedly.
 */
function isExempt({ step, facts }: Call, { task }: JudgeContext): boolean {
  if (step === 'look' || step === 'list') return facts.status === 404;
  if (step !== 'static') return false;
  const steps = task?.steps.filter(one => one.do === 'static') ?? [];
  return steps.length > 1 || steps.some(one => (one.times ?? 1) > 1);
}

function describe(refused: Call, again: Call, context: JudgeContext): Finding {
  const [first, second] = formatTime(refused.opened.at, again.opened.at);
  const what = refused.facts.operation ?? `${refused.facts.method} ${refused.facts.url}`;
  const found = finding([refused, again], {
    message: `The client sent ${what} again without a change at ${second} (exchange ${again.number}), although the answer at ${first} was ${refused.facts.status} (exchange ${refused.number}). An unchanged request gets the same refusal.`,
    expected: 'A correct client corrects the request, or reports the error to its caller.',
  });
  return warnUnlessOneTask(found, context);
}
