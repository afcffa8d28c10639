import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';

/** The number in the header of the file by which this package recognises its own files. */
const applicationId = 0x756e6473; // "unds" in ASCII
/** The version of the format. A file with another version is refused. */
const formatVersion = 2;

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

/** Opens the file, and takes the lock that keeps other processes out until it is closed. */
export function openFile(place: FilePlace): { db: DatabaseSync; file: string } {
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
  if (version === formatVersion) return;
  const hint =
    version > formatVersion
      ? 'install a newer version of this package, or choose another folder'
      : 'choose another folder';
  const message = `${where} has format ${version}, but this version reads format ${formatVersion}; ${hint}`;
  throw new StoreError('version', message);
}

/** Returns the identity of a file; undefined for a missing file. */
export function fileId(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** The name of the file in the folder of the store. */
const fileName = 'understudy.db';

/**
 * Finds the file of a store. Creates a missing folder, unless the store must exist.
 *
 * @param access throws an Error if this process may not write the folder or the file
 * @throws StoreError for a folder that is a file, for a missing store that must exist, or for a store that cannot be written
 * @throws Error of the file system
 */
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

/** Creates a folder and its missing parents. The option `recursive` of `mkdirSync` never returns for a place such as /proc/x. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(resolve(folder)));
  mkdirSync(folder);
}

// The primary result codes of SQLite; an extended code has the primary code in its low byte.
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notDatabase: 26,
} as const;

/** Returns the StoreError for an error of SQLite or of the file system. The message says what the user can do. */
export function describeSqliteError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const [code, what] = explain(error, where);
  return new StoreError(code, what, { cause: error });
}

function explain(error: unknown, where: string): [StoreError['code'], string] {
  const message = error instanceof Error ? error.message : String(error);
  switch (primaryCode(error)) {
    case codes.busy:
    case codes.locked:
      return ['locked', `another process uses ${where}; stop that process, or choose another folder`];
    case codes.readOnly:
      return ['unavailable', `${where} cannot be written, because it is read-only or was replaced`];
    case codes.inputOutput:
      return ['unavailable', `${where} cannot be read or written (${message}); check its disk`];
    case codes.full:
      return ['unavailable', `${where}: the disk is full; free some space`];
    case codes.corrupt:
    case codes.notDatabase:
      return ['damaged', `${where} is damaged (${message}); restore a copy, or choose another folder`];
    case codes.cannotOpen:
      return ['unavailable', `${where} cannot be opened; check that the folder exists and can be written`];
    default:
      if (error instanceof Error && 'syscall' in error && error.syscall === 'mkdir')
        return ['unavailable', `${where} cannot be created; check that its place exists and can be written`];
      return ['unavailable', `${where} failed: ${message}`];
  }
}

/** Returns the primary result code of SQLite; undefined for any other error. */
function primaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN;
  return Number.isNaN(code) ? undefined : code & 0xff;
}
