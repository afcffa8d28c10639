import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../books/index.ts';
import {
  type CallRow,
  type Change,
  type DurableStore,
  type Heading,
  type JournalPage,
  otherFormat,
  type Row,
  type Stored,
  type Version,
} from '../store/index.ts';

const applicationId = 0x756e6473; // "unds" in ASCII; this package recognises its own files by it
const formatVersion = 4;

const tables = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sandboxes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    born INTEGER NOT NULL,
    calls INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER
  );
  CREATE INDEX IF NOT EXISTS sandboxes_by_expiry ON sandboxes (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS rows (
    sandbox INTEGER NOT NULL REFERENCES sandboxes (number) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (sandbox, key)
  );
  CREATE TABLE IF NOT EXISTS exchanges (
    sandbox INTEGER NOT NULL REFERENCES sandboxes (number) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (sandbox, number)
  );
  CREATE INDEX IF NOT EXISTS exchanges_by_position ON exchanges (sandbox, position);
`;

interface FilePlace {
  readonly folder: string;
  readonly where: string;
  readonly mustExist: boolean;
}

/**
 * Only one process can use the folder at a time. A transaction is in the write-ahead log before `commit` returns, so the end of the process
 * loses nothing. A power failure can lose the last transactions, because the log is not flushed to the disk for each.
 */
export async function openSqlite(folder: string, mustExist = false): Promise<DurableStore> {
  const where = `sqlite:${folder}`;
  const opened = explained(where, () => openFile({ folder, where, mustExist }));
  const file = new SqliteFile(where, opened.db, opened.file);
  return {
    where,
    isShared: false,
    load: async id => file.run(() => load(file, id)),
    version: async id => file.run(() => file.find(id)?.version ?? 0),
    commit: async (id, expected, change) => file.transaction(() => commit(file, id, expected, change)),
    addCalls: async (id, born, change) => file.transaction(() => addLater(file, id, born, change)),
    remove: async (id, expected) =>
      file.transaction(() => {
        const found = file.find(id);
        if (found && expected !== undefined && found.version !== expected) return false;
        file.statements.remove.run(id);
        return true;
      }),
    list: async (after, limit) => file.run(() => list(file, after, limit)),
    expired: async (now, limit) =>
      file.run(() => file.statements.expired.all(now, limit) as unknown as { id: string; version: number }[]),
    journal: async (id, after, limit) => file.run(() => readJournal(file, id, after, limit)),
    // A random value, because SQLite need not write a row that stays the same.
    ping: async () => file.transaction(() => void file.statements.ping.run()),
    check: async () =>
      file.run(() => {
        const found = file.db.prepare('PRAGMA integrity_check').all();
        return found.map(row => String(row.integrity_check)).filter(message => message !== 'ok');
      }),
    close: async () => file.run(() => file.db.close()),
  };
}

interface Found extends Version {
  readonly number: number;
  readonly expiresAt: number | null;
}

class SqliteFile {
  readonly db: DatabaseSync;
  readonly statements: ReturnType<typeof prepare>;
  readonly #where: string;
  readonly #places: readonly { path: string; id: string | undefined }[];
  #last: number;

  constructor(where: string, db: DatabaseSync, path: string) {
    this.#where = where;
    this.db = db;
    this.statements = prepare(db);
    this.#places = [path, `${path}-wal`].map(one => ({ path: one, id: fileId(one) }));
    this.#last = Number(this.statements.lastVersion.get()?.last ?? 0);
  }

  /** No sandbox has had it since the file was opened. */
  nextVersion(): number {
    this.#last += 1;
    return this.#last;
  }

  find(id: string): Found | undefined {
    return this.statements.find.get(id) as Found | undefined; // the columns have these names
  }

  run<Result>(work: () => Result): Result {
    return explained(this.#where, work);
  }

  transaction<Result>(work: () => Result): Result {
    return this.run(() => {
      this.db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#checkPlaces();
        this.db.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.db.isTransaction) this.db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** The system keeps a deleted file for its process, so SQLite would write to a file that no later process can find. */
  #checkPlaces(): void {
    if (this.#places.every(({ path, id }) => fileId(path) === id)) return;
    const what = `${this.#where} was removed or replaced while the server was running`;
    throw new StoreError('unavailable', `${what}; put it back, or restart the server`);
  }
}

