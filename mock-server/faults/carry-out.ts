import { formatTimeSpan } from '#contracts';
import type { ExchangeState, Outcome, PauseEnd } from '../middleware/exchange.ts';
import { finish } from '../middleware/finish.ts';
import { refuseClosed } from '../middleware/refuse-closed.ts';
import { spoil } from './body-defects.ts';
import type { Course } from './course.ts';
import { refuseRevoked } from './revoked.ts';
import { statusOutcome } from './status-outcome.ts';

/** What a call can come to without its faults. */
interface Ways {
  /** Runs the operation and gives its answer, whatever happens in it. */
  run(exchange: ExchangeState): Outcome;
  refuseWith(exchange: ExchangeState, error: unknown): Outcome;
}

/**
 * Plays a call as its faults have it, in the order of time: delay, operation (commit: before), hang, operation (after a
 * hang), answer, and operation (after what took the place of the answer).
 */
export async function carryOut(exchange: ExchangeState, course: Course, ways: Ways): Promise<Outcome> {
  const { sandbox } = exchange;
  const late = course.delay > 0 ? await pause(exchange, course.delay, 'delayed') : undefined;
  if (late && late !== 'over') return unanswered(exchange, late);
  try {
    refuseClosed(sandbox);
    refuseRevoked(exchange, exchange.owner ?? '');
  } catch (error) {
    return ways.refuseWith(exchange, error);
  }
  const takesEffect = course.commit === undefined || course.commit === 'before';
  const given = takesEffect ? ways.run(exchange) : undefined;
  const end = course.hang > 0 ? await pause(exchange, course.hang, 'hanging') : undefined;
  if (course.commit === 'after' && end && !sandbox.closed) {
    const answered = ways.run(exchange);
    return end === 'over' ? spoilAnswer(exchange, course, answered) : unanswered(exchange, end);
  }
  if (end && end !== 'over') return unanswered(exchange, end);
  const isReplaced = course.status ?? course.body ?? course.cut;
  if (end && !given && !isReplaced) return unanswered(exchange, 'sandbox-ended');
  const outcome = spoilAnswer(exchange, course, given ?? emptyOutcome(exchange));
  if (course.commit !== 'after') return outcome;
  // A copy: what is recorded of this call is what the client was told.
  const later = () => {
    if (!sandbox.closed) runQuietly({ ...exchange, now: sandbox.clock.now() }, ways);
  };
  return { ...outcome, afterwards: later };
}

/** Lets time pass; the call goes on at a later instant. */
async function pause(exchange: ExchangeState, ms: number, how: string): Promise<PauseEnd> {
  const end = await exchange.pause(ms, `${exchange.operation?.id ?? 'a call'}, ${how} by a fault`);
  exchange.sandbox.clock.settle();
  exchange.now = exchange.sandbox.clock.now();
  return end;
}

function runQuietly(exchange: ExchangeState, { run }: Ways): void {
  run(exchange);
  exchange.release?.();
}

/** Nobody is there to be answered, or nobody is to be: the connection ends without a word. */
function unanswered(exchange: ExchangeState, end: PauseEnd): Outcome {
  forget(exchange);
  const wire =
    end === 'client-gone' ? ({ kind: 'none' } as const) : ({ kind: 'cut', at: 'before-headers' } as const);
  return { ...emptyOutcome(exchange), body: [], wire };
}

/** What an answer looks like whose operation took no effect: good, and without content. */
function emptyOutcome(exchange: ExchangeState): Outcome {
  const body = [JSON.stringify({ TimeSpan: formatTimeSpan(exchange.now), Errors: [] })];
  return finish(exchange, { status: 200, body, isAscii: true });
}

/** The answer as the client gets it: another status, a spoilt body, cut off. */
function spoilAnswer(exchange: ExchangeState, course: Course, given: Outcome): Outcome {
  const { status, body, cut } = course;
  let outcome = finish(exchange, given, given.extraHeaders);
  if (status) {
    const hits = course.hits.map(({ id }) => id).join(', ');
    forget(exchange);
    outcome = statusOutcome(exchange, status, hits);
  }
  if (body) outcome = spoil(outcome, { exchange, effect: body });
  if (!cut) return outcome;
  forget(exchange);
  return { ...outcome, wire: { kind: 'cut', at: cut } };
}

/** The client could read nothing of it, so nothing of it is recorded as its answer. */
function forget(exchange: ExchangeState): void {
  exchange.answer = undefined;
  exchange.recipe = undefined;
  exchange.written = undefined;
}
