import type { OperationId } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { type ChunkedBuffer, createChunkedBuffer } from './chunked-buffer.ts';
import { hasFactsOnly, type JournalEntry, operationIn, writeEntry, writeFacts } from './recorded-call.ts';

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
 * The exchanges of a sandbox. The journal keeps a closed call as JSON text and redacts it when it is read, because most calls
 * are never read. Everything that leaves the journal is redacted.
 */
export interface Journal {
  /** Returns the number of the next exchange, counted from 1. */
  nextNumber(): number;
  /** Adds an exchange that is not closed yet. */
  open(facts: Facts): void;
  /** Keeps a closed exchange: the text of `writeCall` or `writeEntry`. */
  close(number: number, text: string): void;
  /** Returns exchanges in order, without those that were dropped. */
  read(query?: JournalQuery): JournalEntry[];
  /** Returns how many facts and bodies the journal has dropped to stay within its bound. */
  lost(): { facts: number; bodies: number };
  /** Calls back for every exchange that closes; returns the function that unsubscribes. */
  subscribe(listener: (facts: Facts) => void): () => void;
  /** @internal */
  dump(): JournalState;
}

/** Selects exchanges. */
export interface JournalQuery {
  /** Only exchanges with a higher number. */
  after?: number | undefined;
  operation?: OperationId | undefined;
  /** The maximum number of exchanges: the first ones after `after`, or the newest ones without it. */
  limit?: number | undefined;
}

/** A JSON text by the number of its exchange. */
type Text = [number, string];

/** A journal as plain data, redacted. */
export interface JournalState {
  next: number;
  facts: Text[];
  bodies: Text[];
}

/** The part of the memory for calls that the first part has no more room for. */
const olderShare = 0.25;
/**
 * The number of characters up to which an older call stays as it is. Of a longer one only the facts stay. Most calls are
 * short: to redact each of them when its chunk is dropped took an eighth of the processor time.
 */
const maxWholeCall = 2_000;

/**
 * Creates an empty journal, or one that continues from a state.
 *
 * @param bytes the bound on the memory of its texts
 * @param redact returns the entry of a text that was given to `close`
 */
export function createJournal(
  bytes: number,
  redact: (text: string) => JournalEntry,
  state?: JournalState,
): Journal {
  let next = state?.next ?? 1;
  let bodiesLost = 0;
  const older = createChunkedBuffer(bytes * olderShare, (_, text) => {
    if (!hasFactsOnly(text)) bodiesLost += 1;
  });
  const calls = createChunkedBuffer(bytes * (1 - olderShare), (number, text) => {
    const isWhole = text.length <= maxWholeCall || hasFactsOnly(text);
    if (!isWhole) bodiesLost += 1;
    older.put(number, isWhole ? text : writeFacts(redact(text).facts));
  });
  const underWay = new Map<number, Facts>();
  const listeners = new Set<(facts: Facts) => void>();
  restore(state, calls);

  function entryAt(number: number, operation?: OperationId): JournalEntry | undefined {
    const text = calls.get(number) ?? older.get(number);
    if (text !== undefined)
      return operation === undefined || operationIn(text) === operation ? redact(text) : undefined;
    const facts = underWay.get(number);
    return facts && (operation === undefined || facts.operation === operation) ? { facts } : undefined;
  }

  function read({ after, operation, limit = Number.POSITIVE_INFINITY }: JournalQuery = {}): JournalEntry[] {
    const [firstUnderWay = Number.POSITIVE_INFINITY] = underWay.keys(); // in the order of their numbers
    const oldest = Math.min(older.first, calls.first, firstUnderWay);
    const found: JournalEntry[] = [];
    const isBackwards = after === undefined;
    let number = isBackwards ? next - 1 : Math.max(after + 1, Math.min(oldest, next));
    for (; number < next && number >= oldest && found.length < limit; number += isBackwards ? -1 : 1) {
      const entry = entryAt(number, operation);
      if (entry) found.push(entry);
    }
    return isBackwards ? found.reverse() : found;
  }

  return {
    nextNumber: () => next++,
    open: entry => void underWay.set(entry.number, entry),
    close(number, text) {
      underWay.delete(number);
      calls.put(number, text);
      if (listeners.size === 0) return;
      const entry = redact(text);
      for (const listener of listeners) listener(entry.facts);
    },
    read,
    lost: () => ({ facts: older.dropped, bodies: bodiesLost }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dump: () => ({ next, ...dumpTexts([...older.dump(), ...calls.dump()], redact) }),
  };
}

function dumpTexts(texts: Text[], redact: (text: string) => JournalEntry): Omit<JournalState, 'next'> {
  const state: Omit<JournalState, 'next'> = { facts: [], bodies: [] };
  for (const [number, text] of texts.sort(([a], [b]) => a - b)) {
    const { facts, bodies } = redact(text);
    state.facts.push([number, JSON.stringify(facts)]);
    if (bodies) state.bodies.push([number, JSON.stringify(bodies)]);
  }
  return state;
}

function restore(state: JournalState | undefined, calls: ChunkedBuffer): void {
  const bodies = new Map(state?.bodies);
  for (const [number, text] of state?.facts ?? []) {
    const body = bodies.get(number);
    const entry = { facts: JSON.parse(text), bodies: body === undefined ? undefined : JSON.parse(body) };
    calls.put(number, writeEntry(entry));
  }
}
