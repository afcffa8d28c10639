import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scenarioOf } from '../broken-clients/play-broken.ts';
import { playUnderWarp, warpClients } from './clients.ts';

/** The scenarios of the smoke run that need only hotels. */
const smoke = [
  'hotel-confirmed',
  'price-up-declined',
  'rejected-no-availability',
  'pending-confirmed',
  'answer-lost-booked',
  'pay-at-booking',
  'cancel-free',
];
/** Scenarios with time-outs, pauses and polls, from a quarter of a second to 31 days. */
const timed = [
  'pending-unresolved',
  'technical-problem-confirmed',
  'on-request-confirmed',
  'on-request-expired',
  'token-expired-retoken-same',
  'retoken-expired',
  'conditions-went-stale',
  'answer-lost-not-booked',
  'booking-hangs-booked',
  'booking-hangs-not-booked',
  'prepaid-pending',
  'payment-not-arrived',
  'cancel-pending',
  'rate-limited-seconds',
  'rate-limited-date',
  'rate-limit-real',
  'server-error-twice',
  'server-error-recovers',
  'search-slow',
  'search-timeout',
  'slow-drip',
  'static-data-kept',
];

describe.each(warpClients)('a correct client in $language with real waits', ({ command, tooLong = [] }) => {
  const folder = mkdtempSync(join(tmpdir(), 'warp-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds under warp, and no rule is inconclusive', async () => {
    const ids = [...smoke, ...timed].filter(id => !tooLong.includes(id));
    const reports = await playUnderWarp(ids.map(scenarioOf), command(folder));
    const ends = reports.map(({ id, state, outcome, reason }) => [id, state, outcome, reason]);
    expect(ends.filter(([, state]) => state !== 'held')).toEqual([]);
    expect(reports.map(({ id }) => id)).toEqual(ids);
    const unclear = reports.flatMap(({ id, verdicts }) =>
      verdicts.flatMap(({ rule, verdict }) => (verdict === 'inconclusive' ? [[id, rule]] : [])),
    );
    expect(unclear).toEqual([]);
  });
});
