import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../../folder.ts';
import { createHotelClient } from '../../hotel-client.ts';
import { bookAround } from '../book-around.ts';
import { killRepeatedly } from './kill.ts';
import { killServer, startServer } from './server-process.ts';

const { path: folder } = createFolder();

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

  it.runIf(process.platform === 'linux')(
    'is not ready and refuses changes while it cannot write files, continues, and loses nothing when it is killed',
    async () => {
      const where = `sqlite:${join(folder, 'limit')}`;
      const first = await startServer(where);
      const limit = (bytes: string) =>
        execFileSync('prlimit', ['--pid', String(first.child.pid), `--fsize=${bytes}:`]);
      const ids = await bookAround(createHotelClient(fetch, { baseUrl: first.url }), {
        fail: () => limit('1'),
        mend: () => limit('unlimited'),
        message: `${where} cannot be read or written (disk I/O error); check its disk`,
        isReady: async () => (await fetch(new URL('/_control/health/ready', first.url))).status,
      });
      await killServer(first);
      const second = await startServer(where);
      const client = createHotelClient(fetch, { baseUrl: second.url });
      for (const id of ids) expect((await client.detail(id)).Booking?.BookingId).toBe(id);
      expect((await client.list()).Bookings).toHaveLength(3);
      await killServer(second);
    },
  );
});
