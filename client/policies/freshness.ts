import type { Clock } from '#contracts';
import type { Policy } from '../call.ts';
import { OutdatedError } from '../errors.ts';

/** Sends nothing that has grown too old while it waited for its turn: tokens and conditions age meanwhile. */
export function createFreshness(clock: Clock): Policy {
  return next =>
    async function freshness(call) {
      if (call.goodUntil !== undefined && clock.now() >= call.goodUntil) throw new OutdatedError(call.id);
      return next(call);
    };
}
