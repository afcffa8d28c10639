import { expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';
import { judgePlay } from '#scenarios/run/judge-play';
import { createHotelClient } from '../../mock-server/hotel-client.ts';
import { scenarioOf } from '../catalogue/scenario-of.ts';

/** Judges a client that has booked, has received Pending and has looked at the booking no more for a day. */
async function judgeSilence(cutOff: 'at-once' | 'after-a-day' | undefined, speed = 0) {
  const scenario = scenarioOf('pending-confirmed');
  const start = Date.parse(scenario.setup?.start ?? '');
  const supplier = createMockSupplier({ catalogue });
  const clock = { mode: 'manual', start } as const;
  const sandbox = supplier.sandboxes.create({ id: 'own', scenario: scenario.id, clock });
  const [credential] = sandbox.identity.credentials;
  const baseUrl = 'http://supplier.test/sandbox/own';
  await createHotelClient(supplier.fetch, { baseUrl, ...(credential && { credential }) }).book();
  const bookedAt = sandbox.clock.now();
  sandbox.clock.advance({ by: 24 * 60 * 60_000 });
  const play = {
    sandbox,
    pace: { mode: speed === 0 ? 'manual' : 'scaled', speed } as const,
    ...(cutOff && {
      cutOffAt: cutOff === 'at-once' ? bookedAt : sandbox.clock.now(),
      trouble: 'The client did not end within 300 s, so the runner ended it.',
    }),
    leaks: [],
    output: '',
    tookMs: 0,
    virtualMs: 0,
  } as const;
  const report = judgePlay(scenario, play, { strict: false, isKnown: () => false });
  const of = (id: string) => report.verdicts.find(({ rule }) => rule === id);
  const broken = report.invariants?.flatMap(one => (one.verdict === 'broken' ? [one.invariant] : []));
  return { polled: of('ambiguous-status-polled'), outcome: of('outcome-as-expected')?.verdict, broken };
}

it('the judge holds a client to the polls that it left out, but not to polls after the runner ended the client', async () => {
  expect((await judgeSilence(undefined)).polled?.verdict).toBe('fail');
  expect((await judgeSilence('at-once')).polled?.verdict).toBe('not-observed');
});

it('a client that waits in real time on a scaled clock is not broken, and the report says what to divide', async () => {
  const reason =
    'the client made no call for 24 hours of the sandbox clock, until the runner ended it: it hangs, or does not divide its waits by UNDERSTUDY_TIME_SCALE (15)';
  const open = { polled: { verdict: 'inconclusive', reason }, outcome: 'inconclusive', broken: [] };
  expect(await judgeSilence('after-a-day', 15)).toMatchObject(open);
  const broken = expect.arrayContaining(['truth-told', 'ends']);
  const wrong = { polled: { verdict: 'fail' }, outcome: 'fail', broken };
  expect(await judgeSilence('after-a-day', 1)).toMatchObject(wrong);
});
