import { beforeAll, describe, expect, it } from 'vitest';
import { clockStart, paths } from '../../../tools/bench/requests.ts';
import { fillBookings } from '../../../tools/bench/servers/fill-bookings.ts';
import { prepareBookings } from '../../../tools/bench/servers/prepare-bookings.ts';
import { createTestSupplier } from '../hotel-client.ts';

const supplier = createTestSupplier({
  clock: { mode: 'manual', start: clockStart },
  options: { rateLimit: false },
});
const sandbox = supplier.sandboxes.require('default');
const demo = { Username: 'demo', Password: 'demo' };

const post = (path: string, body: string) =>
  supplier.fetch(`http://supplier.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

async function list(criteria: object): Promise<{ status: number; ids: string[] }> {
  const path = '/API/REST/ClientBackOffice.svc/GetBookingList';
  const answer = await post(path, JSON.stringify({ Credential: demo, SearchBookingCriteria: criteria }));
  const { Bookings = [] } = await answer.json();
  return { status: answer.status, ids: Bookings.map(({ BookingId }: { BookingId: string }) => BookingId) };
}

async function book(from: number): Promise<string> {
  for (const body of await prepareBookings(supplier, { prepare: 1, from }))
    expect((await post(paths.book, body)).status).toBe(200);
  return sandbox.store.list({ owner: 'demo' })[Symbol.iterator]().next().value?.id ?? '';
}

beforeAll(async () => {
  await book(0);
  fillBookings(sandbox, 4_000);
});

describe('GetBookingList in a large sandbox', () => {
  it('shows the bookings as they were when the call arrived', async () => {
    const services = { InitialServiceDate: '2020-01-01', FinalServiceDate: '2100-01-01' };
    const before = (await list(services)).ids;
    const pending = list(services);
    const added = await book(1);
    expect((await pending).ids).toEqual(before);
    expect((await list(services)).ids).toEqual([added, ...before.slice(0, -1)]);
  });

  it('finds the same bookings by an index and without one', async () => {
    const [booking] = sandbox.store.list({ owner: 'demo' });
    const { start = '' } = booking?.services[0] ?? {};
    const byIndex = await list({ CheckinDateFrom: start, CheckinDateTo: start });
    const byReading = await list({ InitialServiceDate: start, FinalServiceDate: start });
    expect(byIndex.ids).toContain(booking?.id);
    expect(byReading).toEqual(byIndex);
  });

  it('is refused when its sandbox is closed in the meantime', async () => {
    const pending = list({ PassengerName: 'no such guest' });
    await post('/sandbox/other/API/REST/ClientBackOffice.svc/GetBookingList', '{}');
    sandbox.close();
    expect((await pending).status).not.toBe(200);
  });
});
