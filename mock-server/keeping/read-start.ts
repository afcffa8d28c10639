import { defaultSandbox } from '../sandboxes/index.ts';
import type { KeptSandbox, SandboxKeeper } from './keeper.ts';
import { loadRecovered, storedIds } from './load.ts';

/** A store that is open, and the content with which a server starts. `readStart` creates this object. */
export interface OpenStore {
  readonly keeper: SandboxKeeper;
  readonly ids: ReadonlySet<string>;
  readonly first: KeptSandbox | undefined;
}

/**
 * Reads the ids of all sandboxes and the default sandbox, so that a server can start.
 *
 * @throws StoreError
 * @example createMockSupplier({ store: await readStart(await openSqlite('data')) })
 */
export async function readStart(keeper: SandboxKeeper): Promise<OpenStore> {
  const ids = new Set<string>();
  // In a shared store, other processes add and remove sandboxes, so a list would soon be wrong.
  if (!keeper.leases) for await (const id of storedIds(keeper)) ids.add(id);
  return { keeper, ids, first: await loadRecovered(keeper, defaultSandbox) };
}
