import type { Facts } from '#contracts/exchange';
import { type ChunkedBuffer, createChunkedBuffer } from './chunked-buffer.ts';
import { dumpView, entryTexts, type JournalState } from './dump.ts';
import { JournalMemory } from './journal-memory.ts';
import { type JournalQuery, type JournalView, readView } from './read.ts';
import { hasFactsOnly, isCall, type JournalEntry, writeEntry, writeFacts } from './recorded-call.ts';

export { entryTexts, type JournalState } from './dump.ts';
export { JournalMemory } from './journal-memory.ts';
export type { JournalQuery } from './read.ts';
export {
  type Bodies,
  describeUnreadable,
  type JournalEntry,
  type RecordedCall,
  redactCall,
  secretIn,
  writeCall,
  writeEntry,
} from './recorded-call.ts';

/**
 * The exchanges of a sandbox. The journal stores a closed exchange as JSON text. The journal redacts most texts only
 * when a caller reads the texts, because most exchanges are never read. Every text that leaves the journal is redacted.
 */
export interface Journal {
  /** Returns the number of the next exchange, counted from 1. */
  nextNumber(): number;
  /** Returns the number of exchanges, including those that the journal has dropped. */
  count(): number;
  /** Adds an exchange that is not closed yet. */
  open(facts: Facts): void;
  /** Takes back `nextNumber` and `open`, because the call runs again. @internal */
  takeBack(number: number): void;
  /**
   * Notes an exchange whose answer waits for the durable store. Until `close`, the store contains the exchange as this text describes
   * it. @internal
   */
  answered(number: number, text: string): JournalEntry;
  /** Adds an exchange of another process, or replaces it. @internal */
  insert(number: number, text: string): void;
  /** Raises the number of the next exchange. @internal */
  continueAt(next: number): void;
  /** Stores a closed exchange. The text comes from `writeCall` or `writeEntry`. */
  close(number: number, text: string): void;
  /** Returns the exchanges that the journal still has, ordered by number. */
  read(query?: JournalQuery): JournalEntry[];
  /** Reads exchanges one by one, as the journal is at the moment of this call. Later calls do not change the result. @internal */
  entries(query?: JournalQuery): Iterable<JournalEntry>;
  /** Returns how many exchanges the full journal has dropped (`facts`), and how many lost their bodies (`bodies`). */
  lost(): { facts: number; bodies: number };
  /** Calls the listener for every exchange that closes. Returns the function that unsubscribes. */
  subscribe(listener: (facts: Facts) => void): () => void;
  /** Returns whether a call is open, or a listener waits for the end of a call. @internal */
  isBusy(): boolean;
  /** Notes that the sandbox was removed. Its exchanges no longer count towards the limit of all journals. @internal */
  release(): void;
  /** @internal */
  dump(): JournalState;
}

/** What a durable store must know about a journal. */
interface StoredCalls {
  readonly keepsJournal: boolean;
  call(number: number, text: string): void;
  callDropped(number: number): void;
}

/** The share of the journal's memory that is for older calls. The rest of the memory is for the newest calls. */
const olderShare = 0.25;
// An older call keeps its bodies if its text has at most this number of characters. To remove the bodies, the journal must redact
// the call. For the many short calls, this took an eighth of the processor time.
const maxWholeCall = 2_000;

/** What a journal continues from. By default, a journal is empty. */
interface JournalFrom {
  state?: JournalState | undefined;
  /** How many exchanges the journal has lost before. */
  lost?: { facts: number; bodies: number } | undefined;
  /** The connection with the durable store; undefined if the server has none. */
  keep?: StoredCalls | undefined;
  /** The memory that all journals of the server share. */
  memory?: JournalMemory | undefined;
}

/**
 * Creates an empty journal, or a journal that continues from a state.
 *
 * @param bytes the maximum memory of the texts, in bytes
 * @param redact returns the redacted entry for a text that `close` received
 */
