import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contracts/util';
import { driftReportSchema, driftText } from '#scenarios/verify';
import { createStage, dialect, standIn } from './stage.ts';

const startDate = /"StartDate":"[\d-]+"/g;

describe('a booking', () => {
  it('is cancelled when it was looked at', async () => {
    const stage = createStage();
    const { report } = await stage.verify({ allowBooking: true });
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
    expect(stage.sent.filter(id => id === 'hotel.doBooking')).toHaveLength(1);
    expect(report.operations.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['hotel.doBooking', 'getBookingDetail', 'getBooking', 'cancelBooking']),
    );
    expect(report.exitCode).toBe(0);
  });

  it('whose answer was lost is looked up and cancelled', async () => {
    const supplier = standIn();
    const stage = createStage({
      supplier,
      answer: (id, init) =>
        id === 'hotel.doBooking'
          ? supplier.fetch('http://supplier.test/API/REST/Hotel.svc/DoBooking', init).then(() => {
              throw new TypeError('fetch failed');
            })
          : undefined,
    });
    const { report } = await stage.verify({ allowBooking: true });
    expect(report.bookings).toMatchObject([{ state: 'cancelled', bookingId: expect.any(String) }]);
  });

  it('that cannot be cancelled is reported, and fails the run', async () => {
    const stage = createStage({
      answer: id =>
        id === 'cancelBooking' ? Promise.resolve(new Response('{}', { status: 500 })) : undefined,
    });
    const { report } = await stage.verify({ allowBooking: true });
    const [{ bookingId } = {}] = report.bookings;
    expect(report.bookings).toMatchObject([{ state: 'stands' }]);
    expect(report.exitCode).toBe(1);
    expect(driftText(report, { colors: false })).toContain(
      `NOT CANCELLED: booking ${bookingId} may still exist (its status is CONFIRMED); cancel the booking by hand`,
    );
  });

  it.each([
    [
      'a penalty',
      { Penalty: { Value: 120, Currency: 'BRL' } },
      'with a penalty of 120 BRL',
      { value: 120, currency: 'BRL' },
    ],
    [
      'a penalty in text',
      { Penalty: '120.5' },
      'with a penalty of 120.5 in an unknown currency',
      { value: 120.5 },
    ],
    ['a penalty that is no amount', { Penalty: {} }, 'with a penalty that cannot be read', undefined],
    [
      'Errors[]',
      { Errors: [{ Code: 'X', Message: 'ask Maria Silva' }] },
      'with Errors[] of CancelBooking: X',
      undefined,
    ],
  ])('that was cancelled with %s is reported, and fails the run', async (_, change, warning, penalty) => {
    const stage = createStage({
      alter: (id, json) => (id === 'cancelBooking' ? { ...json, ...change } : json),
    });
    const { report } = await stage.verify({ allowBooking: true });
    const [{ bookingId, ...made } = {}] = report.bookings;
    expect(made).toMatchObject({ state: 'cancelled', warning });
    expect(report.bookings[0]?.penalty).toEqual(penalty);
    expect(driftText(report, { colors: false })).toContain(
      `\n  booking ${bookingId} is cancelled, ${warning}\n`,
    );
    expect(report.exitCode).toBe(1);
    expect(driftReportSchema.parse(report)).toEqual(report);
  });

  it.each([
    ['no Penalty', undefined],
    ['a penalty of 0', { Value: 0, Currency: 'BRL' }],
    ['a penalty of null', null],
  ])('that was cancelled with %s needs no attention', async (_, Penalty) => {
    const stage = createStage({
      alter: (id, json) => (id === 'cancelBooking' ? { ...json, Penalty } : json),
    });
    const { report } = await stage.verify({ allowBooking: true });
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
    expect(report.bookings[0]).not.toHaveProperty('warning');
    expect(report.exitCode).toBe(0);
  });

  it.each([
    ['price', { Value: 1, Currency: 'BRL' }, /the price is 1 BRL, but was [\d.]+ BRL in the Search/],
    ['currency', undefined, /the price is ([\d.]+) USD, but was \1 BRL in the Search/],
    ['price that is not a number', 'on request', /have no price that can be compared/],
  ])('is not made where the conditions have another %s than the Search', async (_, price, said) => {
    const stage = createStage({
      alter: (id, json) => {
        if (id !== 'hotel.getBookingConditions') return json;
        const own = { ...(json.TotalSellingPrice as JsonObject), Currency: 'USD' }; // the price of the stand-in
        return { ...json, TotalSellingPrice: price ?? own };
      },
    });
    const { report } = await stage.verify({ allowBooking: true });
    expect(stage.sent).not.toContain('hotel.doBooking');
    expect(report.calls.at(-1)).toMatchObject({
      operation: 'hotel.doBooking',
      said: expect.stringMatching(said),
    });
  });

  it('without any answer is reported with its reference', async () => {
    const stage = createStage({
      answer: id => (id === 'hotel.doBooking' ? Promise.reject(new TypeError('fetch failed')) : undefined),
    });
    const { report } = await stage.verify({ allowBooking: true });
    expect(report.bookings).toMatchObject([{ state: 'unknown' }]);
    expect(report.exitCode).toBe(1);
  });

  it.each([
    ['has to be paid at once', /"CanPayLater":true/g, '"CanPayLater":false', 'paid later'],
    ['costs something to cancel', startDate, '"StartDate":"2026-11-20"', 'an earlier StartDate'],
    ['has to be confirmed first', /"CanBook"/g, '"OnRequest"', 'RestrictionType is not CanBook'],
    [
      'says nothing of what it costs to cancel',
      /"(?:CancellationPolicies|CancelPolicies)"/g,
      '"Policies"',
      'does not state the cost of a cancellation',
    ],
    ['has a penalty without a start date', startDate, '"StartDate":null', 'a StartDate that is null'],
    ['has a penalty without a day', startDate, '"Start":1', 'but no StartDate'],
    ['has a penalty from another sort of day', startDate, '"StartDate":"03/10/2027"', '"99/99/9999"'],
    [
      'has a penalty from a day in a format that was only learned now',
      startDate,
      '"StartDate":"23/10/2027"',
      'learned the form of StartDate only now',
    ],
    [
      'has a penalty from today on, with a time',
      startDate,
      '"StartDate":"2026-11-21T18:00:00"',
      '"9999-99-99a99:99:99"',
    ],
    ['has a penalty from a day that does not exist', startDate, '"StartDate":"2027-02-30"', '"9999-99-99"'],
  ])('is not made of a room that %s', async (_, there, instead, said) => {
    const stage = createStage({
      alter: (id, json) =>
        id.startsWith('hotel.') ? JSON.parse(JSON.stringify(json).replaceAll(there, instead)) : json,
    });
    const { report } = await stage.verify({ allowBooking: true });
    expect(stage.sent).not.toContain('hotel.doBooking');
    expect(report.calls.at(-1)).toMatchObject({
      operation: 'hotel.doBooking',
      result: 'not-asked',
      said: expect.stringContaining(said),
    });
  });

  it('is not made of a room whose penalty is nothing only in text', async () => {
    const stage = createStage({
      alter: (id, json) =>
        id.startsWith('hotel.')
          ? JSON.parse(
              JSON.stringify(json)
                .replaceAll(startDate, '"StartDate":"2026-01-01"')
                .replaceAll(/"Value":[\d.]+/g, '"Value":"0"'),
            )
          : json,
    });
    await stage.verify({ allowBooking: true });
    expect(stage.sent).not.toContain('hotel.doBooking');
  });

  it('is still cancelled when the run is stopped', async () => {
    const stop = new AbortController();
    const stage = createStage({
      alter: (id, json) => {
        if (id === 'hotel.doBooking') stop.abort(new Error('enough'));
        return json;
      },
    });
    const { report } = await stage.verify({ allowBooking: true, signal: stop.signal });
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it.each([
    ['are not answered', () => Promise.reject(new TypeError('fetch failed'))],
    ['get a 429', () => Promise.resolve(new Response('{}', { status: 429 }))],
    ['are refused', () => Promise.resolve(new Response('{}', { status: 401 }))],
  ])('is cancelled when the looks at it %s', async (_, fail) => {
    let isBooked = false;
    const stage = createStage({
      answer: id => {
        if (id === 'hotel.doBooking') isBooked = true;
        return isBooked && id?.startsWith('getBooking') ? fail() : undefined;
      },
    });
    const { report } = await stage.verify({ allowBooking: true });
    const after = stage.sent.slice(stage.sent.indexOf('hotel.doBooking'));
    expect(after.slice(0, 2)).toEqual(['hotel.doBooking', 'cancelBooking']);
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it.each([
    ['a proof that was refused', { status: 401 }, 0],
    ['a Retry-After', { status: 429, headers: { 'retry-after': '120' } }, 120_000],
    ['a 429 that does not say when', { status: 429 }, 30_000],
    ['a failure', { status: 500 }, 0],
  ])('is cancelled after %s', async (_, init, waited) => {
    const supplier = standIn();
    const { clock } = supplier.sandboxes.require('default');
    const at: number[] = [];
    const stage = createStage({
      supplier,
      answer: id => {
        if (id !== 'cancelBooking') return undefined;
        at.push(clock.now());
        return at.length === 1 ? Promise.resolve(new Response('{}', init)) : undefined;
      },
    });
    const { report } = await stage.verify({ allowBooking: true });
    expect(at).toHaveLength(2);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(waited);
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is made and cancelled in the names that were learned before', async () => {
    const stage = createStage({ supplier: standIn({ profile: dialect }) });
    const { report } = await stage.verify({ allowBooking: true });
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it.each([
    ['under another name', (json: JsonObject) => ({ ...without(json), Locator: 'AB12' }), 'stands'],
    ['that is empty', (json: JsonObject) => ({ ...json, BookingId: '' }), 'stands'],
    [
      'and came to nothing',
      (json: JsonObject) => ({ ...json, BookingId: '', bookingStatus: 'FAILED' }),
      'not-booked',
    ],
    ['and no status', (json: JsonObject) => ({ Errors: [], TimeSpan: json.TimeSpan }), 'unknown'],
  ] as const)('with an id %s is reported with its reference', async (_, change, state) => {
    const stage = createStage({
      alter: (id, json) => {
        if (id === 'hotel.doBooking') return change(json);
        return id === 'getBooking' ? { Errors: [] } : json;
      },
    });
    const { report } = await stage.verify({ allowBooking: true });
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
