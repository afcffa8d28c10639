import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import type { BookingView, ExchangeView } from '#contracts/control';
import { shortToken } from '#contracts/exchange';
import { createStory, type StoryParts, storySchema } from '#scenarios/report/story/index';

const start = Date.parse('2026-12-01T10:00:00Z');
const token = 'S0123456789abcdef0123456789abcdef';
const next = 'C0123456789abcdef0123456789abcdef';
const bookingId = '3234570';

interface ExchangeParts {
  readonly at?: number;
  readonly took?: number;
  readonly ending?: string;
  readonly [field: string]: unknown;
}

/** Creates an exchange with only the fields that a story reads. */
function exchange(
  number: number,
  { at = 0, took = 0, ending = 'complete', ...rest }: ExchangeParts,
): ExchangeView {
  return {
    number,
    operation: null,
    method: 'POST',
    url: '/x',
    status: 200,
    request: {},
    answer: {},
    opened: { at: start + at },
    answered: { at: start + at + took },
    closed: { at: start + at + took, ending },
    ...rest,
  } as unknown as ExchangeView; // a story reads no other field
}

/** Creates a booking with one service, and with a payment if one is given. `statuses`: by their time since the start. */
function booking(statuses: Readonly<Record<number, string>>, paidAt?: number): BookingView {
  const iso = (at: number) => new Date(start + at).toISOString();
  const timeline = Object.entries(statuses).map(([at, status]) => ({ at: iso(Number(at)), status }));
  const payment = { amount: { value: 10, currency: 'BRL' }, status: 'Approved' };
  const services = [{ serviceId: `${bookingId}01`, product: 'hotel', item: '1001001', timeline }];
  const payments = paidAt === undefined ? [] : [{ ...payment, at: iso(paidAt) }];
  return { bookingId, services, payments } as unknown as BookingView; // a story reads no other field
}

const search = exchange(1, { operation: 'hotel.search', answer: { token } });
const agreed = { request: { token }, answer: { token: next } };
const conditions = exchange(2, { operation: 'hotel.getBookingConditions', at: 1_000, ...agreed });
const request = { token: next, bookingId: '0' };
const booked = { operation: 'hotel.doBooking', at: 2_000, took: 500, request };

const storyOf = (parts: Partial<StoryParts>) => createStory({ exchanges: [], bookings: [], ...parts });
/** The story of a Search, conditions, and further calls that led to a booking. */
const bookedBy = (booking: BookingView, ...calls: ExchangeView[]) =>
  storyOf({ exchanges: [search, conditions, ...calls], bookings: [booking] });
const confirmed = booking({ 2100: 'confirmed' });

