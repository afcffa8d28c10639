import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row } from '../../keeping/index.ts';
import { StoreError } from '../../store-error.ts';
import { journalRowsPerPart, rowsPerPart } from './parts.ts';

/**
 * A new large sandbox is hidden until all its rows are in the file, and a removed large sandbox until all its rows are deleted. So one
 * transaction never has more than some hundred rows or two megabytes of a journal, and other changes do not wait. No id of a sandbox begins with this character.
 */
const mark = '#';
/** The condition of a visible sandbox. "$" is the character after "#". */
export const isVisible = "(id < '#' OR id >= '$')";

/** The hidden sandboxes of a file. Other methods of the connection do not see them. */
export class HiddenSandboxes {
  readonly #where: string;
  readonly #statements: Statements;
  /** The numbers of the new sandboxes that are being written. */
  readonly #begun = new Set<number>();

  constructor(db: DatabaseSync, where: string) {
    this.#where = where;
    this.#statements = prepare(db);
  }

  /** Begins a new sandbox. Returns its number. */
  begin(): number {
    const number = Number(this.#statements.begin.run().lastInsertRowid);
    this.#begun.add(number);
    return number;
  }

  add(number: number, rows: readonly Row[]): void {
    this.#requireBegun(number);
    const { put } = this.#statements;
    for (const { kind, key, position = null, value } of rows) put.run(number, kind, key, position, value);
  }

  /** Shows a complete sandbox under its id. */
  show(number: number, id: string, crashes: number): void {
    this.#requireBegun(number);
    this.#statements.show.run(id, crashes, number);
  }

  /** Forgets that a sandbox is being written. If the sandbox is still hidden, `purge` deletes its rows. */
  end(number: number): void {
    this.#begun.delete(number);
  }

  /** Removes a sandbox. The rows of a large sandbox stay hidden until `purge` deletes them. */
  remove(id: string): void {
    const { count, hide, remove } = this.#statements;
    const { rows, exchanges } = count.get(id) ?? {};
    const isLarge = Number(rows) > rowsPerPart || Number(exchanges) > journalRowsPerPart;
    (isLarge ? hide : remove).run(id);
  }

  /** Deletes some rows of a hidden sandbox. Returns false if there is nothing to delete. */
  purge(): boolean {
    const { hidden, deleteExchanges, deleteRows, deleteSandbox } = this.#statements;
    const number = hidden
      .all()
      .map(row => Number(row.number))
      .find(one => !this.#begun.has(one));
    if (number === undefined) return false;
    if (Number(deleteExchanges.run(number).changes) === journalRowsPerPart) return true;
    if (Number(deleteRows.run(number).changes) < rowsPerPart) deleteSandbox.run(number);
    return true;
  }

  /** A thread that started again deletes the rows that its predecessor has written. */
  #requireBegun(number: number): void {
    if (this.#begun.has(number)) return;
    throw new StoreError('unavailable', `${this.#where} does not have the first rows of a large sandbox`);
  }
}

type Statements = Record<
  | 'begin'
  | 'put'
  | 'show'
  | 'count'
  | 'hide'
  | 'remove'
  | 'hidden'
  | 'deleteExchanges'
  | 'deleteRows'
  | 'deleteSandbox',
  StatementSync
>;

function prepare(db: DatabaseSync): Statements {
  const newId = `'${mark}' || hex(randomblob(8))`;
  const countUpTo = (limit: number, table: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE sandbox = number LIMIT ${limit + 1}))`;
  const deleteSome = (limit: number, table: string) =>
    db.prepare(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE sandbox = ? LIMIT ${limit})`,
    );
  return {
    begin: db.prepare(`INSERT INTO sandboxes (id, crashes) VALUES (${newId}, 0)`),
    put: db.prepare('INSERT INTO rows (sandbox, kind, key, position, value) VALUES (?, ?, ?, ?, ?)'),
    show: db.prepare('UPDATE sandboxes SET id = ?, crashes = ? WHERE number = ?'),
    count: db.prepare(
      `SELECT ${countUpTo(rowsPerPart, 'rows')} AS rows, ${countUpTo(journalRowsPerPart, 'exchanges')} AS exchanges
       FROM sandboxes WHERE id = ?`,
    ),
    hide: db.prepare(`UPDATE sandboxes SET id = ${newId}, expires_at = NULL WHERE id = ?`),
    remove: db.prepare('DELETE FROM sandboxes WHERE id = ?'), // the rows go with the sandbox
    hidden: db.prepare(`SELECT number FROM sandboxes WHERE id >= '#' AND id < '$'`),
    deleteExchanges: deleteSome(journalRowsPerPart, 'exchanges'),
    deleteRows: deleteSome(rowsPerPart, 'rows'),
    deleteSandbox: db.prepare('DELETE FROM sandboxes WHERE number = ?'),
  };
}
