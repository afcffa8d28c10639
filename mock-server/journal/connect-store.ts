import type { ChunkedBuffer } from './chunked-buffer.ts';
import type { JournalMemory } from './journal-memory.ts';
import { JournalWriter } from './journal-writer.ts';
import type { JournalHead, JournalList, StoredJournal } from './rows.ts';
import { StoredPart } from './stored-part.ts';

interface ConnectedParts extends Readonly<Record<JournalList, ChunkedBuffer>> {
  readonly maxBytes: Readonly<Record<JournalList, number>>;
  readonly memory: JournalMemory;
  lost(): JournalHead['lost'];
}

/** Connects the buffers of a journal with its durable store. The caller calls `closed` after each exchange. */
export function connectStore(stored: StoredJournal, parts: ConnectedParts) {
  const { older, calls, maxBytes, memory, lost } = parts;
  const part = new StoredPart(stored, { older, calls }, memory);
  const writer = new JournalWriter({
    lists: { older: older.list, calls: calls.list },
    pending: () => part.pending,
    lost,
  });
  const isFull = (list: JournalList) =>
    (part.pending?.[list].bytes ?? 0) + parts[list].list.size > maxBytes[list];
  return {
    part,
    writer,
    closed(number: number): void {
      writer.closed(number);
      // Only a journal in memory can drop its oldest exchanges. After a failure, the next exchange tries again.
      if (part.pending && (isFull('calls') || isFull('older'))) part.load()?.catch(() => {});
    },
  };
}
