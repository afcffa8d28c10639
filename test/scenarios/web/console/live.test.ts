import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts } from '#contracts/control';
import { createState, loadCalls, maxCalls, mergeCalls } from '#scenarios/web/console/live';

type Api = Parameters<typeof loadCalls>[0];

const call = (number: number, real = number): Facts => ({
  number,
  operation: 'hotel.search',
  method: 'POST',
  url: '/',
  opened: { at: 0, real },
  request: {},
  answer: {},
});
const ended = (number: number): Facts => ({
  ...call(number),
  closed: { at: 0, real: number, ending: 'complete', bytes: 2 },
  status: 200,
});
const numbersOf = (list: readonly Facts[]) => list.map(({ number }) => number);

/** Loads calls from a server with this journal into a page that knows some calls. */
async function load(known: readonly Facts[], journal: readonly Facts[]) {
  const facts: Api['facts'] = async ({ after, limit }) =>
    after === undefined ? journal.slice(-limit) : journal.filter(one => one.number > after).slice(0, limit);
  const state = createState();
  state.calls.value = known;
  await loadCalls({ facts } as Api, state); // loadCalls only reads calls
  return { calls: numbersOf(state.calls.value), lost: numbersOf(state.lostCalls.value) };
}

describe('loadCalls', () => {
  it('reads the calls that the page does not have yet', async () => {
    expect(await load([], [call(1), call(2)])).toEqual({ calls: [1, 2], lost: [] });
    expect(await load([call(1)], [call(1), call(2)])).toEqual({ calls: [1, 2], lost: [] });
  });

  it('keeps the calls of the page if the full journal of the server has dropped them', async () => {
    expect(await load([call(1), call(2)], [call(5), call(6)])).toEqual({ calls: [1, 2, 5, 6], lost: [] });
  });

  it.each([
    ['is empty', []],
    ['has another call with the same number', [call(1, 50), call(2, 60)]],
  ])('moves the calls of the page to the lost calls if the journal of the server %s', async (_, journal) => {
    expect(await load([call(1), call(2)], journal)).toEqual({ calls: numbersOf(journal), lost: [1, 2] });
  });
});

describe('mergeCalls', () => {
  it('keeps each call once, in the order of the numbers, however the calls arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 50 }))), batches => {
        const merge = (all: readonly Facts[], batch: number[]) =>
          mergeCalls(
            all,
            batch.map(number => call(number)),
          );
        const list = batches.reduce(merge, []);
        expect(numbersOf(list)).toEqual([...new Set(batches.flat())].sort((a, b) => a - b));
      }),
    );
  });

  it('replaces a call that was open by the same call after its end', () => {
    expect(mergeCalls([call(1), call(2)], [ended(1)])).toEqual([ended(1), call(2)]);
  });

  it('drops the oldest calls above the maximum', () => {
    const list = mergeCalls(
      [],
      Array.from({ length: maxCalls + 5 }, (_, index) => call(index + 1)),
    );
    expect([list.length, list[0]?.number]).toEqual([maxCalls, 6]);
  });
});
