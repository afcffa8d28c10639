import { describe, expect, it } from 'vitest';
import { createMockSupplier, readStart, type SandboxKeeper } from '#mock-server';
import { createHotelClient } from '../hotel-client.ts';
import { createMemoryKeeper } from './memory-keeper.ts';

describe('a server that shares its store', () => {
  it('refuses a look-up of a sandbox that it no longer has, and then loads the sandbox again', async () => {
    const memory = createMemoryKeeper();
    let isHeld = true;
    const leases: SandboxKeeper['leases'] = {
      holds: () => isHeld,
      renewed: async () => {}, // the process has a new lease, but not this sandbox
      newNumber: async () => 1,
      exists: async () => true,
      read: id => memory.load(id),
      release: async () => {},
      listen: () => {},
    };
    const supplier = createMockSupplier({ store: await readStart({ ...memory, leases }) });
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
});
