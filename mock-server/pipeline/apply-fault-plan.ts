import { limits, parseDuration } from '#contracts';
import type { FaultHit } from '#contracts/exchange';
import { textOf } from '../body.ts';
import { isReadable, spoilBody } from '../faults/body-defects.ts';
import type { Course } from '../faults/course.ts';
import { statusRefusal } from '../faults/status-refusal.ts';
import { type PauseEnd, pauseFor } from '../sandboxes/pause.ts';
import { secretsOf } from '../secrets/index.ts';
import { type RefuseCall, stamp } from './answer.ts';
import { refuseRevoked } from './authenticate.ts';
import { refuseClosed } from './match.ts';
import type { Answered, Planned, WirePlan } from './stages.ts';
import { describeUnreadable } from './unreadable.ts';

/** How a call can be answered, with or without running its operation. */
export interface Ways {
  /** Runs the operation; whatever happens in it, there is an answer. */
  run(call: Planned): Answered;
  refuseCall: RefuseCall;
  /** An answer 200 without content. */
  empty(call: Planned): Answered;
}

/** A call under its plan, and what has happened so far. */
interface Progress extends Ways {
  /** At the instant that the call has come to. */
  call: Planned;
  readonly plan: Course;
  resolve(answered: Answered): void;
}

/**
 * Applies the faults of a call, for a socket and in process alike. The order of time: delay, operation (commit: before),
 * hang, operation (commit: after), answer, and last an operation that still runs after its answer was replaced. Each part
 * happens at its exact instant, also when the clock jumps over it.
 */
export function applyFaultPlan(call: Planned, plan: Course, ways: Ways): Promise<Answered> {
  return new Promise(resolve => {
    const faults = () => hitsOf(plan);
    delay({ ...ways, call, plan, resolve: answered => resolve({ ...answered, faults }) });
  });
}

/** The faults that a call met, and when its operation took effect if a fault replaced its answer. */
function hitsOf({ hits, commit, tookEffect }: Course): FaultHit[] {
  if (commit === undefined && tookEffect !== 'after') return [...hits];
  return hits.map(hit => ({ ...hit, commit: tookEffect ?? 'never' }));
}

function delay(progress: Progress): void {
  const { plan } = progress;
  if (plan.delay === 0) {
    proceed(progress);
    return;
  }
  pause(progress, { ms: plan.delay, how: 'delayed' }, (end, left) => {
    if (end === 'over') proceed(progress);
    else sendNothing(progress, end);
    if (end === 'client-gone') takeEffectLate(progress, left);
  });
}

/** A slow supplier does not notice that its client is gone. */
function takeEffectLate(progress: Progress, ms: number): void {
  const { call, plan } = progress;
  if (plan.commit === 'never') return;
  plan.tookEffect = 'after';
  const who = `${call.operation.id}, delayed by a fault after its client has gone`;
  const go = (end: PauseEnd) => {
    if (end === 'over') runUnanswered(progress);
  };
  pauseFor(call.sandbox, { ms, client: undefined, who }, { go, fail: () => undefined });
}

function proceed(progress: Progress): void {
  const { call, plan } = progress;
  try {
    refuseClosed(call.sandbox);
    refuseRevoked(call);
  } catch (error) {
    progress.resolve(progress.refuseCall(call, error));
    return;
  }
  const given =
    plan.commit === undefined || plan.commit === 'before' ? takeEffect(progress, 'before') : undefined;
  if (plan.hang === undefined) {
    conclude(progress, given);
    return;
  }
  pause(progress, { ms: plan.hang, how: 'hanging' }, end => {
    const isDue = plan.commit === 'after' && end !== 'sandbox-ended';
    const answered = isDue ? takeEffect(progress, 'after') : given;
    const isReplaced = plan.status ?? plan.body ?? plan.cut;
    if (end !== 'over') sendNothing(progress, end);
    else if (answered) conclude(progress, answered);
    else if (isReplaced) conclude(progress, undefined);
    else sendNothing(progress, 'sandbox-ended'); // the operation did not run, so there is no answer
  });
}

