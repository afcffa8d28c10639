import type { BodyChange } from '#contracts/fault';
import { errorRefusal, refuseRevoked, spoilBody } from '../faults/index.ts';
import { secretsOf } from '../secrets/index.ts';
import { textOf } from './body.ts';
import type { ExchangeState, Outcome, PauseEnd, WirePlan } from './exchange.ts';
import { type CallFaults, sourcesOf } from './fault-call.ts';
import { finish } from './finish.ts';
import { forget } from './forget.ts';
import { pauseFor } from './pause.ts';
import { refuseClosed } from './refuse-closed.ts';
import { describeUnreadable } from './unreadable.ts';

/** What a call can come to without its faults. */
export interface Ways {
  /** Runs the operation and gives its answer, whatever happens in it. */
  run(exchange: ExchangeState): Outcome;
  refuseWith(exchange: ExchangeState, error: unknown): Outcome;
  /** An answer that is good, and without content: what is spoilt or cut of an operation that took no effect. */
  empty(exchange: ExchangeState): Outcome;
}

/** A call, what its faults make of it, and who is told what came of it. */
interface Play extends Ways {
  readonly exchange: ExchangeState;
  readonly course: CallFaults;
  answer(outcome: Outcome): void;
}

/**
 * Plays a call as its faults have it, in the order of time: delay, operation (commit: before), hang, operation (after a
 * hang), answer, and operation (after what took the place of the answer). Each part happens at its very instant, also
 * when the clock jumps past it.
 */
export function carryOut(exchange: ExchangeState, course: CallFaults, ways: Ways): Promise<Outcome> {
  return new Promise(answer => begin({ exchange, course, ...ways, answer }));
}

function begin(play: Play): void {
  const { delay } = play.course.plan;
  if (delay === 0) {
    proceed(play);
    return;
  }
  pause(play, { ms: delay, how: 'delayed' }, (end, left) => {
    if (end === 'over') proceed(play);
    else unanswered(play, end);
    if (end === 'client-gone') takeEffectLate(play, left);
  });
}

/** A supplier that is slow does not notice that nobody waits for it any more. */
function takeEffectLate({ exchange, course, run }: Play, ms: number): void {
  const { sandbox } = exchange;
  if (course.plan.commit === 'never') return;
  course.tookEffect = 'after';
  const who = `${exchange.operation?.id}, delayed by a fault after its client has gone`;
  const go = (end: PauseEnd) => {
    if (end === 'over') runQuietly(exchange, run);
  };
  pauseFor(sandbox, { ms, client: undefined, who }, { go, fail: () => undefined });
}

function proceed(play: Play): void {
  const { exchange, course } = play;
  try {
    refuseClosed(exchange.sandbox);
    refuseRevoked({ operation: exchange.operation, owner: exchange.owner ?? '' }, sourcesOf(exchange));
  } catch (error) {
    play.answer(play.refuseWith(exchange, error));
    return;
  }
  const given =
    course.plan.commit === undefined || course.plan.commit === 'before'
      ? takeEffect(play, 'before')
      : undefined;
  if (course.plan.hang === undefined) {
    conclude(play, given);
    return;
  }
  pause(play, { ms: course.plan.hang, how: 'hanging' }, end => {
    const isOwed = course.plan.commit === 'after' && end !== 'sandbox-ended';
    const answered = isOwed ? takeEffect(play, 'after') : given;
    const { error, raw, body, cut } = course.plan;
    const isReplaced = error ?? raw ?? body ?? cut;
    if (end !== 'over') unanswered(play, end);
    else if (answered) conclude(play, answered);
    else if (isReplaced) conclude(play, undefined);
    else unanswered(play, 'sandbox-ended'); // nothing took effect, so there is nothing to be told
  });
}

function takeEffect({ exchange, course, run }: Play, when: 'before' | 'after'): Outcome {
  const outcome = run(exchange);
  if (outcome.status === 200) course.tookEffect = when;
  else course.withdraw();
  return outcome;
}

