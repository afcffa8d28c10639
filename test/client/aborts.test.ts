import { describe, expect, it, vi } from 'vitest';
import { nothingFound, type Reply, stage } from './stage.ts';

const reason = new Error('the user went away');

describe('an abort', () => {
  it.each<[string, Reply, number]>([
    ['a fetch', 'hang', 4_000],
    ['a fetch that does not heed its signal', 'deaf', 4_000],
    ['the first back-off', 'cut', 100],
    ['the last back-off', 'cut', 2_000],
    ['a Retry-After', { status: 429, headers: { 'retry-after': '600' } }, 4_000],
  ])('during %s ends the call then and there, with its reason', async (_, reply, after) => {
    const { fails, abortAfter, now, clock } = stage([reply]);
    expect(await fails('getBooking', abortAfter(after, reason))).toBe(reason);
    expect(now()).toBe(after);
    expect(clock.waits()).toEqual([]);
  });

  it.each(['not even an error', null, 0])('rejects with %j, when that is its reason', async odd => {
    for (const reply of ['hang', 'deaf', 'cut'] as const) {
      const { fails, abortAfter } = stage([reply]);
      expect(await fails('getBooking', abortAfter(100, odd))).toBe(odd);
    }
  });

  it('before the call sends nothing', async () => {
    const { fails, seen, clock } = stage([nothingFound]);
    expect(await fails('getBooking', AbortSignal.abort(reason))).toBe(reason);
    expect(seen).toEqual([]);
    expect(clock.waits()).toEqual([]);
  });

  it('after the time-out of an attempt ends the wait for the next one', async () => {
    const { fails, abortAfter, now, seen, clock } = stage(['hang']);
    expect(await fails('getBooking', abortAfter(15_100, reason))).toBe(reason);
    expect([now(), seen.length]).toEqual([15_100, 1]);
    expect(clock.waits()).toEqual([]);
  });

  it('reaches fetch, with its reason', async () => {
    let signal: AbortSignal | null | undefined;
    const { fails, abortAfter } = stage([], {
      fetch: (_, init) => {
        signal = init?.signal;
        return new Promise(() => {});
      },
    });
    await fails('getBooking', abortAfter(5, reason));
    expect(signal?.reason).toBe(reason);
  });

  it('leaves no listener on a signal that is used for many calls', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const { fails } = stage(['cut', 'cut', nothingFound], { policies: { rate: { calls: 1 } } });
    for (let call = 1; call <= 3; call += 1) await fails('getBooking', signal);
    expect(removed.mock.calls).toHaveLength(added.mock.calls.length);
  });
});
