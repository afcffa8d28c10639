import { type JournalHead, readRow, type StoredExchanges, type StoredJournal } from '../journal/index.ts';
import { StoreError } from '../store-error.ts';
import type { SandboxKeeper } from './keeper.ts';
import { runAtOnce } from './turns.ts';

/** Returns the journal of a sandbox in a durable store. Its exchanges are read later, when a caller needs them. */
export const storedJournal = (
  keeper: SandboxKeeper,
  id: string,
  head: JournalHead | undefined,
): StoredJournal => ({
  head,
  async read(page) {
    const rows = await keeper.readJournal(id, page);
    try {
      const exchanges: StoredExchanges[] = [];
      for (const row of rows) exchanges.push(runAtOnce(readRow(page.list, row)));
      return exchanges;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
      throw new StoreError(
        'damaged',
        `the journal of sandbox "${id}" in ${keeper.where} cannot be read: ${why}; ${fix}`,
        { cause: error },
      );
    }
  },
});
