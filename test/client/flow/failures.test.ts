import { describe, expect, it } from 'vitest';
import { plain, play } from './play.ts';
import { createWorld, hotelRequest } from './world.ts';

describe('a call that fails', () => {
  it('err.429: waits as many seconds as Retry-After says', async () => {
    expect(await play(['hotel.search:status=429,retryAfter=30,times=1'])).toMatchObject({
      ...plain,
      calls: 'search ×2, conditions, book, detail',
      minutes: 0.5,
    });
  });

  it('err.429: waits until the date in Retry-After', async () => {
    expect(await play(['hotel.search:status=429,retryAfter=30,retryAfterForm=date,times=1'])).toMatchObject({
      ...plain,
      calls: 'search ×2, conditions, book, detail',
      minutes: 0.5,
    });
  });

  it('err.500: searches again after a 500', async () => {
    expect(await play(['hotel.search:status=500,times=1'])).toMatchObject({
      ...plain,
      calls: 'search ×2, conditions, book, detail',
    });
  });

  it('err.500, err.retry: searches again after two of them', async () => {
    expect(await play(['hotel.search:status=500,times=2'])).toMatchObject({
      ...plain,
      calls: 'search ×3, conditions, book, detail',
    });
  });

  it('err.500, err.breaker: ends after three of them, with the breaker open', async () => {
    const { said, ...played } = await play(['hotel.search:status=500']);
    expect(played).toMatchObject({ ...plain, outcome: 'error', calls: 'search ×3', held: [], asked: [] });
    expect(said).toMatchObject({ error: { name: 'CircuitOpenError', cause: { status: 500 } } });
  });

  it('limit.search-timeout: waits for a Search that takes twelve seconds', async () => {
    expect(await play(['hotel.search:delay=PT12S'])).toMatchObject({ ...plain, minutes: 0.2 });
  });

  it('limit.search-timeout: searches again after fifteen seconds without an answer', async () => {
    expect(await play(['hotel.search:hang,times=1'])).toMatchObject({
      ...plain,
      calls: 'search ×2, conditions, book, detail',
      minutes: 0.3,
    });
  });

  it('err.retry: ends after five Searches without an answer', async () => {
    expect(await play(['hotel.search:hang'])).toMatchObject({
      ...plain,
      outcome: 'error',
      calls: 'search ×5',
      held: [],
      asked: [],
      minutes: 1.3,
    });
  });

  it.each(['truncated', 'invalid-json', 'empty', 'xml', 'html', 'cut-gzip'])(
    'svc.5: searches again, and reads the voucher again, where the body is %s',
    async body => {
      expect(await play([`hotel.search:body=${body},times=1`])).toMatchObject({
        ...plain,
        calls: 'search ×2, conditions, book, detail',
      });
      expect(await play([`getBookingDetail:body=${body},times=1`])).toMatchObject({
        ...plain,
        calls: 'search, conditions, book, detail ×2',
      });
    },
  );

  it.each(['byte-order-mark', 'wrong-content-type', 'wrong-charset'])(
    'svc.5: reads a body with %s',
    async body => {
      expect(await play([`hotel.search:body=${body}`])).toMatchObject(plain);
      expect(await play([`getBookingDetail:body=${body}`])).toMatchObject(plain);
    },
  );

  it.each(['hotel.search', 'getBookingDetail'])(
    'svc.5: waits for a body of %s that arrives in small parts',
    async operation => {
      expect(await play([`${operation}:body=slow-drip`])).toMatchObject({ ...plain, minutes: 0.2 });
    },
  );

  it('err.401, auth.1, res.credential: ends at once where the password is wrong', async () => {
    const world = createWorld([], { client: { credential: { Username: 'demo', Password: 'wrong' } } });
    expect(await world.book()).toMatchObject({ outcome: 'error', error: { status: 401 } });
    expect(world.calls()).toBe('search');
  });

  it.each([
    ['hotel.getBookingConditions', 'error', 'search, conditions'],
    ['hotel.doBooking', 'error', 'search, conditions, book'],
    ['getBookingDetail', 'pending', 'search, conditions, book, detail'],
  ])('err.401: repeats nothing where the credential is revoked at %s', async (operation, outcome, calls) => {
    const { said, ...played } = await play([`${operation}:credential`]);
    expect(played).toMatchObject({ outcome, calls });
    expect(said).toMatchObject({ error: { status: 401 } });
  });

  it('err.400: names the field that the supplier refuses, and repeats nothing', async () => {
    const world = createWorld();
    const criteria = { ...hotelRequest.criteria, DestinationId: '' };
    expect(await world.book({ ...hotelRequest, criteria })).toMatchObject({
      outcome: 'error',
      error: { status: 400, errors: [{ Field: expect.stringContaining('DestinationId') }] },
    });
    expect(world.calls()).toBe('search');
  });
});
