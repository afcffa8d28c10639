import { type JournalHead, readRow, type StoredJournal } from '../journal/index.ts';
import type { SandboxKeeper } from './keeper.ts';
import { readable } from './load.ts';

/** Returns the journal of a sandbox in a durable store. Its exchanges are read later, when a caller needs them. */
export const storedJournal = (
  keeper: SandboxKeeper,
  id: string,
  head: JournalHead | undefined,
): StoredJournal => ({
  head,
  async read(page) {
    const rows = await keeper.readJournal(id, page);
    return readable(keeper, id, () => rows.map(readRow));
  },
});
