import type { SandboxKeeper } from '../keeping/index.ts';

/** The forms of the address of a store. */
export const storeForms = ['memory', 'sqlite:<folder>'] as const;

/**
 * Opens a durable store.
 *
 * @param where `memory`, or `sqlite:` with a folder
 * @returns undefined for `memory`
 * @throws TypeError for another form
 * @throws StoreError when the store cannot be opened
 * @example await openStore('sqlite:data')
 */
export async function openStore(where: string): Promise<SandboxKeeper | undefined> {
  if (where === 'memory') return undefined;
  const folder = /^sqlite:(.+)$/s.exec(where)?.[1];
  if (folder === undefined) throw new TypeError(`unknown store "${where}"; use ${storeForms.join(' or ')}`);
  const { openSqlite } = await import('./open-sqlite.ts');
  return openSqlite(folder);
}
