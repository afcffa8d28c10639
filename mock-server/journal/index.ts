import type { OperationId } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { type ChunkedBuffer, createChunkedBuffer } from './chunked-buffer.ts';

/** Facts and bodies of a sandbox' exchanges, kept as JSON text: small, and measured exactly. */
export interface Journal {
  /** The number of the next exchange, counted from 1. */
  nextNumber(): number;
  /** Shows an exchange that is under way. */
  open(facts: Facts): void;
  /** Keeps a closed exchange: its facts and, as JSON text, what its bodies are made from. */
  close(facts: Facts, bodies: string): void;
  /** Exchanges in order; those of lost facts are left out. */
  read(query?: JournalQuery): JournalEntry[];
  /** How many facts and bodies were dropped to stay within the bounds. */
  lost(): { facts: number; bodies: number };
  /** Calls back for every exchange that closes; gives the way to stop. */
  subscribe(listener: (facts: Facts) => void): () => void;
  dump(): JournalState;
}

/** Which exchanges are wanted. */
export interface JournalQuery {
  /** Only exchanges with a higher number. */
  after?: number | undefined;
  operation?: OperationId | undefined;
  /** At most so many: the next ones with `after`, so that a follower misses none, else the newest. */
  limit?: number | undefined;
}

/** One exchange of the journal. */
export interface JournalEntry {
  facts: Facts;
  /** JSON text; undefined when it was dropped or the exchange is still open. */
  bodies: string | undefined;
}

/** A journal as plain data. */
export interface JournalState {
  next: number;
  facts: [number, string][];
  bodies: [number, string][];
}

// Even the smallest bodies are more than a third of their facts, so with this share bodies are dropped first.
const factsShare = 0.75;

/**
 * An empty journal, or one that goes on from a state.
 *
 * @param bytes how much memory its records may keep alive, facts and bodies together
 */
export function createJournal(bytes: number, state?: JournalState): Journal {
  let next = state?.next ?? 1;
  const facts = createChunkedBuffer(bytes * factsShare, state?.facts);
  const bodies = createChunkedBuffer(bytes * (1 - factsShare), state?.bodies);
  const underWay = new Map<number, Facts>();
  const listeners = new Set<(facts: Facts) => void>();

  function entryAt(number: number, operation: OperationId | undefined): JournalEntry | undefined {
    const entry = underWay.get(number) ?? parse(facts, number);
    if (!entry || (operation && entry.operation !== operation)) return undefined;
    return { facts: entry, bodies: bodies.get(number) };
  }

  function read({ after, operation, limit = Number.POSITIVE_INFINITY }: JournalQuery = {}): JournalEntry[] {
    // A Map keeps its order, so the first under way is the oldest one.
    const [firstUnderWay = Number.POSITIVE_INFINITY] = underWay.keys();
    const oldest = Math.min(facts.first, firstUnderWay);
    const found: JournalEntry[] = [];
    const isWanted = (number: number) => number < next && number >= oldest && found.length < limit;
    if (after === undefined) {
      for (let number = next - 1; isWanted(number); number -= 1)
        found.push(...asList(entryAt(number, operation)));
      return found.reverse();
    }
    for (let number = Math.max(after + 1, Math.min(oldest, next)); isWanted(number); number += 1) {
      found.push(...asList(entryAt(number, operation)));
    }
    return found;
  }

  return {
    nextNumber: () => next++,
    open: entry => void underWay.set(entry.number, entry),
    close(entry, body) {
      underWay.delete(entry.number);
      facts.put(entry.number, JSON.stringify(entry));
      bodies.put(entry.number, body);
      for (const listener of listeners) listener(entry);
    },
    read,
    lost: () => ({ facts: facts.dropped, bodies: bodies.dropped }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dump: () => ({ next, facts: facts.dump(), bodies: bodies.dump() }),
  };
}

const asList = <Item>(item: Item | undefined): Item[] => (item === undefined ? [] : [item]);

function parse(texts: ChunkedBuffer, number: number): Facts | undefined {
  const text = texts.get(number);
  return text === undefined ? undefined : JSON.parse(text);
}
