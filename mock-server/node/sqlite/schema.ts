import type { DatabaseSync } from 'node:sqlite';

/** The number in the header of the file by which this package recognises its own files. */
export const applicationId = 0x756e6473; // "unds" in ASCII
/** The version of the format. A file with another version is refused. */
export const formatVersion = 1;

/**
 * Creates the tables and columns that a file does not have. Earlier versions of this format do not have all of them, and ignore
 * the others.
 */
export function createTables(db: DatabaseSync): void {
  db.exec(`
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${formatVersion};
    CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sandboxes (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      -- The number of crashes of the store when the sandbox was written last.
      crashes INTEGER NOT NULL,
      -- The instant at which the sandbox expires without a further call, in real milliseconds since 1970.
      expires_at INTEGER
    );
    CREATE TABLE IF NOT EXISTS rows (
      sandbox INTEGER NOT NULL REFERENCES sandboxes (number) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      position INTEGER,
      value TEXT NOT NULL
    );
    CREATE UNIQUE INDEX IF NOT EXISTS rows_by_key ON rows (sandbox, kind, key);
    -- The journals.
    CREATE TABLE IF NOT EXISTS exchanges (
      sandbox INTEGER NOT NULL REFERENCES sandboxes (number) ON DELETE CASCADE,
      list TEXT NOT NULL,
      -- The positions of the first exchange and after the last exchange.
      first INTEGER NOT NULL,
      next INTEGER NOT NULL,
      value TEXT NOT NULL
    );
    CREATE UNIQUE INDEX IF NOT EXISTS exchanges_by_position ON exchanges (sandbox, list, first);
  `);
  if (!hasColumn(db, 'expires_at')) db.exec('ALTER TABLE sandboxes ADD COLUMN expires_at INTEGER');
  db.exec(
    'CREATE INDEX IF NOT EXISTS sandboxes_by_expiry ON sandboxes (expires_at) WHERE expires_at IS NOT NULL',
  );
}

const hasColumn = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info('sandboxes') WHERE name = ?").get(name) !== undefined;
