import type { SandboxSummary } from '../sandboxes/index.ts';
import { readHead } from './head.ts';
import type { PeekedSandbox, SandboxKeeper } from './keeper.ts';

/**
 * Reads the data of sandboxes for a list in one step, without loading the sandboxes. Leaves out unknown sandboxes and sandboxes that
 * cannot be read; `understudy store check` names the latter.
 *
 * @param now the present instant on the machine
 */
export async function peekSummaries(
  keeper: SandboxKeeper,
  ids: readonly string[],
  now: number,
): Promise<SandboxSummary[]> {
  const found = await keeper.peek(ids);
  return found.flatMap(one => summarise(one, now) ?? []);
}

function summarise({ rows, bookings }: PeekedSandbox, now: number): SandboxSummary | undefined {
  const head = readHeadIfPossible(rows, now);
  if (!head) return undefined;
  const { state, createdAt = now } = head;
  const { identity, clock, closed, faults, journal } = state;
  return {
    identity,
    clock,
    closed,
    bookings,
    createdAt,
    calls: journal.next - 1,
    faults: faults.length,
    lost: { facts: 0, bodies: 0 },
  };
}

function readHeadIfPossible(rows: PeekedSandbox['rows'], now: number) {
  try {
    return readHead(rows, now);
  } catch {
    return undefined; // a row is damaged or missing
  }
}