function explained<Result>(where: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw describeSqliteError(error, where);
  }
}

function load(file: SqliteFile, id: string): Stored | undefined {
  const { statements } = file;
  const found = file.find(id);
  if (!found) return undefined;
  const { version, born, calls, expiresAt } = found;
  const rows = statements.rows.all(found.number) as unknown as Row[]; // the columns have these names
  return { version, born, calls, rows, expiresAt: expiresAt ?? undefined };
}

function commit(file: SqliteFile, id: string, expected: number, change: Change): Version | 'conflict' {
  const { statements } = file;
  if ((file.find(id)?.version ?? 0) !== expected) return 'conflict';
  const version = file.nextVersion();
  if (change.replaces) {
    statements.remove.run(id);
    statements.insert.run(id, version, version);
  }
  const found = file.find(id);
  if (!found) return 'conflict';
  if (change.dropsJournal) statements.dropCalls.run(found.number);
  for (const { key, value } of change.puts) statements.put.run(found.number, key, value);
  for (const key of change.drops) statements.drop.run(found.number, key);
  return addCalls(file, { ...found, version, expiresAt: change.expiresAt ?? found.expiresAt }, change);
}

function addLater(file: SqliteFile, id: string, born: number, change: CallChange): Version | undefined {
  const found = file.find(id);
  return found?.born === born ? addCalls(file, found, change) : undefined;
}

type CallChange = Pick<Change, 'calls' | 'dropCalls'>;

function addCalls({ statements }: SqliteFile, found: Found, { calls, dropCalls }: CallChange): Version {
  const { number: sandbox, version, born, expiresAt } = found;
  for (const [index, { number, text }] of calls.entries())
    statements.addCall.run(sandbox, number, found.calls + index + 1, text);
  for (const number of dropCalls) statements.dropCall.run(sandbox, number);
  const written = { version, born, calls: found.calls + calls.length };
  statements.update.run(version, written.calls, expiresAt, sandbox);
  return written;
}

const list = ({ statements }: SqliteFile, after: string, limit: number): Heading[] =>
  statements.list.all(after, limit).map(({ id, number }) => ({
    id: String(id),
    rows: statements.heads.all(Number(number)) as unknown as Row[], // the columns have these names
  }));

function readJournal({ statements }: SqliteFile, id: string, after: number, limit: number): JournalPage {
  const rows = statements.calls.all(id, after, limit) as unknown as (CallRow & { position: number })[];
  return { rows, last: rows.at(-1)?.position ?? after, hasMore: rows.length === limit };
}

const prepare = (db: DatabaseSync) => ({
  find: db.prepare(
    'SELECT number, version, born, calls, expires_at AS expiresAt FROM sandboxes WHERE id = ?',
  ),
  lastVersion: db.prepare('SELECT max(version) AS last FROM sandboxes'),
  rows: db.prepare('SELECT key, value FROM rows WHERE sandbox = ?'),
  heads: db.prepare("SELECT key, value FROM rows WHERE sandbox = ? AND key >= 'head ' AND key < 'head!'"),
  list: db.prepare('SELECT id, number FROM sandboxes WHERE id > ? ORDER BY id LIMIT ?'),
  expired: db.prepare(
    'SELECT id, version FROM sandboxes WHERE expires_at <= ? ORDER BY expires_at, id LIMIT ?',
  ),
  calls: db.prepare(
    `SELECT exchanges.number, text, position FROM exchanges JOIN sandboxes ON sandbox = sandboxes.number
     WHERE id = ? AND position > ? ORDER BY position LIMIT ?`,
  ),
  insert: db.prepare('INSERT INTO sandboxes (id, version, born) VALUES (?, ?, ?)'),
  update: db.prepare('UPDATE sandboxes SET version = ?, calls = ?, expires_at = ? WHERE number = ?'),
  remove: db.prepare('DELETE FROM sandboxes WHERE id = ?'),
  put: db.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)'),
  drop: db.prepare('DELETE FROM rows WHERE sandbox = ? AND key = ?'),
  addCall: db.prepare('INSERT OR REPLACE INTO exchanges VALUES (?, ?, ?, ?)'),
  dropCall: db.prepare('DELETE FROM exchanges WHERE sandbox = ? AND number = ?'),
  dropCalls: db.prepare('DELETE FROM exchanges WHERE sandbox = ?'),
  ping: db.prepare("INSERT OR REPLACE INTO facts VALUES ('ping', hex(randomblob(8)))"),
});

