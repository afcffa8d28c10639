import { defaultSandbox } from '../sandboxes/index.ts';
import type { KeptSandbox, SandboxKeeper } from './keeper.ts';
import { loadRecovered, storedIds } from './load.ts';

/** A store that is open, and the content with which a server starts. `readStart` creates this object. */
export interface OpenStore {
  readonly keeper: SandboxKeeper;
  readonly ids: ReadonlySet<string>;
  readonly first: KeptSandbox | undefined;
  /** Whether the store also keeps the journals of the sandboxes. */
  readonly keepJournal: boolean;
}

/**
 * Reads the ids of all sandboxes and the default sandbox, so that a server can start.
 *
 * @param keepJournal whether the store also keeps the journals of the sandboxes. Otherwise, the journals that the store has are
 *   removed when their sandboxes are loaded.
 * @throws StoreError
 * @example createMockSupplier({ store: await readStart(await openSqlite('data')) })
 */
export async function readStart(
  keeper: SandboxKeeper,
  { keepJournal = false }: { keepJournal?: boolean } = {},
): Promise<OpenStore> {
  const ids = new Set<string>();
  // In a shared store, other processes add and remove sandboxes, so a list would soon be wrong.
  if (!keeper.leases) for await (const id of storedIds(keeper)) ids.add(id);
  return { keeper, ids, keepJournal, first: await loadRecovered(keeper, defaultSandbox) };
}
