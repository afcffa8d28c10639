import { describe, expect, it } from 'vitest';
import { createMockSupplier, readStart, type SandboxKeeper } from '#mock-server';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient } from '../hotel-client.ts';
import { createMemoryKeeper } from './memory-keeper.ts';

type Leases = NonNullable<SandboxKeeper['leases']>;

/** Starts a supplier with a shared store in memory. `change` can replace the methods of the leases. */
async function start(change: Partial<Leases>) {
  const memory = createMemoryKeeper();
  const leases: Leases = {
    holds: () => true,
    renewed: async () => {}, // the process has a new lease, but not this sandbox
    newNumber: async () => 1,
    exists: async id => (await memory.load(id)) !== undefined,
    read: id => memory.load(id),
    release: async () => {},
    listen: () => {},
    ...change,
  };
  return { memory, supplier: createMockSupplier({ store: await readStart({ ...memory, leases }) }) };
}

describe('a server that shares its store', () => {
  it('refuses a look-up of a sandbox that it no longer has, and then loads the sandbox again', async () => {
    let isHeld = true;
    const { supplier } = await start({ holds: () => isHeld });
    const client = createHotelClient(supplier.fetch);
    const { BookingId } = await client.book();
    isHeld = false;
    const refused = await client.call('getBookingDetail', { BookingId });
    expect([refused.status, refused.text]).toEqual([
      503,
      expect.stringContaining('the lease of this server for the sandbox \\"default\\" has ended'),
    ]);
    isHeld = true;
    expect((await client.detail(BookingId)).Booking?.BookingId).toBe(BookingId);
    await supplier.closeStore();
  });

  it.each([
    ['that it lost, and that the store no longer has', 'lost'],
    ['that it gave to another server', 'wanted'],
  ] as const)('releases the memory of the journal of a sandbox %s', async (_, how) => {
    let listener: Parameters<Leases['listen']>[0] | undefined;
    const given = Promise.withResolvers<void>();
    const { memory, supplier } = await start({
      listen: one => {
        listener = one;
      },
      release: async () => given.resolve(),
    });
    const { send } = createControlClient(supplier.fetch);
    await send('createSandbox', { body: { id: 'a', credential: { Username: 'demo', Password: 'demo' } } });
    await createHotelClient(supplier.fetch, { baseUrl: 'http://supplier.test/sandbox/a' }).book();
    const used = () => supplier.sandboxes.counts.journalBytes;
    expect(used()).toBeGreaterThan(0);
    if (how === 'lost') listener?.lost(['a']);
    else listener?.wanted('a');
    if (how === 'wanted') await given.promise;
    await memory.write([{ id: 'a', how: 'remove', puts: [], drops: [] }]);
    expect((await send('getSandbox', { id: 'a' })).status).toBe(404);
    expect(used()).toBe(0);
    await supplier.closeStore();
  });
});
