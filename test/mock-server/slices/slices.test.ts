import { describe, expect, it } from 'vitest';
import { nextTurn, runInSlices, streamTexts } from '#mock-server/clock/index';
import { createChunkedBuffer } from '#mock-server/journal/chunked-buffer';
import { createBookingTable } from '#mock-server/store/memory-bookings';

describe('long work in slices', () => {
  it('lets other work run between two slices', async () => {
    let turns = 0;
    let isOver = false;
    const other = (async () => {
      while (!isOver) {
        await nextTurn();
        turns += 1;
      }
    })();
    // The work lasts for three turns of the other work, whatever the speed of the machine is.
    function* work(): Generator<void, string> {
      while (turns < 3) yield;
      return 'done';
    }
    expect(await runInSlices(work())).toBe('done');
    isOver = true;
    await other;
  });

  it('rejects with the error of the work', async () => {
    function* work(): Generator<void, void> {
      yield;
      throw new Error('no such booking');
    }
    await expect(runInSlices(work())).rejects.toThrow('no such booking');
  });

  it('creates the texts of a stream only when the reader takes them, and ends with the reader', async () => {
    let created = 0;
    let hasEnded = false;
    function* texts(): Generator<string> {
      try {
        for (;;) {
          created += 1;
          yield 'x'.repeat(65_536);
        }
      } finally {
        hasEnded = true;
      }
    }
    const reader = streamTexts(texts()).getReader();
    await nextTurn();
    expect(created).toBe(0);
    await reader.read();
    await nextTurn();
    expect(created).toBe(1);
    await reader.cancel();
    expect(hasEnded).toBe(true);
  });
});

describe('a reader', () => {
  const booking = (id: string, owner: string) => JSON.stringify({ id, owner, services: [] });

  it('of bookings returns them as they were when it began', () => {
    const { load, read, methods } = createBookingTable({});
    for (const id of ['1', '2', '3']) load(booking(id, 'first'));
    const reader = read();
    const texts = reader.oldestFirst();
    const seen = [texts.next().value];
    methods.saveBooking({ ...JSON.parse(booking('2', 'second')) }, true);
    methods.saveBooking({ ...JSON.parse(booking('3', 'second')) }, false);
    load(booking('4', 'second'));
    for (let change = 0; change < 2_000; change += 1)
      methods.saveBooking(JSON.parse(booking('1', 'third')), true);
    seen.push(...texts);
    reader.end();
    expect(seen.filter(text => text !== '')).toEqual(['1', '2', '3'].map(id => booking(id, 'first')));
    const now = [...read().newestFirst()].filter(text => text !== '').map(text => JSON.parse(text ?? '').id);
    expect(now).toEqual(['1', '4', '2', '3']);
    expect([...read().newestFirst('4')].filter(text => text !== '')).toHaveLength(2);
  });

  it('of a buffer does not see texts that come later, although the buffer drops the old ones', () => {
    const buffer = createChunkedBuffer(8_000);
    for (const number of [1, 2, 3]) buffer.put(number, `text ${number} ${'x'.repeat(200)}`);
    const view = buffer.freeze();
    for (let number = 4; number < 200; number += 1) buffer.put(number, `text ${number} ${'y'.repeat(200)}`);
    expect([buffer.get(1), view.get(4)]).toEqual([undefined, undefined]);
    expect(view.get(1)).toBe(`text 1 ${'x'.repeat(200)}`);
    expect([view.first, view.get(3)?.slice(0, 6)]).toEqual([1, 'text 3']);
  });
});
