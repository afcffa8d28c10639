import { expect, it } from 'vitest';
import { createHotelClient, startSupplier } from '../hotel-client.ts';

function start(options = {}) {
  const { supplier, client, clock } = startSupplier({
    credentials: [{ Username: 'other', Password: 'secret' }],
    ...options,
  });
  const other = createHotelClient(supplier.fetch, { credential: { Username: 'other', Password: 'secret' } });
  const ask = (by = client) => by.call('getBooking', { BookingId: '1' });
  return { clock, ask, other, client };
}

async function fill(ask: () => Promise<{ status: number }>, requests = 120) {
  for (let count = 0; count < requests; count += 1) expect((await ask()).status).toBe(200);
}

it('the server refuses the 121st request within 60 seconds and says when to come back (limit.rate, err.429)', async () => {
  const { clock, ask } = start();
  await fill(ask);
  clock.advance({ by: 20_500 });
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('40');
  expect(refused.body.Errors).toMatchObject([{ Code: 'RateLimited' }]);
  clock.advance({ by: 39_499 });
  expect((await ask()).status).toBe(429);
  clock.advance({ by: 1 });
  expect((await ask()).status).toBe(200);
});

it('the server counts by credential, and neither what it refused nor a wrong password (limit.rate)', async () => {
  const { ask, other, client } = start();
  await fill(ask, 100);
  const Credential = { Username: 'demo', Password: 'no' };
  for (let count = 0; count < 50; count += 1)
    expect((await client.call('getBooking', { Credential })).status).toBe(401);
  await fill(ask, 20);
  expect((await ask()).status).toBe(429);
  expect((await ask(other)).status).toBe(200);
});

it('the server counts a request that was answered 400 (limit.rate)', async () => {
  const { ask, client } = start();
  for (let count = 0; count < 120; count += 1) expect((await client.call('getBooking', {})).status).toBe(400);
  expect((await ask()).status).toBe(429);
});

it('slides: requests come free one by one as they grow old (limit.rate)', async () => {
  const { clock, ask } = start();
  for (let count = 0; count < 120; count += 1) {
    expect((await ask()).status).toBe(200);
    clock.advance({ by: 100 });
  }
  clock.advance({ by: 48_000 });
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  clock.advance({ by: 100 });
  expect((await ask()).status).toBe(200);
});

it('the server takes another rate, or none, from the sandbox', async () => {
  const few = start({ options: { rateLimit: 3 } });
  await fill(few.ask, 3);
  expect((await few.ask()).status).toBe(429);
  await fill(start({ options: { rateLimit: false } }).ask, 300);
});

it('the server gives an exact client on a running clock the slack of 100 ms', async () => {
  let machine = 0;
  const now = () => machine;
  const fake = { now, monotonic: now, afterMacrotask: () => {}, timer: () => () => {} };
  const { ask } = start({ clock: { mode: 'real', start: 0 }, machine: fake });
  await fill(ask);
  machine = 59_899;
  expect((await ask()).status).toBe(429);
  machine = 59_950;
  expect((await ask()).status).toBe(200);
});
