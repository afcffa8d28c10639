import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contracts/util';
import { writeReport } from '#scenarios/report/index';
import { driftDocument, driftReportSchema } from '#scenarios/verify';
import { altering, dialect, failingOnce, refusing, standIn, verifyBooking } from './stage.ts';

const startDate = /"StartDate":"[\d-]+"/g;
/** Changes the days from which penalties apply, in answers about hotels. */
const startingOn = (day: string) => (id: string, json: JsonObject) =>
  id.startsWith('hotel.')
    ? JSON.parse(JSON.stringify(json).replaceAll(startDate, `"StartDate":"${day}"`))
    : json;
const nothing = { BookingId: '', bookingStatus: 'FAILED' };
const cutOff = () => Promise.reject(new TypeError('fetch failed'));

describe('a booking', () => {
  it('is cancelled when it was looked at', async () => {
    const { report, sent } = await verifyBooking();
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
    expect(sent.filter(id => id === 'hotel.doBooking')).toHaveLength(1);
    expect(report.operations.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['hotel.doBooking', 'getBookingDetail', 'getBooking', 'cancelBooking']),
    );
    expect(report.exitCode).toBe(0);
  });

  it('that cannot be cancelled is reported, and fails the run', async () => {
    const { report } = await verifyBooking({ answer: refusing('cancelBooking', 500) });
    const [{ bookingId } = {}] = report.bookings;
    expect(report.bookings).toMatchObject([{ state: 'stands' }]);
    expect(report.exitCode).toBe(1);
    expect(await writeReport('text', driftDocument(report))).toContain(
      `NOT CANCELLED: booking ${bookingId} may still exist (its status is CONFIRMED); cancel the booking by hand`,
    );
  });

  it('that was cancelled with a penalty is reported, and fails the run', async () => {
    const { report } = await verifyBooking({
      alter: altering('cancelBooking', json => ({ ...json, Penalty: { Value: 120, Currency: 'BRL' } })),
    });
    const warning = 'with a penalty of 120 BRL';
    expect(report.bookings).toMatchObject([
      { state: 'cancelled', warning, penalty: { value: 120, currency: 'BRL' } },
    ]);
    expect(await writeReport('text', driftDocument(report))).toContain(
      `\n  booking ${report.bookings[0]?.bookingId} is cancelled, ${warning}\n`,
    );
    expect(report.exitCode).toBe(1);
    expect(driftReportSchema.parse(report)).toEqual(report);
  });

  it.each([401, 429])('that is refused with %d was not made, and is not looked up', async status => {
    const { report, sent } = await verifyBooking({ answer: refusing('hotel.doBooking', status) });
    const said = `DoBooking was refused (${status})`;
    expect(report.bookings).toMatchObject([{ state: 'not-booked', said }]);
    expect(sent.at(-1)).toBe('hotel.doBooking');
    expect(report.exitCode).toBe(0);
  });

  it.each([
    ['costs something to cancel', '2026-11-20', 'an earlier StartDate'],
    [
      'has a penalty from a day in a format that was only learned now',
      '23/12/2026',
      'learned the form of StartDate only now',
    ],
  ])('is not made of a room that %s', async (_, day, said) => {
    const { report, sent } = await verifyBooking({ alter: startingOn(day) });
    expect(sent).not.toContain('hotel.doBooking');
    const call = { operation: 'hotel.doBooking', result: 'not-asked', said: expect.stringContaining(said) };
    expect(report.calls.at(-1)).toMatchObject(call);
  });

  it('is not made of a room whose penalty may begin before the booking is cancelled', async () => {
    // It is 22:00 where the date is latest, so a penalty from the next day begins in two hours.
    const clock = { mode: 'auto', start: Date.parse('2026-11-20T08:00:00Z') } as const;
    const { report } = await verifyBooking({ supplier: standIn({ clock }), alter: startingOn('2026-11-21') });
    expect(report.calls.at(-1)).toMatchObject({ said: expect.stringContaining('an earlier StartDate') });
  });

  it('is not made when the run was stopped before', async () => {
    const stop = new AbortController();
    let conditions = 0;
    const onCall = ({ operation }: { operation: string }) => {
      if (operation === 'hotel.getBookingConditions') conditions += 1;
      // The first conditions are only read. The second ones are for the booking.
      if (conditions === 2) stop.abort(new Error('enough'));
    };
    const { sent } = await verifyBooking({}, { signal: stop.signal, onCall });
    expect(conditions).toBe(2);
    expect(sent).not.toContain('hotel.doBooking');
  });

  it('is still cancelled when the run is stopped', async () => {
    const stop = new AbortController();
    const alter = altering('hotel.doBooking', json => {
      stop.abort(new Error('enough'));
      return json;
    });
    const { report } = await verifyBooking({ alter }, { signal: stop.signal });
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it.each([
    ['are not answered', cutOff],
    ['get a 429', async () => new Response('{}', { status: 429 })],
    ['are refused', async () => new Response('{}', { status: 401 })],
  ])('is cancelled when the looks at it %s', async (_, fail) => {
    let isBooked = false;
    const { report, sent } = await verifyBooking({
      answer: id => {
        if (id === 'hotel.doBooking') isBooked = true;
        return isBooked && id?.startsWith('getBooking') ? fail() : undefined;
      },
    });
    const after = sent.slice(sent.indexOf('hotel.doBooking'));
    expect(after.slice(0, 2)).toEqual(['hotel.doBooking', 'cancelBooking']);
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it.each([
    ['a proof that was refused', { status: 401 }, 0],
    ['a Retry-After', { status: 429, headers: { 'retry-after': '120' } }, 120_000],
    ['a 429 that does not say when', { status: 429 }, 30_000],
    ['a failure', { status: 500 }, 0],
  ])('is cancelled after %s', async (_, init, waited) => {
    const once = failingOnce('cancelBooking', init);
    const { report } = await verifyBooking(once);
    expect(once.at).toHaveLength(2);
    expect(once.pause()).toBeGreaterThanOrEqual(waited);
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is made and cancelled in the names that were learned before', async () => {
    const { report } = await verifyBooking({ supplier: standIn({ profile: dialect }) });
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it.each([
    ['under another name', (json: JsonObject) => ({ ...without(json), Locator: 'AB12' }), 'stands'],
    ['that is empty', (json: JsonObject) => ({ ...json, BookingId: '' }), 'stands'],
    ['and came to nothing', (json: JsonObject) => ({ ...json, ...nothing }), 'not-booked'],
    ['and no status', (json: JsonObject) => ({ Errors: [], TimeSpan: json.TimeSpan }), 'unknown'],
  ] as const)('with an id %s is reported with its reference', async (_, change, state) => {
    const { report } = await verifyBooking({
      alter: (id, json) => {
        if (id === 'hotel.doBooking') return change(json);
        return id === 'getBooking' ? { Errors: [] } : json;
      },
    });
    const [made] = report.bookings;
    expect(made).toMatchObject({ state });
    expect(made).not.toHaveProperty('bookingId');
    expect(report.exitCode).toBe(state === 'not-booked' ? 0 : 1);
    if (state === 'stands')
      expect(made?.said).toMatch(
        /^the supplier booked a room \(CONFIRMED\).* by hand under the reference contract-check-/,
      );
  });
});

function without({ BookingId: _, ...json }: JsonObject): JsonObject {
  return json;
}
