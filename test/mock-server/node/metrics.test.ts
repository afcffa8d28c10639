import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readStart } from '#mock-server';
import { ControlTokens } from '#mock-server/node';
import { startMetrics } from '#mock-server/node/metrics';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { serve } from '../over-port.ts';
import { createTestStore } from '../store/test-store.ts';

/** Returns the value of each series, by the name and the labels of the series. */
async function readMetrics(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/metrics`, { headers });
  const text = await answer.text();
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  expect([answer.status, answer.headers.get('content-type')], text).toEqual([200, type]);
  const series = [...text.matchAll(/^([^#\s]\S*) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]);
  return Object.fromEntries(series) as Record<string, number>; // fromEntries loses the type
}

it('the server counts calls by operation and status from the first request for the metrics, and the writes of the store', async () => {
  const keeper = await createTestStore();
  const supplier = createTestSupplier({ store: await readStart(keeper) });
  const { url } = await serve(supplier);
  const client = createHotelClient(fetch, { baseUrl: url });
  await client.search();
  const early = await readMetrics(url);
  expect(early['understudy_requests_total{operation="hotel.search",status="200"}']).toBe(undefined);
  await client.book();
  await client.call('hotel.search', {});
  await fetch(`${url}/nowhere`);
  supplier.sandboxes.require('default').faults.arm('getBookingList:cut');
  await client.list().catch(() => {});
  keeper.isFailing = true;
  const refused = await client.call('hotel.search', {});
  expect(refused.status).toBe(400); // it changes nothing
  await expect(client.search()).rejects.toThrow('503');
  keeper.isFailing = false;
  const metrics = await readMetrics(url);
  expect(metrics).toMatchObject({
    'understudy_requests_total{operation="hotel.search",status="200"}': 1,
    'understudy_requests_total{operation="hotel.search",status="400"}': 2,
    'understudy_requests_total{operation="hotel.doBooking",status="200"}': 1,
    'understudy_requests_total{operation="hotel.search",status="503"}': 1,
    'understudy_requests_total{operation="getBookingList",status="0"}': 1,
    'understudy_requests_total{operation="none",status="404"}': 1,
    'understudy_request_duration_seconds_count{operation="hotel.search"}': 4,
    'understudy_request_duration_seconds_bucket{le="30",operation="hotel.doBooking"}': 1,
    understudy_store_write_failures_total: 2,
    'understudy_sandboxes{state="live"}': 1,
    'understudy_sandboxes{state="stored"}': 0,
    understudy_stopping: 0,
  });
  expect(metrics.understudy_store_write_duration_seconds_count).toBeGreaterThan(0);
  expect(metrics).toHaveProperty('nodejs_eventloop_lag_seconds');
});

it('the buckets of a histogram are cumulative, also when they are read twice', async () => {
  const supplier = createTestSupplier();
  const read = startMetrics(supplier);
  for (const ms of [0.5, 2, 2_000, 60_000]) supplier.observation.observer?.storeWrite(ms, true);
  expect(read()).not.toBe('');
  const counts =
    '0.0005:1 0.001:1 0.0025:2 0.005:2 0.01:2 0.025:2 0.05:2 0.1:2 0.25:2 1:2 5:3 30:3 +Inf:4'.split(' ');
  const buckets = counts.map(one => one.replace(/(.*):(.*)/, 'bucket{le="$1"} $2'));
  const lines = read()
    .split('\n')
    .filter(line => line.startsWith('understudy_store_write_duration'));
  expect(lines.map(line => line.replace('understudy_store_write_duration_seconds_', ''))).toEqual(
    buckets.concat('sum 62.0025', 'count 4'),
  );
});

it('the server shows the memory of all journals, which is free again after the sandboxes are deleted', async () => {
  const supplier = createTestSupplier();
  const { url } = await serve(supplier);
  const bytes = async () => (await readMetrics(url)).understudy_journal_bytes;
  expect(await bytes()).toBe(0);
  const credential = { Username: 'a', Password: 'a' };
  supplier.sandboxes.create({ id: 'a', credential });
  await createHotelClient(fetch, { baseUrl: `${url}/sandbox/a`, credential }).search();
  expect(await bytes()).toBeGreaterThan(100);
  supplier.sandboxes.remove('a');
  expect(await bytes()).toBe(0);
});

it('the server gives the metrics only to the administrator and to tokens for the metrics', async () => {
  const scopes = ['admin', 'metrics', 'team-a/*'] as const;
  const token = (scope: (typeof scopes)[number]) => `token-of-${scope.padEnd(16, 'x').replace('/*', '')}`;
  const entries = scopes.map(scope => ({ name: scope, token: token(scope), scope }));
  const tokens = new ControlTokens({ tokens: entries });
  const { url } = await serve(createTestSupplier(), { tokens });
  const status = async (authorization?: string) =>
    (await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })).status;
  expect(await status()).toBe(401);
  const found = [];
  for (const scope of scopes) found.push(await status(`Bearer ${token(scope)}`));
  expect(found).toEqual([200, 200, 403]);
});

it('the server has no metrics in process', async () => {
  const answer = await createTestSupplier().fetch('http://supplier.test/metrics');
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('listen()')]);
});

it('has each metric that the guide for operators names', async () => {
  const { url } = await serve(createTestSupplier());
  const text = await (await fetch(`${url}/metrics`)).text();
  const guide = readFileSync('docs/guides/operate.md', 'utf8');
  const named = [...guide.matchAll(/\b(?:understudy|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
  const rows = [...guide.matchAll(/^\| `(understudy_\w+)/gm)].map(([, name]) => name);
  expect(named.filter(name => !text.includes(`# TYPE ${name} `))).toEqual([]);
  const typed = [...text.matchAll(/^# TYPE (understudy_\w+)/gm)].map(([, name]) => name);
  expect(typed.sort()).toEqual(rows.sort());
});
