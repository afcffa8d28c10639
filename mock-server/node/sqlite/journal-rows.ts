import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JournalChange, JournalPage, JournalRow } from '../../keeping/index.ts';

/** The journals of the sandboxes in a file of SQLite. The rows of a sandbox are removed with the sandbox. */
export class JournalRows {
  readonly #read: StatementSync;
  readonly #put: StatementSync;
  readonly #dropTo: StatementSync;
  readonly #dropFrom: StatementSync;

  constructor(db: DatabaseSync) {
    this.#read = db.prepare(
      `SELECT first AS "from", next AS "to", value FROM exchanges WHERE sandbox = ? AND list = ? AND first > ?
       ORDER BY first LIMIT ?`,
    );
    this.#put = db.prepare(
      'INSERT INTO exchanges (sandbox, list, first, next, value) VALUES (?, ?, ?, ?, ?)',
    );
    this.#dropTo = db.prepare(
      'DELETE FROM exchanges WHERE sandbox = ? AND list = ? AND first < ? AND next <= ?',
    );
    this.#dropFrom = db.prepare('DELETE FROM exchanges WHERE sandbox = ? AND list = ? AND first >= ?');
  }

  /** Returns the rows of a page. @param number the number of the sandbox in the file */
  read(number: number, { list, after, limit }: JournalPage): JournalRow[] {
    return this.#read.all(number, list, after, limit) as unknown as JournalRow[]; // the columns have these names
  }

  apply(number: number, { list, dropTo, rows }: JournalChange): void {
    if (dropTo !== undefined) this.#dropTo.run(number, list, dropTo, dropTo);
    const [first] = rows;
    if (first) this.#dropFrom.run(number, list, first.from);
    for (const { from, to, value } of rows) this.#put.run(number, list, from, to, value);
  }
}
