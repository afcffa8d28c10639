import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts } from '#contracts/control';
import { maxCalls, mergeCalls } from '#scenarios/web/console/live';

const call = (number: number, status?: number): Facts => ({
  number,
  operation: 'hotel.search',
  method: 'POST',
  url: '/',
  opened: { at: 0, real: 0 },
  request: {},
  answer: {},
  ...(status !== undefined && { status }),
});
const numbersOf = (list: readonly Facts[]) => list.map(({ number }) => number);

describe('mergeCalls', () => {
  it('keeps each call once, in the order of the numbers, however the calls arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 50 }))), batches => {
        const list = batches.reduce<readonly Facts[]>(
          (all, batch) =>
            mergeCalls(
              all,
              batch.map(number => call(number)),
            ),
          [],
        );
        expect(numbersOf(list)).toEqual([...new Set(batches.flat())].sort((a, b) => a - b));
      }),
    );
  });

  it('replaces a call that was open by the same call after its end', () => {
    expect(mergeCalls([call(1), call(2)], [call(1, 200)])).toEqual([call(1, 200), call(2)]);
  });

  it('drops the oldest calls above the maximum', () => {
    const list = mergeCalls(
      [],
      Array.from({ length: maxCalls + 5 }, (_, index) => call(index + 1)),
    );
    expect([list.length, list[0]?.number]).toEqual([maxCalls, 6]);
  });
});
