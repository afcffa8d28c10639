import { type Clock, limits } from '#contracts';
import type { CallId, Policy } from '../calls.ts';
import { CircuitOpenError, HttpError, UnreadableAnswerError } from '../errors.ts';

type State =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'trial' };

const closed: State = { kind: 'closed', failures: 0 };

/** The limits of the circuit breaker. */
export interface BreakerLimits {
  /** Failures in a row that open the breaker (err.breaker). */
  readonly failures: number;
  /** How long it stays open, in milliseconds (decision 2). */
  readonly restMs: number;
}

/** A call without an answer changes nothing. Answers to earlier calls do not count while the breaker is open. */
export function createCircuitBreaker(clock: Clock, limited: Partial<BreakerLimits> = {}): Policy {
  const { failures: maxFailures = usualBreaker.failures, restMs = usualBreaker.restMs } = limited;
  const states = new Map<CallId, State>();
  const stateOf = (id: CallId) => states.get(id) ?? closed;

  /** Returns whether this is the trial call. */
  function enter(id: CallId): boolean {
    const state = stateOf(id);
    if (state.kind === 'closed') return false;
    if (state.kind === 'trial') throw new CircuitOpenError(id, clock.now());
    if (clock.now() < state.until) throw new CircuitOpenError(id, state.until);
    states.set(id, { kind: 'trial' });
    return true;
  }

  function fail(id: CallId, error: HttpError): void {
    const state = stateOf(id);
    const failures = state.kind === 'closed' ? state.failures + 1 : maxFailures;
    if (failures < maxFailures) {
      states.set(id, { kind: 'closed', failures });
      return;
    }
    const until = clock.now() + restMs;
    states.set(id, { kind: 'open', until });
    throw new CircuitOpenError(id, until, error);
  }

  return next =>
    async function breaker(call) {
      const { id } = call;
      const isTrial = enter(id);
      const counts = () => isTrial || stateOf(id).kind === 'closed';
      try {
        const answer = await next(call);
        if (counts()) states.delete(id);
        return answer;
      } catch (error) {
        if (counts()) {
          if (error instanceof HttpError && error.status >= 500) fail(id, error);
          else if (error instanceof HttpError || error instanceof UnreadableAnswerError) states.delete(id);
          // The trial call had no answer, so the next call is the trial call.
          else if (isTrial) states.set(id, { kind: 'open', until: clock.now() });
        }
        throw error;
      }
    };
}

export const usualBreaker: BreakerLimits = {
  failures: limits.breakerFailures.value,
  restMs: limits.breakerRest.value,
};
