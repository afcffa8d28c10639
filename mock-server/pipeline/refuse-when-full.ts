import { fullMessage, type ServerMemory } from '../memory-bound.ts';
import { refuse } from '../refusal.ts';
import type { Authenticated } from './stages.ts';

/**
 * Refuses a Search when the server uses all of its memory, because a process without memory ends, and every sandbox ends with it.
 * Calls that continue a Search or a booking still get their answers.
 *
 * @returns the same call
 *
 * @throws Refusal 507
 */
export function refuseWhenFull(call: Authenticated, memory: ServerMemory): Authenticated {
  const message = call.operation.id.endsWith('.search') ? fullMessage(memory) : undefined;
  if (message !== undefined) throw refuse('QuotaExceeded', message);
  return call;
}
