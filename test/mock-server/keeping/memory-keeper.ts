import type {
  JournalChange,
  JournalRow,
  LeaseListener,
  Row,
  SandboxChange,
  SandboxKeeper,
} from '#mock-server';
import { StoreError } from '#mock-server';

/** A keeper in memory for tests. With `isFailing`, every write fails. */
export interface MemoryKeeper extends SandboxKeeper {
  isFailing: boolean;
  /** The number of batches that were written. */
  batches: number;
}

interface Kept {
  rows: Map<string, Row>;
  journal: Record<JournalChange['list'], readonly JournalRow[]>;
  expiresAt?: number | undefined;
}

/** Creates an empty keeper in memory. Several servers can use the keeper one after another. */
export function createMemoryKeeper(): MemoryKeeper {
  let all = new Map<string, Kept>();
  let isComplete = false;
  return {
    where: 'memory of a test',
    isFailing: false,
    batches: 0,
    async load(id) {
      const kept = all.get(id);
      return (
        kept && { isComplete, expiresAt: kept.expiresAt, rows: [...kept.rows.values()].sort(byPosition) }
      );
    },
    readJournal: async (id, { list, after, limit }) =>
      (all.get(id)?.journal[list] ?? []).filter(({ from }) => from > after).slice(0, limit),
    async write(changes) {
      if (this.isFailing) throw new StoreError('unavailable', 'the disk of this test is full');
      const next = new Map(
        [...all].map(([id, { rows, journal, ...kept }]) => [
          id,
          { ...kept, rows: new Map(rows), journal: { ...journal } },
        ]),
      );
      for (const change of changes) apply(next, change);
      all = next;
      this.batches += 1;
    },
    peek: async ids =>
      ids.flatMap(id => {
        const rows = [...(all.get(id)?.rows.values() ?? [])];
        const of = (kind: Row['kind']) => rows.filter(row => row.kind === kind);
        return all.has(id) ? [{ id, rows: of('head'), bookings: of('booking').length }] : [];
      }),
    list: async (after, limit) =>
      [...all.keys()]
        .sort()
        .filter(id => id > after)
        .slice(0, limit),
    async expired(now, limit) {
      const instants = [...all].flatMap(([id, { expiresAt: at }]) => (at === undefined ? [] : { id, at }));
      const inOrder = instants.sort((a, b) => a.at - b.at);
      const ids = inOrder.filter(({ at }) => at <= now).map(({ id }) => id);
      return { ids: ids.slice(0, limit), next: inOrder.find(({ at }) => at > now)?.at };
    },
    async ping() {
      await this.write([]);
    },
    check: async () => [],
    async close(complete) {
      isComplete = complete;
    },
  };
}

/**
 * Creates a keeper in memory that several servers share. Each server can write every sandbox at any time. `take` reports to the
 * last server that another server has taken a sandbox.
 */
export function createSharedKeeper(): MemoryKeeper & { take(id: string): void } {
  const keeper = createMemoryKeeper();
  let listener: LeaseListener | undefined;
  const leases = {
    holds: () => true,
    renewed: async () => {},
    newNumber: async () => 1,
    exists: async (id: string) => (await keeper.load(id)) !== undefined,
    read: (id: string) => keeper.load(id),
    release: async () => {},
    listen(added: LeaseListener) {
      listener = added;
    },
  };
  return { ...keeper, leases, take: id => listener?.lost([id]) };
}

const keyOf = ({ kind, key }: Pick<Row, 'kind' | 'key'>): string => `${kind} ${key}`;
const byPosition = (a: Row, b: Row): number =>
  a.kind === b.kind ? (a.position ?? 0) - (b.position ?? 0) : a.kind < b.kind ? -1 : 1;

function apply(all: Map<string, Kept>, { id, how, ...change }: SandboxChange): void {
  const { expiresAt, puts, drops, journal = [] } = change;
  if (how !== 'update') all.delete(id);
  if (how === 'remove') return;
  if (how === 'replace') all.set(id, { rows: new Map(), journal: { calls: [], older: [] } });
  const kept = all.get(id);
  if (!kept) throw new Error(`sandbox "${id}" is unknown`);
  kept.expiresAt = expiresAt ?? kept.expiresAt;
  for (const row of puts)
    kept.rows.set(keyOf(row), { ...row, position: row.position ?? kept.rows.get(keyOf(row))?.position });
  for (const row of drops) kept.rows.delete(keyOf(row));
  for (const { list, dropTo = -1, rows } of journal) {
    const replaced = rows[0]?.from ?? Number.POSITIVE_INFINITY;
    const left = kept.journal[list].filter(({ from, to }) => to > dropTo && from < replaced);
    kept.journal[list] = [...left, ...rows];
  }
}
