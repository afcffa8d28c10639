import { runAtOnce } from '../keeping/turns.ts';
import type { ChunkedBuffer } from './chunked-buffer.ts';
import type { JournalMemory } from './journal-memory.ts';
import type { JournalHead, JournalList, StoredExchanges, StoredJournal, StoredList } from './rows.ts';

const rowsPerPage = 32;
// The older exchanges are the oldest, so the limit of all journals drops them first.
const lists: readonly JournalList[] = ['older', 'calls'];

type Texts = StoredExchanges['texts'];

/** The exchanges of an earlier process that are only in the durable store. The first reader of the journal loads them. */
export class StoredPart {
  readonly #stored: StoredJournal;
  readonly #buffers: Readonly<Record<JournalList, ChunkedBuffer>>;
  readonly #ages: Readonly<Record<JournalList, number>>;
  readonly #memory: JournalMemory;
  /** The position of the last row that was loaded. */
  readonly #last: Record<JournalList, number> = { older: -1, calls: -1 };
  #pending: JournalHead | undefined;
  #loading: Promise<void> | undefined;
  #isEnded = false;

  constructor(
    stored: StoredJournal,
    buffers: Readonly<Record<JournalList, ChunkedBuffer>>,
    memory: JournalMemory,
  ) {
    this.#stored = stored;
    this.#buffers = buffers;
    this.#memory = memory;
    this.#ages = { older: memory.nextAge(), calls: memory.nextAge() };
    const { head } = stored;
    this.#pending = lists.some(list => head && head[list].from < head[list].next) ? head : undefined;
  }

  /** What is not in memory yet; undefined if everything is. */
  get pending(): JournalHead | undefined {
    return this.#pending;
  }

  /** The load that is running; undefined if none is running. */
  get loading(): Promise<void> | undefined {
    return this.#loading;
  }

  /** Loads the exchanges page by page. Returns undefined if they are in memory. After a failure, the next call tries again. */
  load(): Promise<void> | undefined {
    if (!this.#pending) return undefined;
    this.#loading ??= this.#load(this.#pending).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Notes that the journal has ended. */
  end(): void {
    this.#isEnded = true;
    this.#pending = undefined;
  }

  async #load(head: JournalHead): Promise<void> {
    for (const list of lists) await this.#loadList(list, head[list]);
    if (this.#isEnded) {
      for (const { list } of Object.values(this.#buffers))
        for (const chunk of list.chunks) this.#memory.release(chunk);
      return;
    }
    this.#pending = undefined;
    for (const list of lists) this.#buffers[list].shrink();
  }

  async #loadList(list: JournalList, stored: StoredList): Promise<void> {
    for (;;) {
      const found = await this.#stored.read({ list, after: this.#last[list], limit: rowsPerPage });
      const rows = found.filter(({ from }) => from < stored.next);
      if (!this.#isEnded) runAtOnce(this.#insert(list, rows, stored));
      this.#last[list] = rows.at(-1)?.from ?? stored.next;
      if (this.#isEnded || rows.length < rowsPerPage) return;
    }
  }

  *#insert(list: JournalList, rows: readonly StoredExchanges[], stored: StoredList): Generator<void, void> {
    const insert = (from: number, texts: Texts) => this.#buffers[list].insert(from, texts, this.#ages[list]);
    let at = 0;
    let texts: Texts[number][] = [];
    for (const { from, texts: all } of rows) {
      const skipped = Math.max(0, stored.from - from);
      if (from + skipped !== at + texts.length) {
        yield* insert(at, texts);
        [at, texts] = [from + skipped, []];
      }
      texts.push(...all.slice(skipped));
    }
    yield* insert(at, texts);
  }
}
