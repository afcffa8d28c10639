import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#client';
import { createMockSupplier, type Sandbox } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { hotelRequest, start } from './flow/world.ts';

const credential = { Username: 'demo', Password: 'demo' };
let sandbox: Sandbox;
let listening: Listening;
let client: Client;

beforeAll(async () => {
  const supplier = createMockSupplier({ clock: { mode: 'manual', start } });
  sandbox = supplier.sandboxes.require('default');
  listening = await listen(supplier, { port: 0 });
  client = createClient({ baseUrl: listening.url, credential });
});
afterAll(() => listening.close());

describe("over a port, with Node's fetch and its clock", () => {
  it('svc.1, svc.2, flow.3: books a hotel, finds a booking whose connection was cut, and cancels both', async () => {
    const first = await client.book(hotelRequest, () => true);
    sandbox.faults.arm('hotel.doBooking:cut,commit=before,times=1');
    const second = await client.book({ ...hotelRequest, reference: 'cut' }, () => true);
    expect([first, second]).toMatchObject([{ outcome: 'confirmed' }, { outcome: 'confirmed' }]);
    expect(sandbox.store.bookingCount).toBe(2);
    for (const { bookingId } of [Object(first), Object(second)])
      expect(await client.cancel({ bookingId })).toMatchObject({ outcome: 'cancelled', bookingId });
  });

  it.each(['before-headers', 'after-headers', 'mid-body'])('flow.3: names a connection cut %s', async at => {
    sandbox.faults.arm(`cancelBooking:cut=${at},times=1`);
    await expect(client.call('cancelBooking', { BookingId: '1' })).rejects.toMatchObject({
      name: 'NetworkError',
    });
  });

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
    const other = createClient({ baseUrl: `http://127.0.0.1:${port}`, credential });
    const { answer } = await other.call('getBooking', { BookingId: '1' });
    server.close();
    expect([asked, answer]).toEqual([[expect.stringContaining('gzip')], { Errors: [], More: 'é' }]);
  });
});
