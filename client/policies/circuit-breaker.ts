import { type Clock, limits } from '#contracts';
import type { CallId, Policy } from '../calls.ts';
import { CircuitOpenError, HttpError, UnreadableAnswerError } from '../errors.ts';

/** The breaker of an endpoint: calls pass while it is closed, none while it is open, one trial call when its rest is over. */
type State =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'trial' };

const closed: State = { kind: 'closed', failures: 0 };

/** The numbers of the circuit breaker. */
export interface BreakerLimits {
  /** After how many failures in a row it opens (err.breaker). */
  readonly failures: number;
  /** How long it stays open, in milliseconds (decision 2). */
  readonly restMs: number;
}

/**
 * Creates a circuit breaker for each endpoint. After three answers 5xx in a row it opens for its rest, then lets one trial
 * call through. Any other answer closes it; a call without an answer changes nothing. While it is open only the trial counts:
 * answers to calls that were sent before do not show how the endpoint is now.
 */
export function createCircuitBreaker(clock: Clock, limited: Partial<BreakerLimits> = {}): Policy {
  const { failures: maxFailures, restMs } = { ...usualBreaker, ...limited };
  const states = new Map<CallId, State>();
  const stateOf = (id: CallId) => states.get(id) ?? closed;

  /** Lets a call through, or throws. Returns whether the call is the trial. */
  function enter(id: CallId): boolean {
    const state = stateOf(id);
    if (state.kind === 'closed') return false;
    if (state.kind === 'trial') throw new CircuitOpenError(id, clock.now());
    if (clock.now() < state.until) throw new CircuitOpenError(id, state.until);
    states.set(id, { kind: 'trial' });
    return true;
  }

  /** Counts a failure, and throws when that opens the breaker. */
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
          // After a trial without an answer the next call is the trial.
          else if (isTrial) states.set(id, { kind: 'open', until: clock.now() });
        }
        throw error;
      }
    };
}

/** The limits of the reference client. */
export const usualBreaker: BreakerLimits = {
  failures: limits.breakerFailures.value,
  restMs: limits.breakerRest.value,
};
