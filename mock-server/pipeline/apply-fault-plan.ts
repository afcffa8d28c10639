import type { FaultHit } from '#contracts/exchange';
import type { BodyChange, FaultPlan } from '#contracts/fault';
import { describeUnreadable } from '../books/index.ts';
import { errorRefusal, type MatchedFaults } from '../faults/index.ts';
import { type PauseEnd, pauseFor } from '../sandbox/index.ts';
import { refuseRevokedCredential } from './authenticate.ts';
import { type RefuseCall, stamp } from './handle.ts';
import { refuseClosed } from './match.ts';
import type { Answered, Planned, WirePlan } from './stages.ts';

interface Ways {
  run(call: Planned): Answered;
  refuseCall: RefuseCall;
  conclude(call: Planned, answered: Answered): Answered;
  /** With status 200. */
  empty(call: Planned): Answered;
}

interface Progress extends Ways {
  /** Each pause updates its `now`. */
  call: Planned;
  readonly faults: MatchedFaults;
  readonly plan: FaultPlan;
  /** In relation to the pause or, without a pause, to the answer. Undefined also if the operation has refused the call. */
  tookEffect: 'before' | 'after' | undefined;
  resolve(answered: Answered): void;
}

/**
 * Applies the faults of a call in this order: delay, operation (commit: before), hang, operation (commit: after), answer. When a fault
 * replaces the answer, the operation can run after the answer. Each step happens at its exact instant, also when the clock jumps.
 */
export function applyFaultPlan(call: Planned, faults: MatchedFaults, ways: Ways): Promise<Answered> {
  return new Promise(resolve => {
    const progress: Progress = {
      ...ways,
      call,
      faults,
      plan: faults.plan,
      tookEffect: undefined,
      resolve(answered) {
        const done = ways.conclude(call, { ...answered, faults: () => hitsOf(progress) });
        call.settled(done);
        call.sandbox.afterCommit(() => resolve(done));
      },
    };
    delay(progress);
  });
}

function hitsOf({ faults: { hits }, plan: { commit }, tookEffect }: Progress): FaultHit[] {
  if (commit === undefined && tookEffect !== 'after') return [...hits];
  return hits.map(hit => ({ ...hit, commit: tookEffect ?? 'never' }));
}

function delay(progress: Progress): void {
  const { plan } = progress;
  if (plan.delay === 0) {
    proceed(progress);
    return;
  }
  pause(progress, plan.delay, 'delayed', (end, left) => {
    if (end === 'over') proceed(progress);
    else sendNothing(progress, end);
    if (end === 'client-gone') takeEffectLate(progress, left);
  });
}

/** A slow supplier also runs an operation whose client has disconnected. */
function takeEffectLate(progress: Progress, ms: number): void {
  const { call, plan } = progress;
  if (plan.commit === 'never') return;
  progress.tookEffect = 'after';
  const who = `${call.operation.id}, delayed by a fault after its client has disconnected`;
  const go = (end: PauseEnd) => {
    if (end === 'over') runUnanswered(progress);
  };
  const wait = { ms, client: undefined, who, isRepeatable: true };
  pauseFor(call.sandbox, wait, { go, fail: () => undefined });
}