/** Answers, with whatever is wrong with the answer. */
function conclude(play: Play, given: Outcome | undefined): void {
  const { exchange, course, run } = play;
  const outcome = spoilAnswer(play, given ?? play.empty(exchange));
  const isOwed = course.plan.commit === 'after' && given === undefined;
  if (!isOwed) {
    play.answer(outcome);
    return;
  }
  const afterwards = () => {
    if (!exchange.sandbox.closed && runQuietly(exchange, run)) course.tookEffect = 'after';
  };
  play.answer({ ...outcome, afterwards });
}

/** Lets time pass; the call goes on at a later instant, which is told with what was left of the wait. */
function pause(
  play: Play,
  { ms, how }: { ms: number; how: string },
  then: (end: PauseEnd, left: number) => void,
): void {
  const { exchange } = play;
  const due = exchange.now + ms;
  const go = (end: PauseEnd) => {
    exchange.now = exchange.sandbox.clock.now();
    then(end, due - exchange.now);
  };
  // An `auto` clock with nothing left to wait for: this call waits for ever, and so does whoever made it.
  const fail = (reason: unknown) => unanswered(play, 'client-gone', reason);
  exchange.pause({ ms, who: `${exchange.operation?.id ?? 'a call'}, ${how} by a fault` }, { go, fail });
}

/**
 * Runs an operation whose answer nobody gets, on a copy: what is recorded of the call is what its client was told.
 *
 * @returns whether it took effect
 */
function runQuietly(exchange: ExchangeState, run: Ways['run']): boolean {
  const { clock } = exchange.sandbox;
  clock.settle();
  const copy: ExchangeState = { ...exchange, now: clock.now(), warnings: [], release: undefined };
  const { status } = run(copy);
  copy.release?.();
  return status === 200;
}

/** Nobody is there to be answered, or nobody is to be: the connection ends without a word. */
function unanswered({ exchange, empty, answer }: Play, end: PauseEnd, reason?: unknown): void {
  forget(exchange);
  const wire =
    end === 'client-gone'
      ? ({ kind: 'none', reason } as const)
      : ({ kind: 'cut', at: 'before-headers' } as const);
  answer({ ...empty(exchange), body: [], wire });
}

/** The answer as the client gets it: another status, a spoilt body, cut off. */
function spoilAnswer({ exchange, course, refuseWith }: Play, given: Outcome): Outcome {
  const { error, raw, body, cut } = course.plan;
  let outcome = finish(exchange, given, given.extraHeaders);
  if (error || raw) forget(exchange);
  if (error) {
    const { operation, sandbox } = exchange;
    const ids = course.hits.map(({ id }) => id);
    if (operation)
      outcome = refuseWith(
        exchange,
        errorRefusal(error, { operation, body: exchange.body, now: sandbox.clock.now() }, ids),
      );
  }
  if (raw) {
    const answered = { status: raw.status, body: [raw.body], isAscii: false };
    outcome = finish(exchange, answered, raw.headers);
    exchange.answer = describeUnreadable(raw.body, secretsOf(exchange.sandbox.identity));
  }
  if (body) outcome = spoil(outcome, exchange, body);
  if (!cut) return outcome;
  forget(exchange);
  return { ...outcome, wire: { kind: 'cut', at: cut } };
}

/** Spoils the body of an answer. Of a body that cannot be read, nothing is recorded as the client's answer. */
function spoil(outcome: Outcome, exchange: ExchangeState, change: BodyChange): Outcome {
  if (!change.isReadable) forget(exchange);
  if (change.wire) return { ...outcome, wire: wireOf(change.wire, exchange) };
  const spoilt = spoilBody(outcome, textOf(outcome.body), change);
  if (!change.isReadable)
    exchange.answer = describeUnreadable(textOf(spoilt.body), secretsOf(exchange.sandbox.identity));
  return spoilt;
}

const dripPieces = 21;

function wireOf(wire: NonNullable<BodyChange['wire']>, { sandbox, operation }: ExchangeState): WirePlan {
  if (wire.kind === 'cut-gzip') return wire;
  const wait = {
    ms: wire.ms / (dripPieces - 1),
    who: `${operation?.id ?? 'a call'}, dripping by a fault`,
  };
  return {
    kind: 'drip',
    pieces: dripPieces,
    pause: (client, after) => pauseFor(sandbox, { ...wait, client, holder: after }, after),
  };
}
