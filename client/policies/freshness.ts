import type { Clock } from '#contracts';
import type { Policy } from '../call.ts';
import { OutdatedError } from '../errors.ts';

/** Refuses a call whose token or conditions expired while it waited for its turn. */
export function createFreshness(clock: Clock): Policy {
  return next =>
    async function freshness(call) {
      if (call.goodUntil !== undefined && clock.now() >= call.goodUntil) throw new OutdatedError(call.id);
      return next(call);
    };
}
