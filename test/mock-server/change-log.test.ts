import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookingReader, ChangeLog, type Entry } from '#mock-server/store/change-log';

/** Creates a log with a simple model: a Map whose order is the order of the last changes. */
function createLog() {
  const entries = new Map<string, Entry>();
  const model = new Map<string, string>();
  let looks = 0;
  const log = new ChangeLog({
    get(id) {
      looks += 1;
      return entries.get(id);
    },
    get size() {
      return entries.size;
    },
  });

  /** Changes a booking. Returns the number of entries that the log has read. */
  function change(id: string, text: string): number {
    const known = entries.get(id);
    const entry = known ?? { text: '', owner: 'demo', change: 0, indexed: 0 };
    if (known) log.beforeChange(id, known);
    else entries.set(id, entry);
    entry.text = text;
    model.delete(id);
    model.set(id, text);
    looks = 0;
    log.append(id, entry);
    return looks;
  }

  return { log, change, texts: () => [...model.values()], size: () => entries.size };
}

const textsOf = (reader: BookingReader) => [...reader.oldestFirst()].filter(text => text !== '');

/** The number of positions of a log. */
function lengthOf(log: ChangeLog): number {
  const reader = log.reader();
  const { length } = [...reader.oldestFirst()];
  reader.end();
  return length;
}

describe('the log of changes', () => {
  const step = fc.oneof(
    fc.record({ changes: fc.integer({ min: 1, max: 1_500 }), bookings: fc.integer({ min: 1, max: 200 }) }),
    fc.constantFrom('begin', 'end'),
  );

  it('keeps the order of the last changes, for readers also the order and the texts at their beginning', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), steps => {
        const { log, change, texts } = createLog();
        const readers: [BookingReader, string[]][] = [];
        let count = 0;
        for (const one of steps) {
          if (one === 'begin') readers.push([log.reader(), texts()]);
          else if (one === 'end') {
            const [[reader, expected] = []] = readers.splice(0, 1);
            if (reader) expect(textsOf(reader)).toEqual(expected);
            reader?.end();
          } else
            for (let done = 0; done < one.changes; done += 1) {
              count += 1;
              change(String((count * 7) % one.bookings), `text ${count}`);
            }
          expect([...log.newestFirst()].map(({ text }) => text)).toEqual(texts().reverse());
        }
        for (const [reader, expected] of readers) {
          expect(textsOf(reader)).toEqual(expected);
          expect([...reader.newestFirst()].filter(text => text !== '')).toEqual(expected.toReversed());
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('reads at most 16 positions for each change, and stays about twice as long as the number of bookings', () => {
    const { log, change, size } = createLog();
    let max = 0;
    for (let count = 0; count < 30_000; count += 1) {
      max = Math.max(max, change(String((count * 7) % 3_000), `text ${count}`));
      if (count % 100 === 0) expect(lengthOf(log)).toBeLessThan(1.1 * (2 * size() + 1_000));
    }
    expect(max).toBe(16);
  });
});