describe('createStory', () => {
  it('names the call that booked, also if its answer was lost and so names no booking', () => {
    const lost = exchange(3, { ...booked, ending: 'reset', faults: [{ kind: 'cut', commit: 'before' }] });
    const story = bookedBy(confirmed, lost);
    expect(story.services[0]?.states).toEqual([{ at: 2_100, status: 'confirmed', by: 3 }]);
    expect(story.calls[2]).not.toHaveProperty('bookingId');
  });

  it('names no call for a status that the supplier changed by itself', () => {
    const polled = exchange(4, { operation: 'getBooking', at: 600_000, answer: { bookingId } });
    const answered = exchange(3, { ...booked, answer: { bookingId } });
    const story = bookedBy(booking({ 2100: 'on-request', 600000: 'confirmed' }), answered, polled);
    expect(story.services[0]?.states.map(({ by }) => by)).toEqual([3, undefined]);
  });

  it('blames no call that a fault kept from any effect', () => {
    const never = exchange(3, { ...booked, faults: [{ kind: 'cut', commit: 'never' }] });
    const again = exchange(4, { ...booked, took: 900 });
    const story = bookedBy(confirmed, never, again);
    expect(story.services[0]?.states[0]?.by).toBe(4);
  });

  it('ends a Token when a call uses it up, when it expires, or with the story', () => {
    const later = exchange(3, { at: limits.tokenLife.value + 5_000 });
    const { tokens } = storyOf({ exchanges: [search, conditions, later] });
    expect(tokens.map(({ end, by, usedBy }) => ({ end, by, usedBy }))).toEqual([
      { end: 'used', by: 1, usedBy: 2 },
      { end: 'expired', by: 2, usedBy: undefined },
    ]);
    expect(storyOf({ exchanges: [search] }).tokens[0]?.end).toBe('open');
  });

  it('shows no Token in full, neither in a field nor inside of a text', () => {
    const body = { Token: token, Rooms: [{ ReToken: 'R99999999999999999999' }], Note: `use ${next} now` };
    const bodies = { requestBody: body, answerBody: `<p>${next}</p>`, answer: { token } };
    const story = storyOf({ exchanges: [exchange(1, { ...booked, ...bodies })], bodyLength: 1_000 });
    for (const secret of [token, next, 'R99999999999999999999'])
      expect(JSON.stringify(story)).not.toContain(secret);
    expect(story.calls[0]?.request).toContain(shortToken(next));
  });

  it('bounds bodies and the number of calls, and says how much it leaves out', () => {
    const one = (number: number) => exchange(number, { answerBody: 'x'.repeat(1_000) });
    const story = storyOf({ exchanges: [one(1), one(2), one(3)], bodyLength: 100, maxCalls: 2 });
    expect(story.calls[0]?.answer).toBe(`${'x'.repeat(100)}… (900 characters left out)`);
    expect({ calls: story.calls.length, left: story.left }).toEqual({ calls: 2, left: 1 });
  });

  it('keeps events after the end of the client, and puts a charge to the payment', () => {
    const paid = exchange(4, { operation: 'payBooking', at: 3_000, request: { bookingId } });
    const answered = exchange(3, { ...booked, answer: { bookingId } });
    const story = storyOf({
      exchanges: [search, conditions, answered, paid],
      bookings: [booking({ 2100: 'awaiting-payment', 9000000: 'expired' }, 3_000)],
      ended: start + 3_000,
    });
    expect(story.ended).toBe(3_000);
    expect(story.services[0]?.states.at(-1)).toEqual({ at: 9_000_000, status: 'expired' });
    expect(story.charges[0]).toMatchObject({ at: 3_000, by: 4 });
  });

  it('says after which exchange the client was killed', () => {
    const story = storyOf({ exchanges: [search, conditions], restartedAfter: 1 });
    expect(story.restarts).toEqual([{ at: 0, after: 1 }]);
  });

  it('is valid for any calls: no negative time, no Token in full, and the end after every call', () => {
    const anyCall = fc.record({
      at: fc.nat(200_000_000),
      took: fc.nat(60_000),
      operation: fc.constantFrom('hotel.search', 'hotel.doBooking', 'getBooking', null),
      request: fc.constantFrom({}, { token }, { bookingId: '0' }),
      answer: fc.constantFrom({}, { token }, { token: next }, { bookingId }),
      requestBody: fc.jsonValue(),
      answerBody: fc.string({ unit: 'binary' }),
    });
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 12 }), fc.nat(300), (calls, bodyLength) => {
        const exchanges = calls.sort((a, b) => a.at - b.at).map((call, index) => exchange(index + 1, call));
        const story = storyOf({ exchanges, bookings: [booking({ 5000: 'confirmed' })], bodyLength });
        expect(storySchema.parse(story)).toEqual(story);
        for (const { at, tookMs } of story.calls) expect(story.ended).toBeGreaterThanOrEqual(at + tookMs);
        for (const { from, until } of story.tokens) expect(until).toBeGreaterThanOrEqual(from);
        expect(JSON.stringify(story)).not.toContain(token);
      }),
      { numRuns: 50 },
    );
  });
});
