import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { createSharedTime } from '#mock-server/node';

const start = Date.UTC(2026, 11, 1);
const hour = 3_600_000;

describe('the shared time of a server', () => {
  const create = () => {
    const time = createSharedTime(start);
    const supplier = createMockSupplier({ machine: time.machine });
    return { supplier, clock: time.clockOf(supplier.sandboxes) };
  };

  it('moves all sandboxes in mode real, and a new one begins at the present', () => {
    const { supplier, clock } = create();
    const manual = supplier.sandboxes.create({ clock: { mode: 'manual' } });
    clock.advance({ by: hour });
    const late = supplier.sandboxes.create();
    const first = supplier.sandboxes.require('default');
    for (const { clock: own } of [first, late]) {
      expect(own.now() - start - hour).toBeLessThan(600_000);
      expect(own.now()).toBeGreaterThanOrEqual(start + hour);
    }
    expect(manual.clock.now()).toBeLessThan(start + 600_000);
  });

  it('shows no later time than its sandboxes', () => {
    const { supplier, clock } = create();
    for (let round = 0; round < 50; round += 1) {
      const shared = clock.now();
      expect(supplier.sandboxes.create().clock.now()).toBeGreaterThanOrEqual(shared);
      expect(supplier.sandboxes.require('default').clock.now()).toBeGreaterThanOrEqual(shared);
    }
  });

  it('wakes with the earliest sleeper of a sandbox that it moves', () => {
    const { supplier, clock } = create();
    expect(clock.nextWake()).toBe(Number.POSITIVE_INFINITY);
    const waiting = { wake: () => undefined, fail: () => undefined };
    const other = supplier.sandboxes.create({ clock: { mode: 'real', start: 0 } });
    other.clock.wakeAfter(2 * hour, waiting);
    supplier.sandboxes.require('default').clock.wakeAfter(3 * hour, waiting);
    supplier.sandboxes.create({ clock: { mode: 'manual' } }).clock.wakeAfter(1, waiting);
    expect(clock.nextWake() - clock.now()).toBeGreaterThan(2 * hour - 600_000);
    expect(clock.nextWake() - clock.now()).toBeLessThanOrEqual(2 * hour);
    clock.advance({ by: 3 * hour });
    expect(clock.nextWake()).toBe(Number.POSITIVE_INFINITY);
  });

  it('is busy while a sandbox computes, or waits on a scaled clock', () => {
    const { supplier, clock } = create();
    const release = supplier.sandboxes.create().clock.hold('a test');
    expect(clock.isBusy()).toBe(true);
    release();
    expect(clock.isBusy()).toBe(false);
    const scaled = supplier.sandboxes.create({ clock: { mode: 'scaled', scale: 2 } }).clock;
    const stop = new AbortController();
    scaled.wakeAfter(hour, { wake: () => undefined, fail: () => undefined, signal: stop.signal });
    expect(clock.isBusy()).toBe(true);
    stop.abort();
    expect(clock.isBusy()).toBe(false);
  });
});
