import type { OperationId } from '#contracts';
import type { Facts } from '#contracts/exchange';
import type { BufferView } from './chunked-buffer.ts';
import { type JournalEntry, operationIn } from './recorded-call.ts';

/** The conditions for the exchanges that a journal returns. */
export interface JournalQuery {
  /** Selects only exchanges with a number above this number. */
  after?: number | undefined;
  operation?: OperationId | undefined;
  /**
   * The maximum number of exchanges. With `after`, these are the first exchanges after that number. Without `after`,
   * these are the newest exchanges.
   */
  limit?: number | undefined;
}

/** The content of a journal at one moment. */
export interface JournalView {
  /** The buffers with the texts of closed exchanges. */
  readonly buffers: readonly BufferView[];
  /** The exchanges that are not closed yet, in the order of their numbers. */
  readonly underWay: ReadonlyMap<number, Facts>;
  /** The number of the next exchange. */
  readonly next: number;
  readonly redact: (text: string) => JournalEntry;
}

/** Reads exchanges one by one, ordered by number. */
export function* readView(
  view: JournalView,
  { after, operation, limit = Number.POSITIVE_INFINITY }: JournalQuery,
): Generator<JournalEntry, void> {
  const oldest = oldestOf(view);
  const isBackwards = after === undefined && limit !== Number.POSITIVE_INFINITY;
  if (isBackwards) {
    for (const number of newest(view, { oldest, operation, limit })) {
      const entry = entryAt(view, number);
      if (entry) yield entry;
    }
    return;
  }
  let found = 0;
  for (let number = Math.max((after ?? 0) + 1, oldest); number < view.next && found < limit; number += 1) {
    const entry = entryAt(view, number, operation);
    if (!entry) continue;
    found += 1;
    yield entry;
  }
}

type NewestQuery = { oldest: number; operation: OperationId | undefined; limit: number };

/** Returns the numbers of the newest exchanges of an operation, in rising order. */
function newest(view: JournalView, { oldest, operation, limit }: NewestQuery): number[] {
  const numbers: number[] = [];
  for (let number = view.next - 1; number >= oldest && numbers.length < limit; number -= 1) {
    const found = recordOf(view, number);
    if (found !== undefined && isOf(found, operation)) numbers.push(number);
  }
  return numbers.reverse();
}

function oldestOf({ buffers, underWay }: JournalView): number {
  const [firstUnderWay = Number.POSITIVE_INFINITY] = underWay.keys();
  return Math.min(firstUnderWay, ...buffers.map(({ first }) => first));
}

function entryAt(view: JournalView, number: number, operation?: OperationId): JournalEntry | undefined {
  const found = recordOf(view, number);
  if (found === undefined || !isOf(found, operation)) return undefined;
  return typeof found === 'string' ? view.redact(found) : { facts: found };
}

function recordOf({ buffers, underWay }: JournalView, number: number): string | Facts | undefined {
  const open = underWay.get(number);
  if (open) return open;
  for (const buffer of buffers) {
    const text = buffer.get(number);
    if (text !== undefined) return text;
  }
  return undefined;
}

const isOf = (record: string | Facts, operation: OperationId | undefined): boolean =>
  operation === undefined ||
  (typeof record === 'string' ? operationIn(record) : record.operation) === operation;
