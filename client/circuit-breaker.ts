import { type Clock, limits, type OperationId } from '#contracts';
import type { Policy } from './call.ts';
import { CircuitOpenError, HttpError } from './errors.ts';

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
 * see whether all is well again. Any other answer closes it; a call without an answer says nothing.
 */
export function createCircuitBreaker(clock: Clock, { failures: most, restMs }: BreakerLimits): Policy {
  const states = new Map<OperationId, State>();

  /** Lets a call through, or throws. */
  function enter(id: OperationId): void {
    const state = states.get(id) ?? closed;
    if (state.kind === 'closed') return;
    if (state.kind === 'trial') throw new CircuitOpenError(id, clock.now());
    if (clock.now() < state.until) throw new CircuitOpenError(id, state.until);
    states.set(id, { kind: 'trial' });
  }

  /** Counts a failure, and throws when it was the last that is borne. */
  function fail(id: OperationId, error: HttpError): void {
    const state = states.get(id) ?? closed;
    const failures = state.kind === 'closed' ? state.failures + 1 : most;
    if (failures < most) {
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
      enter(id);
      try {
        const answer = await next(call);
        states.delete(id);
        return answer;
      } catch (error) {
        if (error instanceof HttpError && error.status >= 500) fail(id, error);
        else if (error instanceof HttpError) states.delete(id);
        else if (states.get(id)?.kind === 'trial') states.set(id, { kind: 'open', until: clock.now() });
        throw error;
      }
    };
}

/** The limits of the reference client. */
export const usualBreaker: BreakerLimits = {
  failures: limits.breakerFailures.value,
  restMs: limits.breakerRest.value,
};
