import { fullMessage, type ServerMemory } from '../memory-bound.ts';
import { refuse } from '../refusal.ts';
import type { Limited } from './stages.ts';

/**
 * Refuses a Search when the server uses all of its memory, because a process without memory ends, and every sandbox ends with it.
 * Calls that continue a Search or a booking still get their answers.
 *
 * @throws Refusal 507
 */
export function refuseWhenFull({ operation }: Pick<Limited, 'operation'>, memory: ServerMemory): void {
  const message = operation.id.endsWith('.search') ? fullMessage(memory) : undefined;
  if (message !== undefined) throw refuse('QuotaExceeded', message);
}
