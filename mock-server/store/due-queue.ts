import { createHeap, type HeapItem } from '../heap.ts';
import type { Reporting } from './memory-bookings.ts';
import type { DueRow } from './records.ts';

interface DueEvent extends DueRow, HeapItem {
  readonly row: number;
}

/** The due events of a store, ordered by instant. */
export function createDueQueue(reporting: Reporting) {
  const queue = createHeap<DueEvent>((a, b) => a.at - b.at || a.row - b.row);
  let rows = 0;

  /** Adds an event under a number. A durable store finds the row of an event by its number. */
  function add(row: DueRow, number: number = rows): void {
    reporting.to?.dueAdded(number, row);
    queue.push({ ...row, row: number, place: 0 });
    rows = Math.max(rows, number + 1);
  }

  return {
    add,
    size: () => queue.size,
    /** Returns an iterator of all events, as they are at the call. */
    read: (): Iterable<DueRow> => rowsOf(queue.inOrder()),
    methods: {
      addDue: (row: DueRow) => add(row),
      nextDue: () => queue.peek()?.at,
      takeDue(until: number): DueRow | undefined {
        const first = queue.peek();
        if (!first || first.at > until) return undefined;
        reporting.to?.dueTaken(first.row);
        return queue.pop();
      },
    },
  };
}

function* rowsOf(events: Iterable<DueEvent>): Generator<DueRow, void> {
  for (const { row, place, ...rest } of events) yield rest;
}
