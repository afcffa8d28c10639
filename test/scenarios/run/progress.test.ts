import { describe, expect, it } from 'vitest';
import { watchProgress } from '#scenarios/run/play-command';
import { createHotelClient, createTestSupplier } from '../../mock-server/hotel-client.ts';

const day = 24 * 60 * 60_000;

describe('the progress of a client on virtual time', () => {
  it('is a jump or a call since the last look', async () => {
    const supplier = createTestSupplier();
    let jumps = 0;
    const progress = watchProgress(supplier.sandboxes.require('default'), () => jumps);
    expect([progress.isMade, progress.look()]).toEqual([false, false]);
    jumps = 1;
    expect([progress.look(), progress.isMade]).toEqual([true, true]);
    await createHotelClient(supplier.fetch).search();
    expect(progress.look()).toBe(true);
    expect([progress.look(), progress.isMade]).toEqual([false, false]);
  });

  it('ends three days of virtual time after the planned waits', () => {
    const sandbox = createTestSupplier().sandboxes.require('default');
    let jumps = 0;
    const progress = watchProgress(sandbox, () => ++jumps, 31 * day);
    sandbox.clock.advance({ by: 34 * day - 1 });
    expect(progress.look()).toBe(true);
    sandbox.clock.advance({ by: 1 });
    expect(progress.look()).toBe(false);
  });
});
