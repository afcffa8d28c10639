import { describe, expect, it } from 'vitest';
import { plain, play } from './play.ts';

describe('an answer that is lost', () => {
  it('field.retoken, flow.1: requests conditions by ReToken when their answer was cut off', async () => {
    expect(await play(['hotel.getBookingConditions:cut,commit=before,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions ×2, book, detail',
    });
  });

  it('field.retoken, flow.1: requests conditions by ReToken when their answer cannot be read', async () => {
    expect(await play(['hotel.getBookingConditions:body=truncated,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions ×2, book, detail',
    });
  });

  it('field.retoken: requests conditions by ReToken when their answer never arrived', async () => {
    expect(await play(['hotel.getBookingConditions:hang,commit=before,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions ×2, book, detail',
      minutes: 0.3,
    });
  });

  it('flow.3: finds a booking whose answer was cut off', async () => {
    expect(await play(['hotel.doBooking:cut,commit=before,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up',
    });
  });

  it('flow.3, limit.booking-timeout: finds a booking whose answer did not arrive within 45 seconds', async () => {
    expect(await play(['hotel.doBooking:hang,commit=before,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up',
      minutes: 0.8,
    });
  });

  it('flow.3: finds a booking after a 504', async () => {
    expect(await play(['hotel.doBooking:status=504,commit=before,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up',
    });
  });

  it('flow.3: finds a booking whose answer was HTML', async () => {
    expect(await play(['hotel.doBooking:body=html,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up',
    });
  });

  it('flow.3: finds a booking that shows four minutes late', async () => {
    expect(
      await play(['hotel.doBooking:cut,commit=before,times=1', 'getBooking*:visibility=PT4M']),
    ).toMatchObject({ ...plain, calls: 'search, conditions, book, look-up ×2', minutes: 5 });
  });

  it('flow.3: books again when nothing was found for thirty minutes, by new conditions', async () => {
    expect(await play(['hotel.doBooking:cut,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up ×7, conditions, book, detail',
      minutes: 30,
    });
  });

  it('flow.3: books again when nothing was found after a call that hung', async () => {
    expect(await play(['hotel.doBooking:hang,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up ×7, conditions, book, detail',
      minutes: 30.8,
    });
  });

  it('flow.3: books again when nothing was found after a 504', async () => {
    expect(await play(['hotel.doBooking:status=504,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up ×7, conditions, book, detail',
      minutes: 30,
    });
  });

  it('flow.3: asks support when two of them were lost', async () => {
    expect(await play(['hotel.doBooking:cut,times=2'])).toMatchObject({
      ...plain,
      outcome: 'ask-support',
      calls: 'search, conditions, book, look-up ×7, conditions, book, look-up ×7',
      held: [],
      minutes: 60,
    });
  });

  it('flow.3: books again at once after a 429, which the server checks first', async () => {
    expect(await play(['hotel.doBooking:status=429,retryAfter=30,times=1'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book ×2, detail',
      minutes: 0.5,
    });
  });
});
