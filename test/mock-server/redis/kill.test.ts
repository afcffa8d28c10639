import { afterAll, describe, expect, it } from 'vitest';
import { killRepeatedly } from '../kill/kill.ts';
import { startValkey } from './valkey.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

describe('a server with a Valkey store', () => {
  it('loses nothing that it has answered when it is killed under load', { timeout: 300_000 }, async () => {
    const { wrong, bookings } = await killRepeatedly({ where: valkey.url, kills: 1, seed: 'kill' });
    expect(wrong).toEqual([]);
    expect(bookings).toBeGreaterThan(2);
  });
});
