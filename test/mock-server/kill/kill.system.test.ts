import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { killRepeatedly } from './kill.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a server with a SQLite store', () => {
  it('loses nothing that it has answered when it is killed under load', { timeout: 900_000 }, async () => {
    const { wrong, bookings, held } = await killRepeatedly({
      where: `sqlite:${folder}`,
      kills: 4,
      seed: 'kill',
    });
    expect(wrong).toEqual([]);
    expect(bookings).toBeGreaterThan(50);
    expect(held).toBeGreaterThan(10);
  });

  it('keeps each recorded call with its change and its number when it is killed', {
    timeout: 900_000,
  }, async () => {
    const { wrong, stored } = await killRepeatedly({
      where: `sqlite:${join(folder, 'journal')}`,
      kills: 4,
      seed: 'journal',
      keepsJournal: true,
    });
    expect(wrong).toEqual([]);
    expect(stored).toBeGreaterThan(100);
  });
});
