import { DatabaseSync } from 'node:sqlite';
import type { ExpiredSandboxes, JournalPage, JournalRow, PeekedSandbox, Row } from '../../keeping/index.ts';
import { StoreError } from '../../store-error.ts';
import { describeSqliteError } from './errors.ts';
import { FilePlace } from './file-place.ts';
import { findFile } from './find-file.ts';
import { HiddenSandboxes } from './hidden.ts';
import { JournalRows } from './journal-rows.ts';
import { noteOpening } from './opening.ts';
import type { FirstPage, StagedChange } from './parts.ts';
import { applicationId, createTables, formatVersion } from './schema.ts';
import { prepare, type Statements } from './statements.ts';
import type { WorkerStart } from './worker-start.ts';

/**
 * A store of sandboxes in a file of SQLite. All methods are synchronous, so this class runs in a worker thread.
 *
 * A transaction is in the write-ahead log before `write` returns. The end of the process at any instant loses nothing. A
 * power failure can lose the last transactions, because the log is not flushed to the disk for each transaction.
 */
export class SqliteDatabase {
  /** The mark of the opening of the store by this process. */
  readonly mark: string;
  readonly #where: string;
  readonly #db: DatabaseSync;
  readonly #statements: Statements;
  readonly #journals: JournalRows;
  readonly #place: FilePlace;
  readonly #hidden: HiddenSandboxes;
  /** How often a process ended without closing the store. A sandbox with a lower number can miss its newest changes. */
  readonly #crashes: number;
  /** The collected parts of large batches, by the number of the batch. */
  readonly #parts = new Map<number, (readonly StagedChange[])[]>();
  /** The sandboxes that this connection has written. */
  readonly #written = new Set<string>();

