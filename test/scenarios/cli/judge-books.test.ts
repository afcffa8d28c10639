import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { verdictReportSchema } from '#scenarios/report/schema';
import { judgeRoutes } from '#scenarios/run/routes';
import { fillBookings } from '../../../tools/bench/fill-bookings.ts';
import { createControlClient } from '../../mock-server/control/control-client.ts';
import { createHotelClient, createTestSupplier } from '../../mock-server/hotel-client.ts';
import { runBeside } from './run-command.ts';

const server = await listen(createMockSupplier({ routes: [judgeRoutes] }), { port: 0 });
beforeAll(async () => {
  await fetch(`${server.url}/API/REST/ClientBackOffice.svc/GetBookingList`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' } }),
  });
});
afterAll(() => server.close());

describe('understudy judge --sandbox', () => {
  it('also judges what the books of the sandbox prove', async () => {
    const control = `${server.url}/_control`;
    const { stdout } = await runBeside(['judge', '--json', '--sandbox', 'default', '--control', control]);
    const { judged } = verdictReportSchema.parse(JSON.parse(stdout));
    const invariants = judged[0]?.invariants ?? [];
    expect(invariants.map(({ invariant, verdict }) => `${invariant} ${verdict}`)).toEqual([
      'one-booking not-applicable',
      'one-charge not-applicable',
      'truth-told not-applicable',
      'nothing-orphaned not-applicable',
      'agreed-price not-applicable',
      'ends not-applicable',
      'clean-output not-applicable',
      'recovers not-applicable',
    ]);
    expect(invariants[0]?.reason).toBe('the supplier holds no booking');
  });

  it('reads the bookings of all pages', async () => {
    const supplier = createTestSupplier();
    await createHotelClient(supplier.fetch).book();
    const sandbox = supplier.sandboxes.require('default');
    fillBookings(sandbox, 1_500);
    // The two oldest bookings are on the last page, and are for the same stay.
    const [second, oldest] = [...sandbox.store.list({ owner: 'demo' })].slice(-2);
    const [stay] = oldest?.services ?? [];
    if (!oldest || !second?.services[0] || !stay) throw new Error('the sandbox has no bookings');
    Object.assign(second.services[0], { start: stay.start, end: stay.end, units: stay.units });
    sandbox.store.saveBooking(second, false);
    const file = await (await createControlClient(supplier.fetch).send('exportSandbox')).text();
    const control = `${server.url}/_control`;
    const imported = await fetch(`${control}/sandboxes/import?id=many`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: file,
    });
    expect(imported.status).toBe(201);
    const { stdout } = await runBeside(['judge', '--json', '--sandbox', 'many', '--control', control]);
    const { judged } = verdictReportSchema.parse(JSON.parse(stdout));
    const found = judged[0]?.invariants?.find(({ invariant }) => invariant === 'one-booking')?.findings;
    expect(found?.map(({ message }) => message)).toEqual([
      expect.stringMatching(`booking ${oldest.id} .* booking ${second.id} `),
    ]);
  });
});
