import { describe, expect, it } from 'vitest';
import { createHotelClient, startOnRequest } from '../hotel-client.ts';

describe('an advance', () => {
  it('moves by a duration and lists the events that came due', async () => {
    const { control, bookingId } = await startOnRequest();
    const early = await control.ask('advanceClock', { body: { by: 'PT19M59.999S' } });
    expect(early.body).toMatchObject({ fired: [], nextEvent: '2026-11-20T10:20:00.000Z', reached: true });
    const { body } = await control.ask('advanceClock', { body: { by: 'PT0.001S' } });
    const fired = { at: '2026-11-20T10:20:00.000Z', bookingId, from: 'on-request', to: 'confirmed' };
    expect(body.fired).toMatchObject([fired]);
    expect([body.now, body.nextEvent]).toEqual([fired.at, null]);
  });

  it('moves to an instant in any time zone', async () => {
    const { control } = await startOnRequest();
    const { body } = await control.ask('advanceClock', { body: { to: '2026-11-20T09:00:00-03:00' } });
    expect(body.now).toBe('2026-11-20T12:00:00.000Z');
  });

  it('goes to the next event, and shows when no event is due', async () => {
    const { control } = await startOnRequest();
    const { body } = await control.ask('advanceClock', { body: { to: 'next-event' } });
    expect([body.now, body.reached]).toEqual(['2026-11-20T10:20:00.000Z', true]);
    expect((await control.ask('advanceClock', { body: { to: 'next-event' } })).body.reached).toBe(false);
  });

  it('moves until the supplier has decided on a booking', async () => {
    const { control, bookingId } = await startOnRequest();
    const { body } = await control.ask('advanceClock', { body: { until: { bookingId, final: true } } });
    expect([body.now, body.reached]).toEqual(['2026-11-20T10:20:00.000Z', true]);
  });

  it('reports when no further event is due before a booking is decided', async () => {
    const { control, faults, client } = await startOnRequest();
    faults.arm('timeline=technical-problem');
    const { BookingId } = await client.book();
    const until = { bookingId: BookingId, final: true };
    expect((await control.ask('advanceClock', { body: { until } })).body.reached).toBe(false);
  });

  it('knows no booking that does not exist', async () => {
    const { control } = await startOnRequest();
    const body = { until: { bookingId: '404', final: true } };
    expect((await control.refused('advanceClock', { body })).status).toBe(404);
  });
});

describe('the clock', () => {
  it('lists the callers that wait on it, and their times', async () => {
    const { control, clock } = await startOnRequest();
    const stop = new AbortController();
    const slept = clock.sleep(60_000, stop.signal, 'a patient test');
    const { body } = await control.ask('getClock');
    expect(body.waits).toEqual([{ at: '2026-11-20T10:01:00.000Z', who: 'a patient test' }]);
    stop.abort();
    await expect(slept).rejects.toThrow();
  });

  it('can start with the first request', async () => {
    const { control, supplier } = await startOnRequest();
    const clock = { mode: 'scaled', scale: 1_000, start: 'first-request' };
    const { body } = await control.ask('createSandbox', { body: { clock } });
    expect(body.clock).toMatchObject({ mode: 'scaled', scale: 1_000, awaitsFirstRequest: true });
    await createHotelClient(supplier.fetch, body).call('getBooking', { BookingId: '1' });
    expect((await control.ask('getClock', body)).body.awaitsFirstRequest).toBe(false);
  });

  it.each([
    ['advanceClock', 'by', { by: 'half an hour' }],
    ['advanceClock', 'by', { by: 'P1M' }],
    ['advanceClock', 'by', { by: 'P9999999D' }],
    ['advanceClock', 'to', { to: '2026-11-20' }],
    ['advanceClock', 'to', { to: '2026-11-20T09:59:59Z' }],
    ['advanceClock', 'by', {}],
    ['advanceClock', 'by', { by: 'PT1M', to: 'next-event' }],
    ['advanceClock', 'until.final', { until: { bookingId: '1', final: false } }],
    ['advanceClock', 'forward', { by: 'PT1M', forward: true }],
    ['putClock', 'scale', { mode: 'scaled' }],
    ['putClock', 'scale', { mode: 'manual', scale: 2 }],
    ['putClock', 'scale', { mode: 'scaled', scale: 0 }],
    ['putClock', 'mode', { mode: 'Manual ' }],
    ['putClock', 'speed', { mode: 'manual', speed: 2 }],
    ['createSandbox', 'clock.start', { clock: { mode: 'manual', start: 'first-request' } }],
    ['createSandbox', 'clock.start', { clock: { mode: 'manual', start: 'tomorrow' } }],
    ['createSandbox', 'clock.mode', { clock: { start: '2026-01-01T00:00:00Z' } }],
  ] as const)('is not changed by %s, which is refused for the field %s: %j', async (call, field, body) => {
    const { control } = await startOnRequest();
    expect(await control.brief(call, { body })).toBe(`400 ${field}`);
    expect((await control.ask('getClock')).body).toMatchObject({
      mode: 'manual',
      now: '2026-11-20T10:00:00.000Z',
    });
  });
});