function takeEffect({ call, plan, run }: Progress, when: 'before' | 'after'): Answered {
  const answered = run(call);
  if (answered.status === 200) plan.tookEffect = when;
  else plan.withdraw();
  return answered;
}

/** Answers, with everything that the plan changes in the answer. */
function conclude(progress: Progress, given: Answered | undefined): void {
  const { call, plan } = progress;
  const answered = spoilAnswer(progress, given ?? progress.empty(call));
  if (plan.commit !== 'after' || given !== undefined) {
    progress.resolve(answered);
    return;
  }
  const afterwards = () => {
    if (!call.sandbox.closed && runUnanswered(progress)) plan.tookEffect = 'after';
  };
  progress.resolve({ ...answered, afterwards });
}

/** Lets time pass; the call continues at a later instant. `left` is the rest of a wait that ended early. */
function pause(
  progress: Progress,
  { ms, how }: { ms: number; how: string },
  then: (end: PauseEnd, left: number) => void,
): void {
  const { call } = progress;
  const due = call.now + ms;
  const go = (end: PauseEnd) => {
    const now = call.sandbox.clock.now();
    progress.call = { ...call, now };
    then(end, due - now);
  };
  // An `auto` clock with nothing left to wait for: this call, and its caller, would wait for ever.
  const fail = (reason: unknown) => sendNothing(progress, 'client-gone', reason);
  call.pause({ ms, who: `${call.operation.id}, ${how} by a fault` }, { go, fail });
}

/**
 * Runs an operation without an answer, on a copy of the call: the journal records what the client was told.
 *
 * @returns whether the operation took effect
 */
function runUnanswered({ call, run }: Progress): boolean {
  const { clock } = call.sandbox;
  clock.settle();
  const { status, release } = run({ ...call, now: clock.now(), warnings: [] });
  release?.();
  return status === 200;
}

/** Ends the connection without an answer. */
function sendNothing({ call, empty, resolve }: Progress, end: PauseEnd, reason?: unknown): void {
  const wire: WirePlan =
    end === 'client-gone' ? { kind: 'none', reason } : { kind: 'cut', at: 'before-headers' };
  resolve({ ...empty(call), body: [], wire });
}

/** The answer as the client gets it: another status, a spoilt body, a cut connection. */
function spoilAnswer({ call, plan, refuseCall }: Progress, given: Answered): Answered {
  const { status, body, cut } = plan;
  let answered = stamp(call, given);
  if (status) {
    const by = plan.hits.map(({ id }) => id).join(', ');
    const { release } = answered;
    answered = { ...refuseCall(call, statusRefusal(call, status, by)), release };
  }
  if (body) answered = spoil(call, answered, body);
  return cut ? { ...answered, told: {}, wire: { kind: 'cut', at: cut } } : answered;
}

/** Spoils the body. The journal keeps an answer only if a careful client can still read it. */
function spoil(call: Planned, answered: Answered, effect: NonNullable<Course['body']>): Answered {
  if (effect.how === 'slow-drip') return { ...answered, wire: drip(call, effect.over) };
  if (effect.how === 'cut-gzip') return { ...answered, told: {}, wire: { kind: 'cut-gzip' } };
  const { text, contentType } = spoilBody(effect.how, textOf(answered.body));
  const changed = contentType === undefined ? {} : { 'content-type': contentType };
  const spoilt = {
    ...answered,
    headers: { ...answered.headers, ...changed },
    extraHeaders: { ...answered.extraHeaders, ...changed },
    body: [text],
    isAscii: false,
  };
  if (isReadable(effect.how)) return spoilt;
  return { ...spoilt, told: { answer: describeUnreadable(text, secretsOf(call.sandbox.identity)) } };
}

const dripPieces = 21;

function drip({ sandbox, operation }: Planned, over: string | undefined): WirePlan {
  const whole = over === undefined ? limits.slowDrip.value : parseDuration(over);
  const who = `${operation.id}, dripping by a fault`;
  const ms = whole / (dripPieces - 1);
  return {
    kind: 'drip',
    pieces: dripPieces,
    pause: (client, after) => pauseFor(sandbox, { ms, who, client, holder: after }, after),
  };
}
