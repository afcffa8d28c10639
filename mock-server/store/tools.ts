import { type JournalEntry, StoreError } from '../books/index.ts';
import { decode, findRowProblem } from './rows.ts';
import type { CallRow, DurableStore, Row } from './store.ts';

const perPage = 1_000;

export async function* storedIds(store: Pick<DurableStore, 'list'>): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const page = await store.list(last, perPage);
    for (const { id } of page) yield id;
    last = page.at(-1)?.id ?? '';
    if (page.length < perPage) return;
  }
}

/**
 * Checks the storage and every sandbox of a store.
 *
 * @returns the number of sandboxes, and a message for each problem
 * @throws StoreError when the store cannot be read at all
 */
export async function checkStore(store: DurableStore): Promise<{ sandboxes: number; problems: string[] }> {
  const problems = await store.check();
  let sandboxes = 0;
  for await (const id of storedIds(store)) {
    sandboxes += 1;
    try {
      const stored = await store.load(id);
      if (!stored) continue;
      const problem = findRowProblem(stored.rows);
      if (problem === undefined) decode(stored.rows, 0);
      else problems.push(`sandbox "${id}": ${problem}`);
      for await (const rows of journalPages(store, id)) for (const row of rows) readEntry(row);
    } catch (error) {
      problems.push(`sandbox "${id}": ${error instanceof Error ? error.message : error}`);
    }
  }
  return { sandboxes, problems };
}

/**
 * Copies all sandboxes of a store with their journals to another store, which must not have these sandboxes.
 *
 * @returns the number of copied sandboxes
 * @throws StoreError when a store fails
 */
export async function migrateStore(from: DurableStore, to: DurableStore): Promise<number> {
  let copied = 0;
  for await (const id of storedIds(from)) {
    const stored = await from.load(id);
    if (!stored) continue;
    const calls: CallRow[] = [];
    for await (const page of journalPages(from, id)) calls.push(...page);
    const { rows: puts, expiresAt } = stored;
    const change = { expiresAt, puts, drops: [], calls, dropCalls: [], replaces: true };
    if ((await to.commit(id, 0, change)) === 'conflict')
      throw new StoreError('unavailable', `${to.where} already has sandbox "${id}"`);
    copied += 1;
  }
  return copied;
}

/**
 * Returns a view of a store for a tool that only reads.
 *
 * @example await checkStore(readOnly(await openStore('redis://127.0.0.1:6379')))
 */
export function readOnly(store: DurableStore): DurableStore {
  let version = 0;
  const note = () => {
    version += 1;
    return { version, born: version, calls: 0 };
  };
  return {
    where: store.where,
    isShared: false,
    load: id => store.load(id),
    version: id => store.version(id),
    commit: async () => note(), // a supplier that starts with this view has changes of its own, such as a new default sandbox
    addCalls: async () => undefined,
    remove: async () => true,
    list: (after, limit) => store.list(after, limit),
    expired: async () => [],
    journal: (id, after, limit) => store.journal(id, after, limit),
    ping: async () => {},
    check: () => store.check(),
    close: () => store.close(),
  };
}

/** `what`: the sandbox or its journal. */
export function damageOf(what: string, cause: unknown, rows: readonly Row[] = []): StoreError {
  if (cause instanceof StoreError) return cause;
  const why = findRowProblem(rows) ?? (cause instanceof Error ? cause.message : String(cause));
  const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
  return new StoreError('damaged', `${what} cannot be read: ${why}; ${fix}`, { cause });
}

export function otherFormat(where: string, [found, known]: [unknown, number], place: string): StoreError {
  const hint = Number(found) > known ? 'install a newer version of this package, or ' : '';
  const message = `${where} has format ${found}, but this version reads format ${known}; ${hint}choose another ${place}`;
  return new StoreError('version', message);
}

/** @throws SyntaxError that names the exchange */
export function readEntry({ number, text }: CallRow): JournalEntry {
  try {
    const entry: JournalEntry | null = JSON.parse(text); // a journal has written this text
    if (entry?.facts?.number === number) return entry;
    throw new SyntaxError('field "facts.number": missing or wrong');
  } catch (error) {
    throw new SyntaxError(`exchange ${number}: ${error instanceof Error ? error.message : error}`);
  }
}

async function* journalPages(store: DurableStore, id: string): AsyncGenerator<readonly CallRow[]> {
  for (let after = 0; ; ) {
    const { rows, last, hasMore } = await store.journal(id, after, perPage);
    yield rows;
    after = last;
    if (!hasMore) return;
  }
}
