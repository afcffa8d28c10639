import type { SandboxSummary } from '../sandboxes/index.ts';
import { readHead } from './head.ts';
import type { SandboxKeeper } from './keeper.ts';
import { readable } from './load.ts';

/**
 * Reads the data of a sandbox for a list from a shared store, without its lease.
 *
 * @param now the present instant on the machine
 * @returns undefined for an unknown id
 */
export async function peekSummary(
  keeper: SandboxKeeper,
  id: string,
  now: number,
): Promise<SandboxSummary | undefined> {
  const found = await keeper.leases?.peek(id);
  if (!found) return undefined;
  return readable(keeper, { id, rows: found.rows }, () => {
    const { state, createdAt = now } = readHead(found.rows, now);
    const { identity, clock, closed, faults, journal } = state;
    return {
      identity,
      clock,
      closed,
      bookings: found.bookings,
      createdAt,
      calls: journal.next - 1,
      faults: faults.length,
      lost: { facts: 0, bodies: 0 },
    };
  });
}
