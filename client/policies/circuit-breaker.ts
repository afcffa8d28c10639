import { type Clock, limits } from '#contracts';
import type { CallId, Policy } from '../calls.ts';
import { CircuitOpenError, HttpError, UnreadableAnswerError } from '../errors.ts';

/** An endpoint's breaker: calls pass while it is closed, none while it is open, one trial when it has rested. */
type State =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'trial' };

const closed: State = { kind: 'closed', failures: 0 };

/** How long a breaker rests (decision 4), and after how many failures in a row it opens (err.breaker). */
export interface BreakerLimits {
  readonly failures: number;
  readonly restMs: number;
}

/**
 * A circuit breaker for each endpoint: after three answers 5xx in a row it opens, rests, then lets one call through to
 * see whether all is well again. Any other answer closes it; a call without an answer says nothing. Once it is open
 * only its trial counts: answers to calls that were sent before come too late to say how the endpoint is now.
 */
export function createCircuitBreaker(clock: Clock, limited: Partial<BreakerLimits> = {}): Policy {
  const { failures: maxFailures, restMs } = { ...usualBreaker, ...limited };
  const states = new Map<CallId, State>();
  const stateOf = (id: CallId) => states.get(id) ?? closed;

  /** Lets a call through, or throws; tells whether the call is the trial. */
  function enter(id: CallId): boolean {
    const state = stateOf(id);
    if (state.kind === 'closed') return false;
    if (state.kind === 'trial') throw new CircuitOpenError(id, clock.now());
    if (clock.now() < state.until) throw new CircuitOpenError(id, state.until);
    states.set(id, { kind: 'trial' });
    return true;
  }

  /** Counts a failure, and throws when the breaker is open then. */
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
          // A trial that was not answered leaves its place to the next call.
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
