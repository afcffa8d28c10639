import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { invariants as all } from '#scenarios/judge';
import { verdictReportSchema } from '#scenarios/report/schema';
import { judgeRoutes } from '#scenarios/run/routes';
import { fillBookings } from '../../../tools/bench/fill-bookings.ts';
import { createControlClient } from '../../mock-server/control/control-client.ts';
import { createHotelClient, createTestSupplier } from '../../mock-server/hotel-client.ts';
import { runBeside } from './run-command.ts';

const server = await listen(createMockSupplier({ routes: [judgeRoutes] }), { port: 0 });
beforeAll(async () => {
  await createHotelClient(fetch, { baseUrl: server.url }).list();
});
afterAll(() => server.close());

async function invariantsOf(sandbox: string) {
  const args = ['judge', '--json', '--sandbox', sandbox, '--control', `${server.url}/_control`];
  const { stdout } = await runBeside(args);
  return verdictReportSchema.parse(JSON.parse(stdout)).judged[0]?.invariants ?? [];
}

describe('understudy judge --sandbox', () => {
  it('also judges what the books of the sandbox prove', async () => {
    const invariants = await invariantsOf('default');
    expect(invariants.map(({ invariant, verdict }) => [invariant, verdict])).toEqual(
      all.map(({ id }) => [id, 'not-applicable']),
    );
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
    const { body } = await createControlClient(supplier.fetch).ask('exportSandbox');
    await createControlClient(fetch, server.url).ask('importSandbox', { body, query: '?id=many' });
    const found = (await invariantsOf('many')).find(({ invariant }) => invariant === 'one-booking')?.findings;
    expect(found?.map(({ message }) => message)).toEqual([
      expect.stringMatching(`booking ${oldest.id} .* booking ${second.id} `),
    ]);
  });
});
