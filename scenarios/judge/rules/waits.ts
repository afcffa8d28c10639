import { limits } from '#contracts';
import { isKilled, type Run } from '../context.ts';
import { defineRule, finding, findingWith } from '../rule.ts';
import { delayOf, formatDuration, isObservable, startTolerance, tooFast, waitedFor } from '../time.ts';
import { type Call, hasSeen, isOneProcess, requestKey } from '../traffic/index.ts';

const searchLimit = limits.searchTimeout.value;
const bookingLimit = limits.bookingTimeout.value;

export const waitRules = [
  defineRule('client-errors-not-retried', {
    clauses: ['err.400', 'err.401', 'err.404'],
    title:
      'A correct client corrects a request that was answered 400, 401 or 404 before it sends the request again.',
    right: 'The 400 answer contains the wrong field, and the client reports the error or corrects the field.',
    wrong: 'The client sends the same body again after 400, 401 or 404.',
    explanation:
      'The judge looks for equal requests after a 400, 401 or 404. A look-up of a lost booking may be repeated. A look-up at least 5 minutes later is the next poll, and only a warning.',
    expected: 'A correct client corrects the request, or reports the error to its caller.',
    needsOneClient: true,
    cases: repetitions,
    nothing: 'no request was answered 400, 401 or 404',
    judgeCase({ refused, again }) {
      if (!again) return undefined;
      const what = refused.facts.operation ?? `${refused.facts.method} ${refused.facts.url}`;
      return findingWith({
        warn: isNextPoll(refused, again),
      })`The client sent ${what} again without a change at ${again.opened} (${again}), although the answer at ${refused.opened} was ${refused.facts.status} (${refused}). An unchanged request gets the same refusal.`;
    },
  }),
  defineRule('waits-for-search', {
    level: 'should',
    clauses: ['limit.search-timeout'],
    title: 'A correct client waits about 15 s for the answer to a Search, neither much less nor more.',
    right: 'A Search gets no answer, and the client gives up after 15 s.',
    wrong: 'A Search gets no answer, and the client gives up after 3 s or waits for a minute.',
    explanation: 'The judge measures how long the client waits for a Search without an answer.',
    expected: `A correct client gives up a Search after ${formatDuration(searchLimit)}.`,
    cases: run => run.of('search'),
    nothing: 'no Search had a slow answer',
    judgeCase(search, run) {
      // A busy machine can make a fast answer look slow.
      const delay = delayOf(machineDelay, run);
      const wait = readWait(search, run, { limit: searchLimit, delay });
      if ('ruling' in wait) return wait.ruling;
      const { waited, hasLeft, tolerated } = wait;
      const report = (what: string) =>
        finding`The client ${what} the Search (${search}) after ${formatDuration(waited)}. The specification allows ${formatDuration(searchLimit)} for a Search.`;
      if (hasLeft && waited < earlySearch - tolerated) return report('gave up');
      const late = searchLimit + Math.max(closeDelay, delay);
      return waited > late + tolerated ? report('still waited for') : undefined;
    },
  }),
  defineRule('waits-for-booking', {
    clauses: ['limit.booking-timeout'],
    title: 'A correct client waits 45 s for the answer to a DoBooking.',
    right: 'DoBooking gets no answer, and the client gives up after 45 s.',
    wrong: 'DoBooking gets no answer, and the client gives up after 30 s, when the supplier may still book.',
    explanation: 'The judge measures how long the client waits for a DoBooking without an answer.',
    expected: `A correct client waits ${formatDuration(bookingLimit)}, and then looks for the booking.`,
    needsOneClient: true,
    cases: run => run.of('book'),
    nothing: 'no DoBooking had a slow answer',
    judgeCase(book, run) {
      const wait = readWait(book, run, { limit: bookingLimit, delay: 0 });
      if ('ruling' in wait) return wait.ruling;
      const { waited, hasLeft, tolerated } = wait;
      if (!hasLeft || waited >= bookingLimit - tolerated) return undefined;
      return finding`The client gave up DoBooking (${book}) after ${formatDuration(waited)}. The supplier may still complete the booking.`;
    },
  }),
] as const;

const final: readonly number[] = [400, 401, 404];

interface Repetition {
  readonly refused: Call;
  again: Call | undefined;
}

function repetitions(run: Run): Repetition[] {
  const found: Repetition[] = [];
  const refused = new Map<string, Repetition>();
  for (const call of run.calls) {
    if (call.step === 'tool') continue;
    const isFinal =
      call.reading === 'clear' && final.includes(call.facts.status ?? 0) && !isExempt(call, run);
    if (!isFinal && refused.size === 0) continue; // most traffic needs no key
    const key = requestKey(call);
    const before = refused.get(key);
    if (before && !before.again && hasSeen(call, before.refused) && isOneProcess(call, before.refused))
      before.again = call;
    if (!isFinal) continue;
    const entry: Repetition = { refused: call, again: undefined };
    refused.set(key, entry);
    found.push(entry);
  }
  return found;
}

/** A look-up answered 404, and static data that the task requests repeatedly. */
function isExempt({ step, isLookUp, facts }: Call, { task }: Run): boolean {
  if (isLookUp) return facts.status === 404;
  if (step !== 'static') return false;
  const steps = task?.steps.filter(one => one.do === 'static') ?? [];
  return steps.length > 1 || steps.some(one => (one.times ?? 1) > 1);
}

/** The status of a booking can change, and only a poll shows it (poll.pending). So a poll at its interval is no retry. */
const isNextPoll = (refused: Call, { isLookUp, opened }: Call): boolean =>
  isLookUp && opened.at - refused.opened.at >= limits.pollTechnicalProblem.value;

/** Milliseconds. A client that gives up earlier breaks the rule. */
const earlySearch = searchLimit * 0.8;

/** To close the connection after the time-out, in milliseconds of the sandbox clock. */
const closeDelay = 2_000;

/** Of a client on a busy machine, in milliseconds of real time. */
const machineDelay = 1_000;

/** Ignores an answer within a third of the limit, unless the client gave up. All times are in milliseconds. */
function readWait(call: Call, run: Run, { limit, delay }: { limit: number; delay: number }) {
  const waited = waitedFor(call, run);
  const hasLeft = call.facts.closed?.ending === 'client-gone';
  const tolerated = startTolerance(limit, run);
  const isFast = waited === undefined || (waited < limit / 3 + Math.max(tolerated, delay) && !hasLeft);
  if (isFast || isKilled(call, run)) return { ruling: 'not applicable' as const };
  if (!isObservable(limit, run, tolerated)) return { ruling: tooFast(limit, run) };
  return { waited, hasLeft, tolerated };
}
