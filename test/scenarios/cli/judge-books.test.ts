import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verdictReportSchema } from '#scenarios/reports/schema';
import { runCommand, type Serving, startServing } from './run-command.ts';

let server: Serving;
beforeAll(async () => {
  server = await startServing();
  await fetch(`${server.ready.baseUrl}/API/REST/ClientBackOffice.svc/GetBookingList`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' } }),
  });
});
afterAll(() => server.end());

describe('understudy judge --sandbox', () => {
  it('also judges what the books of the sandbox prove', () => {
    const control = `${server.ready.baseUrl}/_control`;
    const { stdout } = runCommand(['judge', '--json', '--sandbox', 'default', '--control', control]);
    const { judged } = verdictReportSchema.parse(JSON.parse(stdout));
    const invariants = judged[0]?.invariants ?? [];
    expect(invariants.map(({ invariant, verdict }) => `${invariant} ${verdict}`)).toEqual([
      'one-booking not-applicable',
      'one-charge not-applicable',
      'truth-told not-applicable',
      'nothing-orphaned not-applicable',
      'agreed-price not-applicable',
      'rules held',
      'ends not-applicable',
      'clean-output not-applicable',
      'recovers not-applicable',
    ]);
    expect(invariants[0]?.reason).toBe('the supplier holds no booking');
  });
});
