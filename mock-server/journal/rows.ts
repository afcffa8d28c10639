/** The two lists of a journal: the newest exchanges, and older ones, which can have lost their bodies. */
export type JournalList = 'calls' | 'older';

/** Consecutive exchanges in a list of a journal, as a durable store keeps them. */
export interface JournalRow {
  /** The position of the first exchange among all exchanges that were ever in the list. */
  readonly from: number;
  /** The position after the last exchange. */
  readonly to: number;
  /** A line for each exchange: its number, a space, and its JSON text, which is redacted. */
  readonly value: string;
}

/** A change of a list in a durable store. Rows are only added at the end and dropped at the front. */
export interface JournalChange {
  readonly list: JournalList;
  /** Drops the rows that end at this position or before it. Absent if no row is to be dropped. */
  readonly dropTo?: number;
  /** The new rows, in order. They replace all rows that begin at the position of the first new row or after it. */
  readonly rows: readonly JournalRow[];
}

/** The part of a list that is in a durable store: its positions, and roughly its bytes. */
export interface StoredList {
  readonly from: number;
  readonly next: number;
  readonly bytes: number;
}

/** What a durable store knows about a journal without its closed exchanges. */
export interface JournalHead extends Readonly<Record<JournalList, StoredList>> {
  /**
   * The numbers and texts of exchanges whose answers report a change, and which were not closed at the last write. If their process
   * has ended, the texts are all that is known about them. Absent if there are none.
   */
  readonly answered?: readonly (readonly [number: number, text: string])[];
  readonly lost: { readonly facts: number; readonly bodies: number };
}

/** A page of the rows of a list: at most `limit` rows that begin after the position `after`. */
export interface JournalPage {
  readonly list: JournalList;
  readonly after: number;
  readonly limit: number;
}

/** The journal of a sandbox in a durable store. */
export interface StoredJournal {
  /** Undefined if the store has no exchange of the sandbox. */
  readonly head: JournalHead | undefined;
  /** Reads consecutive exchanges. @throws StoreError */
  read(page: JournalPage): Promise<readonly StoredExchanges[]>;
}

/** The exchanges of a row with their numbers. `from` is the position of the first one. */
export interface StoredExchanges {
  readonly from: number;
  readonly texts: readonly (readonly [number: number, text: string])[];
}

/**
 * Reads the exchanges of a row, and checks that each of them is readable. Yields after each exchange.
 *
 * @throws SyntaxError for a damaged row; the message names the row and the exchange
 */
export function* readRow(
  list: JournalList,
  { from, to, value }: JournalRow,
): Generator<void, StoredExchanges> {
  const row = `row "${list} ${from}"`;
  const lines = value.split('\n');
  if (lines.length !== to - from)
    throw new SyntaxError(`${row}: has ${lines.length} exchanges, but must have ${to - from}`);
  const texts: (readonly [number, string])[] = [];
  for (const [index, line] of lines.entries()) {
    const space = line.indexOf(' ');
    const number = Number(line.slice(0, space));
    if (!(number > 0)) throw new SyntaxError(`${row}: exchange at position ${from + index}: has no number`);
    const text = line.slice(space + 1);
    const problem = problemIn(text, number);
    if (problem !== undefined) throw new SyntaxError(`${row}: exchange ${number}: ${problem}`);
    texts.push([number, text]);
    yield;
  }
  return { from, texts };
}

/** Returns why the text of an exchange is not readable; undefined if it is. */
function problemIn(text: string, number: number): string | undefined {
  try {
    const entry: { facts?: { number?: unknown } } | null = JSON.parse(text);
    return entry?.facts?.number === number ? undefined : 'field "facts.number": missing or wrong';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