/** Takes the lock that keeps other processes out until the file is closed. */
function openFile(place: FilePlace): { db: DatabaseSync; file: string } {
  const { file, isNew } = findFile(place);
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON');
    if (!isNew) checkVersion(db, place.where);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
    db.exec(`BEGIN IMMEDIATE; ${tables} COMMIT`);
  } catch (error) {
    db.close();
    throw error;
  }
  return { db, file };
}

function checkVersion(db: DatabaseSync, where: string): void {
  const read = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
  const id = read('application_id');
  const version = read('user_version');
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (id === 0 && version === 0 && isEmpty) return;
  if (id !== applicationId) {
    const message = `${where} contains a database of another program; choose another folder`;
    throw new StoreError('version', message);
  }
  if (version !== formatVersion) throw otherFormat(where, [version, formatVersion], 'folder');
}

function fileId(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

const fileName = 'understudy.db';

export function findFile(
  { folder, where, mustExist }: FilePlace,
  access: (path: string, mode: number) => void = accessSync,
): { file: string; isNew: boolean } {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    const hint = basename(folder) === fileName ? `, such as sqlite:${dirname(folder)}` : '';
    throw new StoreError('unavailable', `${where} is a file; give the folder of the store${hint}`);
  }
  const file = join(folder, fileName);
  const isNew = !existsSync(file);
  if (isNew && mustExist) {
    const problem = found ? `contains no store, because it has no file ${fileName}` : 'does not exist';
    throw new StoreError('unavailable', `${where} ${problem}; check the folder`);
  }
  createFolder(folder);
  const readOnly = [folder, ...(isNew ? [] : [file])].find(path => !isWritable(path, access));
  if (readOnly !== undefined) {
    const fix = 'allow the user of this process to write it, or copy the folder to another place';
    throw new StoreError(
      'unavailable',
      `${where} cannot be written, because ${readOnly} is read-only; ${fix}`,
    );
  }
  return { file, isNew };
}

function isWritable(path: string, access: (path: string, mode: number) => void): boolean {
  try {
    access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The option `recursive` of `mkdirSync` never returns for a place such as /proc/x. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(resolve(folder)));
  mkdirSync(folder);
}

export function describeSqliteError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const [code, what] = explain(error, where);
  return new StoreError(code, what, { cause: error });
}

function explain(error: unknown, where: string): [StoreError['code'], string] {
  const { message, errcode, syscall }: Partial<Record<string, unknown>> = Object(error);
  // An extended result code of SQLite has the primary code in its low byte.
  switch (Number(errcode) & 0xff) {
    case 5: // busy
    case 6: // locked
      return ['locked', `another process uses ${where}; stop that process, or choose another folder`];
    case 8: // read-only
      return ['unavailable', `${where} cannot be written, because it is read-only or was replaced`];
    case 10: // input or output
      return ['unavailable', `${where} cannot be read or written (${message}); check its disk`];
    case 13: // full
      return ['unavailable', `${where}: the disk is full; free some space`];
    case 11: // corrupt
    case 26: // not a database
      return ['damaged', `${where} is damaged (${message}); restore a copy, or choose another folder`];
    case 14: // cannot open
      return ['unavailable', `${where} cannot be opened; check that the folder exists and can be written`];
  }
  if (syscall === 'mkdir')
    return ['unavailable', `${where} cannot be created; check that its place exists and can be written`];
  return ['unavailable', `${where} failed: ${message ?? error}`];
}