export function createJournal(
  bytes: number,
  redact: (text: string) => JournalEntry,
  { state, lost: lostBefore, keep, memory = new JournalMemory() }: JournalFrom = {},
): Journal {
  let next = 1;
  const { older, calls, lost } = createBuffers(bytes, redact, { lost: lostBefore, keep, memory });
  const note = keep?.keepsJournal ? keep : undefined;
  const underWay = new Map<number, Facts>();
  const listeners = new Set<(facts: Facts) => void>();
  const buffers = [calls, older];

  if (state) {
    next = Math.max(next, state.next);
    for (const [number, text] of entryTexts(state)) calls.put(number, text);
  }

  const readers = createReaders({ buffers, underWay, redact, next: () => next });

  return {
    nextNumber: () => next++,
    count: () => next - 1,
    open: entry => void underWay.set(entry.number, entry),
    takeBack(number) {
      underWay.delete(number);
      if (number === next - 1) next = number;
    },
    answered(number, text) {
      const entry = redact(text);
      note?.call(number, writeEntry(entry));
      return entry;
    },
    close(number, text) {
      underWay.delete(number);
      // The store must not have secrets, so the text is redacted now, and not only when a caller reads it.
      const kept = note && isCall(text) ? writeEntry(redact(text)) : text;
      calls.put(number, kept);
      note?.call(number, kept);
      if (listeners.size === 0) return;
      const entry = redact(text);
      for (const listener of listeners) listener(entry.facts);
    },
    insert(number, text) {
      next = Math.max(next, number + 1);
      calls.list.hasRepeats = true;
      calls.put(number, text);
      for (const listener of listeners) listener(redact(text).facts);
    },
    continueAt(number) {
      next = Math.max(next, number);
    },
    ...readers,
    lost,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isBusy: () => underWay.size > 0 || listeners.size > 0,
    release() {
      for (const { list } of buffers) for (const chunk of list.chunks) memory.release(chunk);
    },
  };
}

interface ReadParts extends Pick<JournalView, 'underWay' | 'redact'> {
  readonly buffers: readonly ChunkedBuffer[];
  next(): number;
}

/** Creates the methods of a journal that read exchanges. */
function createReaders({ buffers, underWay, redact, next }: ReadParts) {
  /** Returns the present content without the exchanges that are not closed. */
  const freeze = (): JournalView => ({
    buffers: buffers.map(buffer => buffer.freeze()),
    underWay: new Map(),
    next: next(),
    redact,
  });
  return {
    read: (query: JournalQuery = {}) => [...readView({ buffers, underWay, next: next(), redact }, query)],
    entries: (query: JournalQuery = {}) => readView({ ...freeze(), underWay: new Map(underWay) }, query),
    dump: () => dumpView(freeze()),
  };
}

/** Creates the buffers of a journal: one for the newest calls, and one for the older calls, which can lose their bodies. */
function createBuffers(
  bytes: number,
  redact: (text: string) => JournalEntry,
  { lost, keep, memory }: Pick<JournalFrom, 'lost' | 'keep' | 'memory'>,
) {
  let bodiesLost = lost?.bodies ?? 0;
  const older = createChunkedBuffer(bytes * olderShare, {
    onDrop(number, text) {
      if (!hasFactsOnly(text)) bodiesLost += 1;
      keep?.callDropped(number);
    },
    memory,
  });
  older.list.dropped = lost?.facts ?? 0;
  const calls = createChunkedBuffer(bytes * (1 - olderShare), {
    onDrop(number, text, age) {
      const isWhole = text.length <= maxWholeCall || hasFactsOnly(text);
      if (!isWhole) bodiesLost += 1;
      older.put(number, isWhole ? text : writeFacts(redact(text).facts), age);
    },
    memory,
  });
  return {
    older,
    calls,
    /** Returns how many exchanges the journal has dropped, and how many lost their bodies. */
    lost: () => ({
      facts: older.list.dropped + older.list.forgotten.facts + calls.list.forgotten.facts,
      bodies: bodiesLost + older.list.forgotten.bodies + calls.list.forgotten.bodies,
    }),
  };
}
