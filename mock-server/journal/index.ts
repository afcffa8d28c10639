import type { OperationId } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { type ChunkedBuffer, createChunkedBuffer } from './chunked-buffer.ts';
import type { JournalEntry } from './recorded-call.ts';

export {
  type Bodies,
  describeUnreadable,
  type JournalEntry,
  type RecordedCall,
  redactCall,
  secretIn,
  writeCall,
} from './recorded-call.ts';

/**
 * The exchanges of a sandbox. A closed call is kept as it was, as JSON text, and redacted when it is read: most calls are never
 * read. Nothing that leaves the journal is unredacted.
 */
export interface Journal {
  /** Returns the number of the next exchange, counted from 1. */
  nextNumber(): number;
  /** Shows an exchange that is under way. */
  open(facts: Facts): void;
  /** Keeps a closed exchange: the text of `writeCall`, or a JournalEntry as JSON. */
  close(number: number, text: string): void;
  /** Returns exchanges in order; those of lost facts are left out. */
  read(query?: JournalQuery): JournalEntry[];
  /** Returns how many facts and bodies were dropped to stay within the bounds. */
  lost(): { facts: number; bodies: number };
  /** Calls back for every exchange that closes; returns the function that stops this. */
  subscribe(listener: (facts: Facts) => void): () => void;
  /** @internal */
  dump(): JournalState;
}

/** Selects exchanges. */
export interface JournalQuery {
  /** Only exchanges with a higher number. */
  after?: number | undefined;
  operation?: OperationId | undefined;
  /** How many at most: the next ones with `after`, so that a follower misses none, else the newest. */
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

// A call that has no room any more leaves its facts, which are about a third of it.
const factsShare = 0.25;

/**
 * Creates an empty journal, or one that continues from a state.
 *
 * @param bytes how much memory its records may take
 * @param redact makes the entry of a text that `writeCall` wrote
 */
export function createJournal(
  bytes: number,
  redact: (text: string) => JournalEntry,
  state?: JournalState,
): Journal {
  let next = state?.next ?? 1;
  const facts = createChunkedBuffer(bytes * factsShare);
  const calls = createChunkedBuffer(bytes * (1 - factsShare), (number, text) =>
    facts.put(number, JSON.stringify(redact(text).facts)),
  );
  const underWay = new Map<number, Facts>();
  const listeners = new Set<(facts: Facts) => void>();
  restore(state, { facts, calls });

  function entryAt(number: number): JournalEntry | undefined {
    const call = calls.get(number);
    if (call !== undefined) return redact(call);
    const text = facts.get(number);
    const known: Facts | undefined = text === undefined ? underWay.get(number) : JSON.parse(text);
    return known && { facts: known };
  }

  function read({ after, operation, limit = Number.POSITIVE_INFINITY }: JournalQuery = {}): JournalEntry[] {
    const [firstUnderWay = Number.POSITIVE_INFINITY] = underWay.keys(); // in the order of their numbers
    const oldest = Math.min(facts.first, calls.first, firstUnderWay);
    const found: JournalEntry[] = [];
    const isBackwards = after === undefined;
    let number = isBackwards ? next - 1 : Math.max(after + 1, Math.min(oldest, next));
    for (; number < next && number >= oldest && found.length < limit; number += isBackwards ? -1 : 1) {
      const entry = entryAt(number);
      if (entry && (!operation || entry.facts.operation === operation)) found.push(entry);
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
    lost: () => ({ facts: facts.dropped, bodies: calls.dropped }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dump: () =>
      stateOf(
        next,
        facts.dump(),
        calls.dump().map(([number, text]) => ({ number, ...redact(text) })),
      ),
  };
}

function stateOf(next: number, facts: Text[], kept: (JournalEntry & { number: number })[]): JournalState {
  const bodies = kept.map((entry): Text => [entry.number, JSON.stringify(entry.bodies)]);
  const other = kept.map((entry): Text => [entry.number, JSON.stringify(entry.facts)]);
  return { next, facts: [...facts, ...other].sort(byNumber), bodies: bodies.sort(byNumber) };
}

const byNumber = ([a]: Text, [b]: Text): number => a - b;

/** Puts back what a journal has dumped; both parts are JSON texts. */
function restore(
  state: JournalState | undefined,
  { facts, calls }: { facts: ChunkedBuffer; calls: ChunkedBuffer },
): void {
  const bodies = new Map(state?.bodies);
  for (const [number, text] of state?.facts ?? []) {
    const body = bodies.get(number);
    if (body === undefined) facts.put(number, text);
    else calls.put(number, `{"facts":${text},"bodies":${body}}`);
  }
}