  /**
   * Opens the store in a folder.
   *
   * @throws StoreError
   */
  constructor(start: WorkerStart) {
    const { where } = start;
    this.#where = where;
    try {
      const { file, isNew } = findFile(start);
      this.#db = new DatabaseSync(file);
      this.#lock(isNew);
      this.#statements = prepare(this.#db);
      this.#hidden = new HiddenSandboxes(this.#db, where);
      this.#journals = new JournalRows(this.#db);
      ({ crashes: this.#crashes, mark: this.mark } = noteOpening(this.#db, start));
      this.#place = new FilePlace(file, where);
    } catch (error) {
      throw describeSqliteError(error, where);
    }
  }

  load(id: string): FirstPage | undefined {
    return this.#run(() => {
      const found = this.#statements.number.get(id);
      if (!found) return undefined;
      const number = Number(found.number);
      const expiresAt = found.expiresAt === null ? undefined : Number(found.expiresAt);
      return { number, rows: this.#page(number), expiresAt, isComplete: found.crashes === this.#crashes };
    });
  }

  readJournal(id: string, page: JournalPage): JournalRow[] {
    return this.#run(() => {
      const number = this.#numberOf(id);
      return number === undefined ? [] : this.#journals.read(number, page);
    });
  }

  /** Returns the rows of a sandbox after a row, by kind and key; undefined if the sandbox was removed. */
  more(number: number, { kind, key }: Row): readonly Row[] | undefined {
    return this.#run(() => this.#statements.exists.get(number) && this.#page(number, kind, key));
  }

  /** Begins a large new sandbox, which is hidden. Returns its number. */
  begin(): number {
    return this.#run(() => this.#hidden.begin());
  }

  /** Adds rows to a hidden sandbox. `write` shows the sandbox. */
  stage(number: number, rows: readonly Row[]): void {
    this.#transaction(() => this.#hidden.add(number, rows));
  }

  /** Ends the work on a sandbox that `begin` began. */
  end(number: number): void {
    this.#hidden.end(number);
  }

  /** Deletes some rows that no sandbox needs. Returns whether more rows are left. */
  purge(): boolean {
    return this.#run(() => this.#hidden.purge());
  }

  peek(ids: readonly string[]): PeekedSandbox[] {
    const { number, heads, bookings } = this.#statements;
    return this.#run(() =>
      ids.flatMap(id => {
        const found = number.get(id);
        if (!found) return [];
        const rows = heads.all(Number(found.number)) as unknown as Row[]; // the columns have these names
        return [{ id, rows, bookings: Number(bookings.get(Number(found.number))?.count) }];
      }),
    );
  }

  /** Collects a part of a large batch. The call of `write` with the same number writes the whole batch. */
  add(batch: number, changes: readonly StagedChange[]): void {
    const parts = this.#parts.get(batch) ?? [];
    parts.push(changes);
    this.#parts.set(batch, parts);
  }

  /**
   * Writes a batch: all changes, or none.
   *
   * @param batch the number of a batch whose first changes `add` has collected
   */
  write(changes: readonly StagedChange[], batch?: number): void {
    const parts = [...this.#takeParts(batch), changes];
    this.#transaction(() => {
      for (const part of parts) for (const change of part) this.#apply(change);
    });
  }

  /** Returns the collected parts of a batch. A thread that started again does not have the parts of its predecessor. */
  #takeParts(batch: number | undefined): (readonly StagedChange[])[] {
    if (batch === undefined) return [];
    const parts = this.#parts.get(batch);
    this.#parts.delete(batch);
    if (parts) return parts;
    throw new StoreError('unavailable', `${this.#where} does not have the first parts of a batch`);
  }

  list(after: string, limit: number): string[] {
    return this.#run(() => this.#statements.list.all(after, limit).map(({ id }) => String(id)));
  }

  expired(now: number, limit: number): ExpiredSandboxes {
    return this.#run(() => {
      const ids = this.#statements.expired.all(now, limit).map(({ id }) => String(id));
      const next = this.#statements.nextExpiry.get(now);
      return { ids, next: next && Number(next.at) };
    });
  }

  /** Writes a random value, because SQLite need not write a row that stays the same. */
  ping(): void {
    this.#transaction(() => this.#statements.ping.run());
  }

  check(): string[] {
    return this.#run(() => {
      const broken = this.#db
        .prepare('PRAGMA integrity_check')
        .all()
        .map(row => String(row.integrity_check));
      return broken.filter(message => message !== 'ok');
    });
  }

  close(isComplete: boolean): void {
    this.#run(() => {
      if (isComplete) this.#db.exec("INSERT OR REPLACE INTO facts VALUES ('complete', 'yes')");
      this.#db.close();
    });
  }

  /** Takes the lock that keeps other processes out until this connection closes, and checks the version of the file. */
  #lock(isNew: boolean): void {
    const db = this.#db;
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0');
    if (!isNew) this.#checkVersion();
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
    db.exec('BEGIN IMMEDIATE');
    createTables(db);
    db.exec('COMMIT');
  }

  #checkVersion(): void {
    const read = (name: string) => Number(this.#db.prepare(`PRAGMA ${name}`).get()?.[name]);
    const id = read('application_id');
    const version = read('user_version');
    if (id === 0 && version === 0 && this.#isEmpty()) return;
    if (id !== applicationId) {
      const message = `${this.#where} contains a database of another program; choose another folder`;
      throw new StoreError('version', message);
    }
    if (version === formatVersion) return;
    const hint =
      version > formatVersion
        ? 'install a newer version of this package, or choose another folder'
        : 'choose another folder';
    const message = `${this.#where} has format ${version}, but this version reads format ${formatVersion}; ${hint}`;
    throw new StoreError('version', message);
  }

  #isEmpty(): boolean {
    return this.#db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  }

  #numberOf(id: string): number | undefined {
    const row = this.#statements.number.get(id);
    return row && Number(row.number);
  }

  #page(number: number, kind = '', key = ''): readonly Row[] {
    return this.#statements.rows.all(number, kind, key) as unknown as Row[]; // the columns have these names
  }

  #transaction(work: () => void): void {
    this.#run(() => {
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        work();
        this.#place.check();
        this.#db.exec('COMMIT');
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #apply({ id, how, expiresAt, staged, puts, drops, journal = [] }: StagedChange): void {
    const { insert, put, drop, expire } = this.#statements;
    if (how !== 'update') this.#hidden.remove(id);
    if (how === 'remove') {
      this.#written.delete(id);
      return;
    }
    if (staged !== undefined) this.#hidden.show(staged, id, this.#crashes);
    else if (how === 'replace') insert.run(id, this.#crashes);
    const number = this.#numberOf(id);
    if (number === undefined) throw new Error(`sandbox "${id}" is not in the store`);
    if (how === 'update' && !this.#written.has(id)) this.#statements.mark.run(this.#crashes, number);
    this.#written.add(id);
    if (expiresAt !== undefined) expire.run(expiresAt, number);
    for (const { kind, key, position = null, value } of puts) put.run(number, kind, key, position, value);
    for (const { kind, key } of drops) drop.run(number, kind, key);
    for (const one of journal) this.#journals.apply(number, one);
  }

  #run<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw describeSqliteError(error, this.#where);
    }
  }
}
