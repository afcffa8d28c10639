import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { readStart, StoreError } from '#mock-server';
import { createFakeMachine } from '../clock/fakes.ts';
import { bookOnRequest, createHotelClient, startSupplier } from '../hotel-client.ts';
import { createTestStore } from '../store/test-store.ts';
import { countListeners, readEvents } from './event-reader.ts';

/** A supplier on a fake machine, with an OnRequest booking in a sandbox on the requested clock. */
async function start(clock: object) {
  const machine = createFakeMachine(Date.parse('2026-11-20T10:00:00Z'));
  const { supplier, control } = startSupplier({ machine: machine.clock });
  const { body: sandbox } = await control.ask('createSandbox', { body: { id: 's', clock } });
  const client = createHotelClient(supplier.fetch, sandbox);
  const { BookingId: bookingId } = await bookOnRequest(client);
  const open = async () => readEvents(await control.send('streamEvents', sandbox));
  return { machine, supplier, control, client, bookingId, open, universe: supplier.sandboxes.require('s') };
}

const manual = { mode: 'manual', start: '2026-11-20T10:00:00Z' };

describe('the events of a sandbox', () => {
  it('tell of every call that ended and of every status move', async () => {
    const { client, control, bookingId, open } = await start(manual);
    const events = await open();
    await control.ask('advanceClock', { id: 's', body: { by: 'PT30M' } });
    await client.detail(bookingId);
    expect(await events.next()).toMatchObject({
      event: 'transition',
      data: { at: '2026-11-20T10:20:00.000Z', bookingId, from: 'on-request', to: 'confirmed' },
    });
    expect(await events.next()).toMatchObject({
      event: 'exchange',
      id: '4',
      data: { number: 4, operation: 'getBookingDetail', answer: { bookingStatus: 'CONFIRMED' } },
    });
    await events.stop();
  });

  it.each([
    ['real', { mode: 'real' }, 20 * 60_000],
    ['scaled', { mode: 'scaled', scale: 600 }, 2_000],
    ['per-poll', { mode: 'per-poll' }, 20 * 60_000],
  ])('show what comes due on a %s clock without any call', async (_mode, clock, ms) => {
    const { machine, bookingId, open } = await start(clock);
    const events = await open();
    await passBySeconds(machine, ms);
    expect(await events.next()).toMatchObject({ event: 'transition', data: { bookingId, to: 'confirmed' } });
    await events.stop();
    expect(machine.timers.size).toBe(0);
  });

  it('continue after a failure of the clock, because no caller can catch an error in a timer', async () => {
    const { machine, universe, open } = await start({ mode: 'real' });
    const events = await open();
    const settle = vi.spyOn(universe.clock, 'settle').mockImplementation(() => {
      throw new Error('an event is still due');
    });
    machine.pass(3_000);
    expect(settle).toHaveBeenCalledTimes(3);
    await events.stop();
  });

  it('ask a store that fails at most twice a second', async () => {
    const machine = createFakeMachine();
    const version = vi.fn((await createTestStore(true)).version);
    const store = await readStart({ ...(await createTestStore(true)), version });
    const { control } = startSupplier({ machine: machine.clock, store });
    version.mockRejectedValue(new StoreError('unavailable', 'no connection'));
    const events = readEvents(await control.send('streamEvents'));
    version.mockClear();
    await passBySeconds(machine, 20_000);
    expect(version.mock.calls.length).toBeGreaterThan(19);
    expect(version.mock.calls.length).toBeLessThan(45);
    await events.stop();
  });

  it.each(['deleteSandbox', 'resetSandbox'] as const)('end with the sandbox (%s)', async how => {
    const { control, open } = await start({ mode: 'real' });
    const events = await open();
    await control.ask(how, { id: 's' });
    expect(await events.next()).toBeUndefined();
  });

  it('begin no stream for a HEAD', async () => {
    const { supplier, universe } = await start({ mode: 'real' });
    const listeners = countListeners(universe);
    const address = 'http://supplier.test/_control/sandboxes/s/events';
    const { status, headers } = await supplier.fetch(address, { method: 'HEAD' });
    expect([status, headers.get('content-type'), listeners()]).toEqual([200, 'text/event-stream', 0]);
  });

  it('release their listeners when the reader disconnects', async () => {
    const { machine, universe, control, open } = await start({ mode: 'real' });
    const listeners = countListeners(universe);
    const events = await open();
    expect([listeners(), machine.timers.size]).toEqual([2, 1]);
    await events.stop();
    expect([listeners(), machine.timers.size]).toEqual([0, 0]);
    const stop = new AbortController();
    const aborted = await control.send('streamEvents', { id: 's', signal: stop.signal });
    expect(listeners()).toBe(2);
    stop.abort();
    expect(listeners()).toBe(0);
    await expect(aborted.text()).resolves.toContain('events of sandbox s');
  });
});

/** Advances the machine's time second by second, and runs the promises of each second. */
async function passBySeconds(machine: ReturnType<typeof createFakeMachine>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    machine.pass(1_000);
    await setImmediate();
  }
}
