import type { LoadedSandbox } from '../sandboxes/index.ts';
import type { StoreError } from '../store-error.ts';
import { withTokens } from './carry-tokens.ts';
import { readHead } from './head.ts';
import type { KeptSandbox } from './keeper.ts';
import { type Carried, KeptInMemory, type Scheduler } from './kept-sandbox.ts';
import { readStore } from './load-state.ts';

interface ReadParts {
  readonly id: string;
  readonly scheduler: Scheduler;
  /** The parts of an earlier copy in memory that continue. */
  readonly carried: Carried | undefined;
  /** Returns the present instant on the machine. */
  now(): number;
  /** Returns the error for a state from which no sandbox can be made. */
  explain(error: unknown): StoreError;
}

/**
 * Reads the state of a sandbox from its rows. Yields after each row.
 *
 * @throws StoreError when a row is damaged or missing
 */
export function* readKept(kept: KeptSandbox, parts: ReadParts): Generator<void, LoadedSandbox> {
  try {
    return yield* read(kept, parts);
  } catch (error) {
    throw parts.explain(error);
  }
}

function* read(
  kept: KeptSandbox,
  { id, scheduler, carried, now, explain }: ReadParts,
): Generator<void, LoadedSandbox> {
  const { crashes } = readHead(kept.rows, 0);
  const { store, positions } = yield* readStore(kept, carried ? crashes + 1 : crashes);
  const { state, createdAt, journal } = readHead(kept.rows, now()); // at the end, because a running clock continues from here
  const keep = new KeptInMemory(id, scheduler, { ...positions, journal });
  carried?.journal.writer?.continueAt(journal);
  return {
    state: { ...state, store: carried ? withTokens(store, carried, keep) : store },
    keep,
    isContinued: kept.isContinued !== false,
    journal: carried?.journal,
    createdAt,
    explain,
  };
}
