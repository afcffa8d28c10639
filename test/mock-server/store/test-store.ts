import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type DurableStore, StoreError } from '#mock-server';
import { openSqlite } from '#mock-server/node/sqlite';

/** With `isFailing`, every change fails. */
export interface TestStore extends DurableStore {
  isFailing: boolean;
  commits: number;
}

/**
 * A SQLite store of one test. Several servers can use it one after another, because it stays open when a server closes it; with
 * `isShared`, at the same time.
 */
export async function createTestStore(isShared = false): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-test-'));
  const sqlite = await openSqlite(folder);
  onTestFinished(async () => {
    await sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const watchers = new Map<string, Set<() => void>>();
  const needSpace = () => {
    if (store.isFailing) throw new StoreError('unavailable', 'the disk of this test is full');
  };
  const tell = (id: string) => {
    for (const listener of watchers.get(id) ?? []) listener();
  };
  const store: TestStore = {
    ...sqlite,
    where: 'the store of a test',
    isShared,
    isFailing: false,
    commits: 0,
    async commit(id, ...change) {
      needSpace();
      const version = await sqlite.commit(id, ...change);
      store.commits += 1;
      tell(id);
      return version;
    },
    async addCalls(...added) {
      needSpace();
      return sqlite.addCalls(...added);
    },
    async remove(id, expected) {
      needSpace();
      const isRemoved = await sqlite.remove(id, expected);
      tell(id);
      return isRemoved;
    },
    ...(isShared && {
      async watch(id: string, listener: () => void) {
        watchers.set(id, (watchers.get(id) ?? new Set()).add(listener));
        return () => void watchers.get(id)?.delete(listener);
      },
    }),
    ping: async () => needSpace(),
    close: async () => {},
  };
  return store;
}
