import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../store-error.ts';
import type { WorkerStart } from './worker-start.ts';

/** What a connection knows about its opening of the store. */
interface Opening {
  /** How often a process ended without closing the store. */
  readonly crashes: number;
  /** A mark that the store contains until another process opens the store. */
  readonly mark: string;
}

/**
 * Notes that a process has opened the store, and removes the mark of a normal end until `close`. Counts a crash unless the last
 * process closed the store. If this process has opened the store before, this function changes nothing.
 *
 * @throws StoreError when another process has opened the store since this process did, because its changes are not in memory
 */
export function noteOpening(db: DatabaseSync, { where, continues }: WorkerStart): Opening {
  const read = db.prepare('SELECT value FROM facts WHERE name = ?');
  const factOf = (name: string) => read.get(name)?.value;
  const known = factOf('crashes');
  if (continues !== undefined) {
    if (factOf('opening') === continues) return { crashes: Number(known), mark: continues };
    const what = `another process opened ${where} while the thread of this server was not running`;
    throw new StoreError('unavailable', `${what}; restart the server, so that it reads the changes`);
  }
  db.exec('BEGIN IMMEDIATE');
  const isClosed = Number(db.prepare("DELETE FROM facts WHERE name = 'complete'").run().changes) > 0;
  const crashes = known === undefined ? 0 : Number(known) + (isClosed ? 0 : 1);
  db.prepare("INSERT OR REPLACE INTO facts VALUES ('crashes', ?)").run(String(crashes));
  db.exec("INSERT OR REPLACE INTO facts VALUES ('opening', hex(randomblob(8)))");
  const mark = String(factOf('opening'));
  db.exec('COMMIT');
  return { crashes, mark };
}
