import { defaultSandbox } from '../sandbox/index.ts';
import type { OpenStore } from './keeping.ts';
import type { DurableStore } from './store.ts';
import { storedIds } from './tools.ts';

export type { OpenStore } from './keeping.ts';
export { summaryKeys } from './rows.ts';
export type * from './store.ts';
export { checkStore, migrateStore, otherFormat, readOnly, storedIds } from './tools.ts';

/**
 * Reads the ids of all sandboxes and the default sandbox, so that a server can start.
 *
 * @param keepJournal whether the store also keeps the journals of the sandboxes. A store that several processes share always keeps
 *   them, because each process must see the whole journal.
 * @throws StoreError
 * @example createMockSupplier({ store: await readStart(await openStore('sqlite:data')) })
 */
export async function readStart(
  store: DurableStore,
  { keepJournal = false }: { keepJournal?: boolean } = {},
): Promise<OpenStore> {
  // Most servers have no durable store, and start without this code.
  const { Keeping } = await import('./keeping.ts');
  const ids = new Set<string>();
  for await (const id of storedIds(store)) ids.add(id);
  const first = await store.load(defaultSandbox);
  const start = { store, ids, keepJournal: keepJournal || store.isShared, first };
  return { ...start, keep: (...given) => new Keeping(start, ...given) };
}
