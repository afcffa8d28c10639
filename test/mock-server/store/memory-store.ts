import { type Change, type DurableStore, type Row, StoreError } from '#mock-server';
import { summaryKeys } from '#mock-server/store/index';

/** A durable store in memory for tests. With `isFailing`, every change fails. */
export interface MemoryStore extends DurableStore {
  isFailing: boolean;
  commits: number;
}

interface Kept {
  version: number;
  born: number;
  calls: number;
  expiresAt?: number | undefined;
  readonly rows: Map<string, string>;
  readonly journal: Map<number, { position: number; text: string }>;
}

/** Several servers can use it one after another; with `isShared`, at the same time. */
export function createMemoryStore(isShared = false): MemoryStore {
  const all = new Map<string, Kept>();
  const watchers = new Map<string, Set<() => void>>();
  let last = 0;

  function addCalls(kept: Kept, { calls, dropCalls }: Pick<Change, 'calls' | 'dropCalls'>): void {
    for (const { number, text } of calls) kept.journal.set(number, { position: ++kept.calls, text });
    for (const number of dropCalls) kept.journal.delete(number);
  }
  const needSpace = () => {
    if (store.isFailing) throw new StoreError('unavailable', 'the disk of this test is full');
  };
  const tell = (id: string) => {
    for (const listener of watchers.get(id) ?? []) listener();
  };
  const rowsOf = ({ rows }: Kept) => [...rows].map(([key, value]) => ({ key, value }));

  const store: MemoryStore = {
    where: 'memory of a test',
    isShared,
    isFailing: false,
    commits: 0,
    async load(id) {
      const kept = all.get(id);
      if (!kept) return undefined;
      const { version, born, calls, expiresAt } = kept;
      return { version, born, calls, expiresAt, rows: rowsOf(kept) };
    },
    version: async id => all.get(id)?.version ?? 0,
    async commit(id, expected, change) {
      needSpace();
      if ((all.get(id)?.version ?? 0) !== expected) return 'conflict';
      last += 1;
      store.commits += 1;
      if (change.replaces)
        all.set(id, { version: last, born: last, calls: 0, rows: new Map(), journal: new Map() });
      const kept = all.get(id);
      if (!kept) return 'conflict';
      if (change.dropsJournal) kept.journal.clear();
      for (const { key, value } of change.puts) kept.rows.set(key, value);
      for (const key of change.drops) kept.rows.delete(key);
      addCalls(kept, change);
      kept.version = last;
      kept.expiresAt = change.expiresAt ?? kept.expiresAt;
      tell(id);
      return { version: last, born: kept.born, calls: kept.calls };
    },
    async addCalls(id, born, change) {
      needSpace();
      const kept = all.get(id);
      if (kept?.born !== born) return undefined;
      addCalls(kept, change);
      return { version: kept.version, born, calls: kept.calls };
    },
    async remove(id, expected) {
      needSpace();
      if (expected !== undefined && all.has(id) && all.get(id)?.version !== expected) return false;
      all.delete(id);
      tell(id);
      return true;
    },
    async list(after, limit) {
      const ids = [...all.keys()].filter(id => id > after).sort();
      const isShown = ({ key }: Row) => summaryKeys.includes(key) || !key.startsWith('head ');
      return ids.slice(0, limit).map(id => ({ id, rows: rowsOf(all.get(id) as Kept).filter(isShown) }));
    },
    async expired(now, limit) {
      const found = [...all].flatMap(([id, { version, expiresAt = Number.POSITIVE_INFINITY }]) =>
        expiresAt <= now ? [{ id, version, expiresAt }] : [],
      );
      found.sort((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1));
      return found.slice(0, limit).map(({ id, version }) => ({ id, version }));
    },
    async journal(id, after, limit) {
      const rows = [...(all.get(id)?.journal ?? [])]
        .map(([number, { position, text }]) => ({ number, position, text }))
        .filter(({ position }) => position > after)
        .sort((a, b) => a.position - b.position)
        .slice(0, limit);
      return { rows, last: rows.at(-1)?.position ?? after, hasMore: rows.length === limit };
    },
    ...(isShared && {
      async watch(id: string, listener: () => void) {
        watchers.set(id, (watchers.get(id) ?? new Set()).add(listener));
        return () => void watchers.get(id)?.delete(listener);
      },
    }),
    async ping() {
      needSpace();
    },
    check: async () => [],
    close: async () => {},
  };
  return store;
}
