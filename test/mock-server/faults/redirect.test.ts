import { describe, expect, it } from 'vitest';
import { parseFault } from '#contracts/fault';
import { listen } from '#mock-server/node';
import { refusalOf } from '../../contracts/fault/refusal-of.ts';
import { doBookingPath, stage } from './stage.ts';

describe('the fault "redirect"', () => {
  it.each([
    ['302', '/maintenance', 0],
    ['307,location=https://moved.example/api', 'https://moved.example/api', 0],
    ['308,commit=before', '/maintenance', 1],
    ['301,commit=after', '/maintenance', 1],
  ])('answers a DoBooking with redirect=%s: to %s, %i bookings', async (parameters, location, count) => {
    const { supplier, sandbox, body, bookings, last } = await stage();
    const { url, close } = await listen(supplier, { port: 0 });
    try {
      sandbox.faults.arm(`hotel.doBooking:redirect=${parameters}`);
      const answer = await fetch(url + doBookingPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'manual',
      });
      expect(answer.status).toBe(Number.parseInt(parameters, 10));
      expect(answer.headers.get('location')).toBe(location);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toContain('<h1>Moved</h1>');
      await expect.poll(() => last()?.closed?.ending).toBe('complete');
      expect(last()).toMatchObject({ status: answer.status, faults: [{ kind: 'redirect' }], answer: {} });
      expect(bookings()).toBe(count);
    } finally {
      await close();
    }
  });

  it('is the same in process', async () => {
    const { sandbox, book, bookings } = await stage();
    sandbox.faults.arm('hotel.doBooking:redirect=302');
    const answer = await book();
    expect([answer.status, answer.headers.get('location'), bookings()]).toEqual([302, '/maintenance', 0]);
  });

  it.each([
    ['redirect=200', 'effect.status', 'expected one of 301, 302, 303, 307, 308, got 200'],
    ['redirect', 'effect.status', 'missing: expected one of 301, 302, 303, 307, 308'],
    ['redirect=302,location=a b', 'effect.location', expect.stringContaining('without spaces')],
    ['redirect=302,location=é', 'effect.location', expect.stringContaining('in ASCII')],
  ])('is refused: %s', (text, field, message) => {
    expect(refusalOf(() => parseFault(text))).toMatchObject([{ field, message }]);
  });

  it('conflicts with another status', async () => {
    const { sandbox } = await stage();
    expect(() => sandbox.faults.arm('hotel.search:redirect=302', 'hotel.search:status=503')).toThrow(
      'both faults decide the status for hotel.search',
    );
  });
});