function proceed(progress: Progress): void {
  const { call, plan } = progress;
  try {
    refuseClosed(call.sandbox);
    refuseRevokedCredential(call);
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
  pause(progress, plan.hang, 'held', end => {
    const isDue = plan.commit === 'after' && end !== 'sandbox-ended';
    const answered = isDue ? takeEffect(progress, 'after') : given;
    const isReplaced = plan.error ?? plan.raw ?? plan.body ?? plan.cut;
    if (end !== 'over') sendNothing(progress, end);
    else if (answered) conclude(progress, answered);
    else if (isReplaced) conclude(progress, undefined);
    else sendNothing(progress, 'sandbox-ended'); // the operation did not run, so there is no answer
  });
}

function takeEffect(progress: Progress, when: 'before' | 'after'): Answered {
  const answered = progress.run(progress.call);
  progress.tookEffect = answered.status === 200 ? when : undefined;
  if (answered.status !== 200) progress.call.sandbox.undo(progress.faults.withdraw());
  return answered;
}

function conclude(progress: Progress, given: Answered | undefined): void {
  const { call, plan } = progress;
  const answered = spoilAnswer(progress, given ?? progress.empty(call));
  if (plan.commit !== 'after' || given !== undefined) {
    progress.resolve(answered);
    return;
  }
  const afterwards = () => {
    if (!call.sandbox.closed && runUnanswered(progress)) progress.tookEffect = 'after';
  };
  progress.resolve({ ...answered, afterwards });
}

/** When a pause ends early, `left` is its remaining time in milliseconds. */
function pause(progress: Progress, ms: number, how: string, then: (end: PauseEnd, left: number) => void) {
  const { call } = progress;
  const due = call.now + ms;
  const go = (end: PauseEnd) => {
    const now = call.sandbox.clock.now();
    progress.call = { ...call, now };
    then(end, due - now);
  };
  // An `auto` clock calls `fail` when it has no event to jump to. Without `fail`, the call would wait forever.
  const fail = (reason: unknown) => sendNothing(progress, 'client-gone', reason);
  call.pause({ ms, who: `${call.operation.id}, ${how} by a fault` }, { go, fail });
}

/** The operation gets a copy of the call, because the journal records only what the client received. */
function runUnanswered({ call, run }: Progress): boolean {
  const { clock } = call.sandbox;
  clock.settle();
  const { status } = run({ ...call, now: clock.now(), warnings: [] });
  return status === 200;
}

function sendNothing({ call, empty, resolve }: Progress, end: PauseEnd, reason?: unknown): void {
  const wire: WirePlan =
    end === 'client-gone' ? { kind: 'none', reason } : { kind: 'cut', at: 'before-headers' };
  resolve({ ...empty(call), body: '', wire });
}

function spoilAnswer({ call, faults, plan, refuseCall }: Progress, given: Answered): Answered {
  const { error, raw, body, cut } = plan;
  let answered = stamp(call, given);
  if (error) {
    const ids = faults.hits.map(({ id }) => id);
    const now = call.sandbox.clock.now();
    answered = refuseCall(call, errorRefusal(error, { ...call, now }, ids));
  }
  if (raw) {
    const kept = { answerBody: describeUnreadable(raw.body, call.sandbox.redactor) };
    const handled = { status: raw.status, body: raw.body, extraHeaders: raw.headers };
    answered = stamp(call, { ...handled, kept });
  }
  if (body) answered = spoil(call, answered, body);
  return cut ? { ...answered, kept: {}, wire: { kind: 'cut', at: cut } } : answered;
}

/** The journal keeps the original answer only when a client can still parse the body. */
function spoil(
  call: Planned,
  answered: Answered,
  { text, contentType, wire, isReadable }: BodyChange,
): Answered {
  const kept = isReadable ? answered.kept : {};
  if (wire) return { ...answered, kept, wire: wire.kind === 'drip' ? drip(call, wire.ms) : wire };
  const body = text?.(answered.body) ?? answered.body;
  const changed = contentType === undefined ? {} : { 'content-type': contentType };
  return {
    ...answered,
    headers: { ...answered.headers, ...changed },
    extraHeaders: { ...answered.extraHeaders, ...changed },
    body,
    kept: isReadable ? kept : { answerBody: describeUnreadable(body, call.sandbox.redactor) },
  };
}

const dripPieces = 21;

function drip({ sandbox, operation }: Planned, whole: number): WirePlan {
  const who = `${operation.id}, sent slowly by a fault`;
  const ms = whole / (dripPieces - 1);
  return {
    kind: 'drip',
    pieces: dripPieces,
    pause: (client, after) => pauseFor(sandbox, { ms, who, client, holder: after }, after),
  };
}
