import type { Facts } from '#contracts/exchange';
import { type ChunkList, createChunkList } from './chunk-list.ts';
import { type ChunkedBuffer, createChunkedBuffer } from './chunked-buffer.ts';
import { connectStore } from './connect-store.ts';
import { dumpView, type JournalState, loadTexts } from './dump.ts';
import { JournalMemory } from './journal-memory.ts';
import type { JournalWriter } from './journal-writer.ts';
import { type JournalQuery, type JournalView, readView } from './read.ts';
import { hasFactsOnly, isCall, type JournalEntry, writeEntry, writeFacts } from './recorded-call.ts';
import type { StoredJournal } from './rows.ts';

export type { JournalState } from './dump.ts';
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
export {
  type JournalChange,
  type JournalHead,
  type JournalList,
  type JournalPage,
  type JournalRow,
  readRow,
  type StoredExchanges,
  type StoredJournal,
} from './rows.ts';

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
  /**
   * Notes that the answer to an exchange waits for the durable store. Until `close`, the store contains the exchange as this text
   * describes it. Returns the redacted exchange. @internal
   */
  answered(number: number, text: string): JournalEntry;
  /** Stores a closed exchange. The text comes from `writeCall` or `writeEntry`. */
  close(number: number, text: string): void;
  /**
   * Loads the exchanges of an earlier process from the durable store. Before this, `read` does not return them. Returns undefined if
   * they are in memory, or if the server does not keep journals.
   *
   * @throws StoreError when the store fails
   */
  loadStored(): Promise<void> | undefined;
  /** Returns the call of `loadStored` that is running; undefined if none is running. @internal */
  loading(): Promise<void> | undefined;
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
  /** Returns the exchanges, with which another journal of this process continues. The caller must not use this journal any more. @internal */
  suspend(): SuspendedJournal;
  /** Notes that the sandbox was removed. Its exchanges no longer count towards the limit of all journals. @internal */
  release(): void;
  /** Collects the changes for the durable store; undefined if the journal is only in memory. @internal */
  readonly writer: JournalWriter | undefined;
  /** @internal */
  dump(): JournalState;
}

/** The exchanges of a sandbox that is suspended. They are not redacted. */
export interface SuspendedJournal {
  readonly next: number;
  readonly bodiesLost: number;
  /** The lists are absent if the journal has never had a call, as in most suspended sandboxes. */
  readonly older?: ChunkList;
  readonly calls?: ChunkList;
}

/** The share of the journal's memory that is for older calls. The rest of the memory is for the newest calls. */
const olderShare = 0.25;
// An older call keeps its bodies if its text has at most this number of characters. To remove the bodies, the journal must redact
// the call. For the many short calls, this took an eighth of the processor time.
const maxWholeCall = 2_000;

