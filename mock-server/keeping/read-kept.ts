import type { MachineClock } from '../clock/index.ts';
import type { LoadedSandbox } from '../sandboxes/index.ts';
import { withTokens } from './carry-tokens.ts';
import { readHead } from './head.ts';
import type { KeptSandbox, SandboxKeeper } from './keeper.ts';
import { type Carried, KeptInMemory, type Scheduler } from './kept-sandbox.ts';
import { damageOf } from './load.ts';
import { readStore } from './load-state.ts';

interface ReadParts {
  readonly id: string;
  readonly scheduler: Scheduler;
  /** The earlier copies in memory, the oldest first. The copy of the stored sandbox continues. */
  readonly earlier: readonly Carried[];
  readonly machine: Pick<MachineClock, 'now'>;
}

/**
 * Reads the state of a sandbox from its rows. Yields after each row.
 *
 * @throws StoreError when a row is damaged or missing
 */
export function* readKept(
  keeper: SandboxKeeper,
  kept: KeptSandbox,
  parts: ReadParts,
): Generator<void, LoadedSandbox> {
  const explain = (error: unknown) => damageOf(keeper, { id: parts.id, rows: kept.rows }, error);
  try {
    return { ...(yield* read(kept, parts)), explain };
  } catch (error) {
    throw explain(error);
  }
}

function* read(
  kept: KeptSandbox,
  { id, scheduler, earlier, machine }: ReadParts,
): Generator<void, Omit<LoadedSandbox, 'explain'>> {
  const { crashes, createdAt: storedAt } = readHead(kept.rows, 0);
  // After a reset that failed, the store has the sandbox from before the reset. Old files have no instant.
  const carried = earlier.find(one => one.createdAt === storedAt) ?? earlier[0];
  const { store, positions } = yield* readStore(kept, carried ? crashes + 1 : crashes);
  const { state, createdAt, journal } = readHead(kept.rows, machine.now()); // at the end, because a running clock continues from here
  const keep = new KeptInMemory(id, scheduler, { ...positions, journal });
  carried?.journal.writer?.continueAt(journal);
  return {
    state: { ...state, store: carried ? withTokens(store, carried, keep) : store },
    keep,
    isContinued: kept.isContinued !== false,
    journal: carried?.journal,
    createdAt,
  };
}
