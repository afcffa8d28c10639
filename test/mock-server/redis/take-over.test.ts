import { afterAll, describe, expect, it } from 'vitest';
import { takeOverRepeatedly } from './take-over.ts';
import { startValkey } from './valkey.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

describe('two servers with one Valkey store', () => {
  it('lose nothing and answer nothing twice when one is killed and the other takes over', {
    timeout: 120_000,
  }, async () => {
    const { wrong, bookings, others } = await takeOverRepeatedly({
      where: valkey.url,
      kills: 2,
      seed: 'take',
    });
    expect(wrong).toEqual([]);
    expect(bookings).toBeGreaterThan(5);
    expect(others).toBeGreaterThan(0);
  });
});
