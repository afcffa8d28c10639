import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isVisible } from './hidden.ts';
import { rowsPerPart } from './parts.ts';

/** The statements of the database by name. */
export type Statements = Record<
  | 'number'
  | 'mark'
  | 'exists'
  | 'rows'
  | 'heads'
  | 'bookings'
  | 'list'
  | 'expire'
  | 'expired'
  | 'nextExpiry'
  | 'insert'
  | 'put'
  | 'drop'
  | 'ping',
  StatementSync
>;

/** Prepares the statements of the database. */
export function prepare(db: DatabaseSync): Statements {
  return {
    number: db.prepare('SELECT number, crashes, expires_at AS expiresAt FROM sandboxes WHERE id = ?'),
    mark: db.prepare('UPDATE sandboxes SET crashes = ? WHERE number = ?'),
    exists: db.prepare(`SELECT 1 FROM sandboxes WHERE number = ? AND ${isVisible}`),
    rows: db.prepare(
      `SELECT kind, key, position, value FROM rows WHERE sandbox = ? AND (kind, key) > (?, ?)
       ORDER BY kind, key LIMIT ${rowsPerPart}`,
    ),
    heads: db.prepare("SELECT kind, key, value FROM rows WHERE sandbox = ? AND kind = 'head'"),
    bookings: db.prepare("SELECT count(*) AS count FROM rows WHERE sandbox = ? AND kind = 'booking'"),
    list: db.prepare(`SELECT id FROM sandboxes WHERE id > ? AND ${isVisible} ORDER BY id LIMIT ?`),
    expire: db.prepare('UPDATE sandboxes SET expires_at = ? WHERE number = ?'),
    expired: db.prepare('SELECT id FROM sandboxes WHERE expires_at <= ? ORDER BY expires_at LIMIT ?'),
    nextExpiry: db.prepare(
      'SELECT expires_at AS at FROM sandboxes WHERE expires_at > ? ORDER BY expires_at LIMIT 1',
    ),
    insert: db.prepare('INSERT INTO sandboxes (id, crashes) VALUES (?, ?)'),
    put: db.prepare(
      `INSERT INTO rows (sandbox, kind, key, position, value) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (sandbox, kind, key)
       DO UPDATE SET value = excluded.value, position = coalesce(excluded.position, position)`,
    ),
    ping: db.prepare("INSERT OR REPLACE INTO facts VALUES ('ping', random())"),
    drop: db.prepare('DELETE FROM rows WHERE sandbox = ? AND kind = ? AND key = ?'),
  };
}
