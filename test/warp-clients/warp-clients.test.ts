import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scenarioOf } from '../broken-clients/play-broken.ts';
import { playUnderWarp, warpClients } from './clients.ts';

/**
 * Scenarios with bookings, time-outs, pauses and polls, from a quarter of a second to 26 hours. `npm run steady -- --warp 1` plays the
 * whole hotel part.
 */
const ids = [
  'hotel-confirmed',
  'price-up-declined',
  'answer-lost-booked',
  'cancel-free',
  'pending-unresolved',
  'on-request-expired',
  'retoken-expired',
  'booking-hangs-booked',
  'rate-limited-seconds',
  'server-error-twice',
  'search-timeout',
];

/** Clients that start programs or a large runtime for each scenario play some of them only. */
const few = [
  'hotel-confirmed',
  'answer-lost-booked',
  'pending-unresolved',
  'rate-limited-seconds',
  'search-timeout',
];
const slow: Readonly<Record<string, readonly string[] | undefined>> = {
  // Each of the 144 polls of on-request-expired starts several programs in a shell.
  shell: few,
  Java: [...few, 'on-request-expired'],
};

describe.each(warpClients)('a correct client in $language with real waits', ({ language, command }) => {
  const folder = mkdtempSync(join(tmpdir(), 'warp-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds under warp, and no rule is inconclusive', async () => {
    const own = slow[language] ?? ids;
    const reports = await playUnderWarp(own.map(scenarioOf), command(folder));
    const ends = reports.map(({ id, state, outcome, reason }) => [id, state, outcome, reason]);
    expect(ends.filter(([, state]) => state !== 'held')).toEqual([]);
    expect(reports.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
    const unclear = reports.flatMap(({ id, verdicts }) =>
      verdicts.flatMap(({ rule, verdict }) => (verdict === 'inconclusive' ? [[id, rule]] : [])),
    );
    expect(unclear).toEqual([]);
  });
});