/** What a journal continues from. By default, a journal is empty. */
interface JournalFrom {
  state?: JournalState | undefined;
  suspended?: SuspendedJournal | undefined;
  /** The durable store of the journal, which has the exchanges of an earlier process. Undefined if the journal is only in memory. */
  stored?: StoredJournal | undefined;
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
  { state, suspended, stored, memory = new JournalMemory() }: JournalFrom = {},
): Journal {
  let next = suspended?.next ?? 1;
  const own = createBuffers(bytes, redact, { suspended, stored, memory });
  const { older, calls, lost } = own;
  const durable =
    stored &&
    connectStore(stored, { older, calls, maxBytes: own.maxBytes, lost: () => lostIn(lost()), memory });
  const underWay = new Map<number, Facts>();
  const listeners = new Set<(facts: Facts) => void>();
  const buffers = [calls, older];

  if (state) {
    next = Math.max(next, state.next);
    loadTexts(state, calls);
  }

  const readers = createReaders({ buffers, underWay, redact, next: () => next });

  return {
    nextNumber: () => next++,
    count: () => next - 1,
    open: entry => void underWay.set(entry.number, entry),
    answered(number, text) {
      const entry = redact(text);
      durable?.writer.answered(number, writeEntry(entry));
      return entry;
    },
    close(number, text) {
      underWay.delete(number);
      // The store must not have secrets, so the text is redacted now, and not only when a caller reads it.
      calls.put(number, durable && isCall(text) ? writeEntry(redact(text)) : text);
      durable?.closed(number);
      if (listeners.size === 0) return;
      const entry = redact(text);
      for (const listener of listeners) listener(entry.facts);
    },
    ...readers,
    lost: () => lostIn(lost()),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isBusy: () => underWay.size > 0 || listeners.size > 0 || durable?.part.loading !== undefined,
    suspend: () => ({ next, ...suspendBuffers(own, memory, durable !== undefined) }),
    release() {
      durable?.part.end();
      releaseAll(buffers, memory);
    },
    loadStored: () => durable?.part.load(),
    loading: () => durable?.part.loading,
    writer: durable?.writer,
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

/** Returns the content of a journal that is suspended. If the durable store has the exchanges, they leave the memory. */
function suspendBuffers(
  { older, calls, lost }: ReturnType<typeof createBuffers>,
  memory: JournalMemory,
  isStored: boolean,
): Omit<SuspendedJournal, 'next'> {
  if (isStored) releaseAll([older, calls], memory);
  for (const { list } of [older, calls]) {
    if (isStored) Object.assign(list, { chunks: [], size: 0 });
    else trim(list, memory);
  }
  const { bodiesLost, ...lists } = lost();
  return { bodiesLost, ...(isUnused(lists) ? {} : lists) };
}

/** Creates the buffers of a journal: one for the newest calls, and one for the older calls, which can lose their bodies. */
function createBuffers(
  bytes: number,
  redact: (text: string) => JournalEntry,
  { suspended, stored, memory }: Pick<JournalFrom, 'suspended' | 'stored' | 'memory'>,
) {
  const { head } = stored ?? {};
  const maxBytes = { older: bytes * olderShare, calls: bytes * (1 - olderShare) };
  let bodiesLost = suspended?.bodiesLost ?? head?.lost.bodies ?? 0;
  const older = createChunkedBuffer(maxBytes.older, {
    onDrop(_, text) {
      if (!hasFactsOnly(text)) bodiesLost += 1;
    },
    memory,
    list: suspended?.older ?? createChunkList(head?.older.next),
  });
  if (head) older.list.dropped = head.lost.facts;
  const calls = createChunkedBuffer(maxBytes.calls, {
    onDrop(number, text, age) {
      const isWhole = text.length <= maxWholeCall || hasFactsOnly(text);
      if (!isWhole) bodiesLost += 1;
      older.put(number, isWhole ? text : writeFacts(redact(text).facts), age);
    },
    memory,
    list: suspended?.calls ?? createChunkList(head?.calls.next),
  });
  for (const [number, text] of head?.answered ?? []) calls.put(number, text);
  return { older, calls, maxBytes, lost: () => ({ bodiesLost, older: older.list, calls: calls.list }) };
}

/** Returns how many exchanges a journal has dropped, and how many lost their bodies. */
export const lostIn = ({
  bodiesLost,
  older = createChunkList(),
  calls = createChunkList(),
}: Omit<SuspendedJournal, 'next'>) => ({
  facts: older.dropped + older.forgotten.facts + calls.forgotten.facts,
  bodies: bodiesLost + older.forgotten.bodies + calls.forgotten.bodies,
});

/** Returns whether the lists of a journal have never had a text. */
const isUnused = ({ older, calls }: Record<'older' | 'calls', ChunkList>): boolean =>
  [older, calls].every(
    ({ chunks, dropped, forgotten }) => chunks.length + dropped + forgotten.facts + forgotten.bodies === 0,
  );

function releaseAll(buffers: readonly ChunkedBuffer[], memory: JournalMemory): void {
  for (const { list } of buffers) {
    for (const chunk of list.chunks) memory.release(chunk);
  }
}

/** Notes that a suspended sandbox was removed, so that its exchanges no longer count towards the limit of all journals. */
export function releaseSuspended({ older, calls }: SuspendedJournal, memory: JournalMemory): void {
  for (const list of [older, calls]) for (const chunk of list?.chunks ?? []) memory.release(chunk);
}

/** Removes the unused bytes at the end of the last chunk. */
function trim({ chunks }: ChunkList, memory: JournalMemory): void {
  const last = chunks.at(-1);
  if (last) memory.trim(last);
}
