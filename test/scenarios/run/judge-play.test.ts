import { expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';
import { judgePlay } from '#scenarios/run/judge-play';
import { createHotelClient } from '../../mock-server/hotel-client.ts';

/** Judges a client that has booked, has received Pending and has looked at the booking no more for a day. */
async function verdictOnSilence(isCutOff: boolean) {
  const scenario = catalogue.find(({ id }) => id === 'pending-confirmed');
  if (!scenario) throw new Error('the catalogue has no pending booking');
  const start = Date.parse(scenario.setup?.start ?? '');
  const supplier = createMockSupplier({ catalogue });
  const clock = { mode: 'manual', start } as const;
  const sandbox = supplier.sandboxes.create({ id: 'own', scenario: scenario.id, clock });
  const [credential] = sandbox.identity.credentials;
  const baseUrl = 'http://supplier.test/sandbox/own';
  await createHotelClient(supplier.fetch, { baseUrl, ...(credential && { credential }) }).book();
  const cutOffAt = sandbox.clock.now();
  sandbox.clock.advance({ by: 24 * 60 * 60_000 });
  const play = {
    sandbox,
    pace: { mode: 'manual', speed: 1 } as const,
    ...(isCutOff && { cutOffAt }),
    leaks: [],
    output: '',
    tookMs: 0,
    virtualMs: 0,
  };
  const { verdicts } = judgePlay(scenario, play, { strict: false, isKnown: () => false });
  return verdicts.find(({ rule }) => rule === 'ambiguous-status-polled')?.verdict;
}

it('the judge holds a client to the polls that it left out, but not to polls after the runner ended the client', async () => {
  expect(await verdictOnSilence(false)).toBe('fail');
  expect(await verdictOnSilence(true)).toBe('not-observed');
});
