import { afterAll, describe, expect, it } from 'vitest';
import { takeOverRepeatedly } from './take-over.ts';
import { startValkey } from './valkey.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

describe('two servers with one Valkey store', () => {
  it('lose no change and no recorded call, and answer nothing twice, when one is killed and the other takes over', {
    timeout: 600_000,
  }, async () => {
    const { wrong, bookings, others, stored } = await takeOverRepeatedly({
      where: valkey.url,
      kills: 2,
      seed: 'standby',
      keepsJournal: true,
    });
    expect(wrong).toEqual([]);
    expect(bookings).toBeGreaterThan(5);
    expect(others).toBeGreaterThan(0);
    expect(stored).toBeGreaterThan(20);
  });
});
