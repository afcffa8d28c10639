import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#client';
import type { Clock } from '#contracts';
import { createMockSupplier, type MockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { testCriteria } from '../../mock-server/hotel-client.ts';
import { start } from './stage.ts';

/** A clock that stands still. The tests show only what came over the wire. */
const still: Clock = {
  now: () => start,
  sleep: (_, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
};

const credential = { Username: 'demo', Password: 'demo' };
let supplier: MockSupplier;
let listening: Listening;
let client: Client;

beforeAll(async () => {
  supplier = createMockSupplier({ clock: { mode: 'manual', start }, options: { rateLimit: false } });
  listening = await listen(supplier, { port: 0 });
  client = createClient({ baseUrl: listening.url, credential, clock: still });
});
afterAll(() => listening.close());

/** Arms a fault for one call. */
const arm = (fault: string) => supplier.sandboxes.require('default').faults.arm(`${fault},times=1`);

describe('over a port', () => {
  it('svc.5: requests gzip and reads it', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      response.end(gzipSync('{"Errors":[],"More":"é"}'));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { answer } = await createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      credential,
      clock: still,
    }).call('getBooking', { BookingId: '1' });
    server.close();
    expect(asked).toEqual([expect.stringContaining('gzip')]);
    expect(answer).toEqual({ Errors: [], More: 'é' });
  });

  it('svc.5: reads a large, compressed answer of the stand-in', async () => {
    const { answer } = await client.call('hotel.search', { Criteria: testCriteria });
    expect(answer.Hotels.length).toBe(20);
  });

  it('svc.5: reads an answer that begins with a byte-order mark', async () => {
    arm('hotel.search:body=byte-order-mark');
    const { answer } = await client.call('hotel.search', { Criteria: testCriteria });
    expect(answer.Hotels.length).toBe(20);
  });

  it('svc.5: reads an answer whatever content type it is said to have', async () => {
    arm('cancelBooking:body=wrong-content-type,commit=never');
    await expect(client.call('cancelBooking', { BookingId: '1' })).rejects.not.toMatchObject({
      name: 'NetworkError',
    });
    arm('getBooking:body=wrong-content-type');
    expect((await client.call('getBooking', { BookingId: '1' })).answer).toMatchObject({ Errors: [] });
  });

  it.each([
    [
      'truncated',
      /UnreadableAnswerError: .*: HTTP 200 with a body of \d+ characters that is invalid or truncated JSON/,
    ],
    [
      'invalid-json',
      /UnreadableAnswerError: .*: HTTP 200 with a body of \d+ characters that is invalid or truncated JSON/,
    ],
    ['empty', /UnreadableAnswerError: .*: HTTP 200 with an empty body/],
    ['xml', /UnreadableAnswerError: .*: HTTP 200 with XML/],
    ['html', /UnreadableAnswerError: .*: HTTP 200 with an HTML page/],
    [
      'cut-gzip',
      /UnreadableAnswerError: .*: HTTP 200 with a body of \d+ characters that is invalid or truncated JSON|NetworkError: /,
    ],
  ])('svc.5: names a defective body: %s', async (how, what) => {
    const { answer } = await client.call('hotel.search', { Criteria: testCriteria });
    arm(`hotel.getBookingConditions:body=${how}`);
    const [hotel] = answer.Hotels;
    const error = await client
      .call('hotel.getBookingConditions', {
        Token: answer.Token,
        HotelId: hotel?.HotelId ?? 0,
        RoomIds: [hotel?.Rooms[0]?.Id ?? ''],
      })
      .catch(caught => caught);
    expect(String(error)).toMatch(what);
  });

  it.each(['before-headers', 'after-headers', 'mid-body'])('flow.3: names a connection cut %s', async at => {
    const { answer } = await client.call('hotel.search', { Criteria: testCriteria });
    arm(`hotel.getBookingConditions:cut=${at}`);
    const error = await client
      .call('hotel.getBookingConditions', { Token: answer.Token, HotelId: 1, RoomIds: ['1'] })
      .catch(caught => caught);
    expect(error.name).toBe('NetworkError');
  });

  it('err.401: names a credential that is refused', async () => {
    const other = createClient({
      baseUrl: listening.url,
      credential: { Username: 'demo', Password: 'wrong' },
      clock: still,
    });
    await expect(other.call('getBookingList', {})).rejects.toMatchObject({
      name: 'HttpError',
      status: 401,
      errors: [{ Code: 'InvalidCredential' }],
    });
  });
});
