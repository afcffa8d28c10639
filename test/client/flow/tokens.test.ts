import { describe, expect, it } from 'vitest';
import { plain, play } from './play.ts';

describe('tokens that grow old', () => {
  it('retoken.same, limit.token, auth.2: continues with the ReToken when the user took forty minutes to choose', async () => {
    expect(await play([], { chooses: 40 })).toMatchObject({ ...plain, minutes: 40 });
  });

  it('retoken.changed, field.revalidate: asks the user again when the price has changed', async () => {
    expect(
      await play(['hotel.getBookingConditions:revalidate=RoomsFoundWithChanges'], { chooses: 40 }),
    ).toMatchObject({ ...plain, asked: ['price'], minutes: 40 });
  });

  it('retoken.not-found: ends as unavailable when the room is sold in the meantime', async () => {
    expect(
      await play(['hotel.getBookingConditions:revalidate=RoomsNotFound'], { chooses: 40 }),
    ).toMatchObject({
      ...plain,
      outcome: 'unavailable',
      calls: 'search, conditions',
      held: [],
      asked: [],
      minutes: 40,
    });
  });

  it('retoken.expired, limit.retoken: searches again when the user chose for 26 hours', async () => {
    expect(await play([], { chooses: 1560 })).toMatchObject({
      ...plain,
      calls: 'search ×2, conditions, book, detail',
      minutes: 1560,
    });
  });

  it('limit.conditions, flow.2: requests new conditions when the user took seven minutes', async () => {
    expect(await play([], { agrees: 7 })).toMatchObject({
      ...plain,
      calls: 'search, conditions ×2, book, detail',
      minutes: 7,
    });
  });

  it('limit.conditions: books by conditions that are 4 minutes old', async () => {
    expect(await play([], { agrees: 4 })).toMatchObject({ ...plain, minutes: 4 });
  });

  it('limit.conditions, retoken.changed: asks the user again when the new conditions differ', async () => {
    expect(
      await play(['hotel.getBookingConditions:revalidate=RoomsFoundWithChanges'], { agrees: 7 }),
    ).toMatchObject({
      ...plain,
      calls: 'search, conditions ×2, book, detail',
      asked: ['first', 'price and conditions'],
      minutes: 7,
    });
  });

  it('limit.conditions, err.429: requests new conditions when they expire during a 429', async () => {
    expect(await play(['hotel.doBooking:status=429,retryAfter=290,times=1'], { agrees: 1 })).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, conditions, book, detail',
      minutes: 5.8,
    });
  });

  it('retoken.expired: searches again when the user thought for 26 hours, and asks again', async () => {
    expect(await play([], { agrees: 1560 })).toMatchObject({
      ...plain,
      calls: 'search, conditions, search, conditions, book, detail',
      asked: ['first', 'first'],
      minutes: 1560,
    });
  });
});
