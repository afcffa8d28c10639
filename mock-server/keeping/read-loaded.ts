import type { LoadedSandbox } from '../sandboxes/index.ts';
import { withTokens } from './carry-tokens.ts';
import { readHead } from './head.ts';
import type { KeptSandbox } from './keeper.ts';
import { type Carried, KeptInMemory, type Scheduler } from './kept-sandbox.ts';
import { readStore } from './load-state.ts';

interface LoadParts {
  readonly id: string;
  readonly scheduler: Scheduler;
  /** The present instant on the machine, in milliseconds since 1970. */
  readonly now: number;
  /** The parts of the last copy in memory, if a write of this copy failed. */
  readonly carried: Carried | undefined;
}

/**
 * Returns the sandbox of stored rows, connected with the durable store.
 *
 * @throws SyntaxError or TypeError when a row is damaged or missing
 */
export function readLoaded(kept: KeptSandbox, { id, scheduler, now, carried }: LoadParts): LoadedSandbox {
  const { state, crashes, createdAt, journal } = readHead(kept.rows, now);
  const { store, positions } = readStore(kept, carried ? crashes + 1 : crashes);
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
