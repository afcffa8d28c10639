import { type Chunk, type ChunkList, endOf, textAt } from './chunk-list.ts';
import type { JournalChange, JournalHead, JournalList, JournalRow } from './rows.ts';

/** The maximum length of the rows of one `take`, in characters. Only an import has more exchanges in a batch. */
const maxTake = 1_000_000;
/** The length at which a row is complete, in characters. */
const rowLength = 100_000;
// An exchange moves from the new calls to the older ones, so the older ones are written first.
const lists: readonly JournalList[] = ['older', 'calls'];

interface WriterParts {
  readonly lists: Readonly<Record<JournalList, ChunkList>>;
  /** Returns the stored part that is not in memory yet. */
  pending(): JournalHead | undefined;
  lost(): JournalHead['lost'];
}

/** Collects the changes of a journal for a durable store. The exchanges stay in the journal; the writer knows only positions. */
export class JournalWriter {
  readonly #parts: WriterParts;
  /** The position up to which the store has the exchanges of each list, and the position up to which the store has dropped them. */
  #written: Record<JournalList, number> = { calls: 0, older: 0 };
  #dropped: Record<JournalList, number> = { calls: 0, older: 0 };
  /** The exchanges whose answers report a change. A closed one stays until a `take` returns its row. */
  readonly #answered = new Map<number, { text: string; isClosed: boolean }>();
  #hasAnsweredInHead = false;
  #listener = () => {};

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.continueAt(parts.pending());
  }

  /** Whether the store lacks exchanges after a `take`. */
  get isBehind(): boolean {
    return lists.some(list => this.#written[list] < this.#parts.lists[list].next);
  }

  /** Calls the listener, in place of an earlier listener, when the journal has changes. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  /** Whether the head has changed, although no row has changed. */
  get hasNewHead(): boolean {
    return this.#answered.size > 0 || this.#hasAnsweredInHead;
  }

  /** Whether an exchange is not closed although its answer reports a change. */
  get awaitsEnd(): boolean {
    return [...this.#answered.values()].some(({ isClosed }) => !isClosed);
  }

  /** Notes an exchange whose answer reports a change, so that the head contains the exchange until its row is written. */
  answered(number: number, text: string): void {
    this.#answered.set(number, { text, isClosed: false });
  }

  /** Notes that an exchange is closed. Its text is in a list. */
  closed(number: number): void {
    const found = this.#answered.get(number);
    if (found) found.isClosed = true;
    this.#listener();
  }

  /** Continues with what the store has, after the result of a write was not known. */
  continueAt(head: JournalHead | undefined): void {
    this.#written = { calls: head?.calls.next ?? 0, older: head?.older.next ?? 0 };
    this.#dropped = { calls: head?.calls.from ?? 0, older: head?.older.from ?? 0 };
  }

  /** Returns the changes since the last call, or their first part. */
  take(): readonly JournalChange[] {
    let room = maxTake;
    const rows = lists.map(list => {
      const found = [...this.#rowsOf(list, room)];
      room -= found.reduce((sum, { value }) => sum + value.length, 0);
      return { list, rows: found };
    });
    // While exchanges are missing that have moved, the store keeps them at their old place.
    const canDrop = !this.isBehind;
    for (const [number, { isClosed }] of this.#answered)
      if (isClosed && canDrop) this.#answered.delete(number);
    return rows.flatMap(({ list, rows }) => {
      const from = canDrop ? this.#fromOf(list) : this.#dropped[list];
      const isSame = from === this.#dropped[list];
      this.#dropped[list] = from;
      if (isSame && rows.length === 0) return [];
      return [{ list, rows, ...(!isSame && { dropTo: from }) }];
    });
  }

  /** Takes changes back that could not be written. */
  takeBack(changes: readonly JournalChange[]): void {
    for (const { list, rows, dropTo } of changes) {
      this.#written[list] = Math.min(this.#written[list], rows[0]?.from ?? Number.POSITIVE_INFINITY);
      if (dropTo !== undefined) this.#dropped[list] = -1; // the next change drops the rows again
    }
  }

  /** Returns what the store knows about the journal after the last `take`. */
  head(): JournalHead {
    const stored = (list: JournalList) => ({
      from: Math.max(0, this.#dropped[list]),
      next: this.#written[list],
      bytes: this.#parts.lists[list].size + (this.#parts.pending()?.[list].bytes ?? 0),
    });
    const answered = [...this.#answered].map(([number, { text }]) => [number, text] as const);
    this.#hasAnsweredInHead = answered.length > 0;
    return {
      calls: stored('calls'),
      older: stored('older'),
      lost: this.#parts.lost(),
      ...(answered.length > 0 && { answered }),
    };
  }

  /** Returns the position of the first exchange that the journal has, in memory or in the store. */
  #fromOf(list: JournalList): number {
    const { chunks, next } = this.#parts.lists[list];
    return this.#parts.pending()?.[list].from ?? chunks[0]?.from ?? next;
  }

  *#rowsOf(list: JournalList, room: number): Generator<JournalRow, void> {
    let left = room;
    for (const chunk of unwritten(this.#parts.lists[list], this.#written[list])) {
      while (this.#written[list] < endOf(chunk)) {
        if (left <= 0) return;
        const row = rowAt(chunk, Math.max(this.#written[list], chunk.from));
        this.#written[list] = row.to;
        left -= row.value.length;
        yield row;
      }
    }
    this.#written[list] = this.#parts.lists[list].next; // exchanges that were dropped early are not written
  }
}

/** Returns the chunks with texts from a position on, the oldest first. */
function unwritten({ chunks }: ChunkList, position: number): readonly Chunk[] {
  let first = chunks.length;
  for (let chunk = chunks[first - 1]; chunk && endOf(chunk) > position; chunk = chunks[first - 1]) first -= 1;
  return chunks.slice(first);
}

function rowAt(chunk: Chunk, from: number): JournalRow {
  let value = '';
  let to = from;
  for (; to < endOf(chunk) && value.length < rowLength; to += 1) {
    const index = to - chunk.from;
    value += `${value === '' ? '' : '\n'}${chunk.numbers[index]} ${textAt(chunk, index)}`;
  }
  return { from, to, value };
}
