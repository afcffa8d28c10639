import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#contracts/util/clock';

describe('the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("returns the machine's date", () => {
    vi.advanceTimersByTime(250);
    expect(systemClock.now()).toBe(Date.UTC(2026, 0, 1) + 250);
  });

  it.each([
    [1, 1],
    [1_500, 1_500],
    [2 ** 31, 2 ** 31],
    [2 ** 33 + 5, 2 ** 33 + 5],
    [10.2, 11],
  ])('wakes from %d ms after %d ms, not before', async (ms, whole) => {
    const awake = vi.fn();
    void systemClock.sleep(ms).then(awake);
    await vi.advanceTimersByTimeAsync(whole - 1);
    expect(awake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(awake).toHaveBeenCalledOnce();
  });

  it.each([0, -5, Number.NEGATIVE_INFINITY])('does not wait %d ms', async ms => {
    await systemClock.sleep(ms);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for ever until aborted, and rejects with the reason of the signal', async () => {
    const abort = new AbortController();
    const reason = new Error('the user left');
    const ended = vi.fn();
    systemClock.sleep(Number.POSITIVE_INFINITY, abort.signal).catch(ended);
    await vi.advanceTimersByTimeAsync(2 ** 33);
    expect(ended).not.toHaveBeenCalled();
    abort.abort(reason);
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledExactlyOnceWith(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, 1_000])('rejects at once on a signal aborted before, for %d ms', async ms => {
    await expect(systemClock.sleep(ms, AbortSignal.abort('too late'))).rejects.toBe('too late');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no listener on the signal of a wait that ended', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    void systemClock.sleep(5, signal);
    await vi.advanceTimersByTimeAsync(5);
    expect(removed).toHaveBeenCalledOnce();
  });

  it('refuses NaN', async () => {
    await expect(systemClock.sleep(Number.NaN)).rejects.toThrow(RangeError);
  });
});
