import { describe, expect, it } from 'vitest';
import type { Facts } from '#contracts/exchange';
import { catalogue, drawScenario, type Played, playScenario, type Scenario } from '#scenarios';
import { rules, type Verdict } from '#scenarios/judge';
import { brokenClients } from '../../clients/broken/index.ts';
import { judgeEnd } from '../../clients/broken/play-broken.ts';
import { invariantsOn, playWithEvidence } from '../judge/evidence-of.ts';
import { complaintsIn } from '../judge/verdicts-on.ts';
import { expectAsSpecified } from './expect-as-specified.ts';
import { scenarioOf } from './scenario-of.ts';

interface Judged {
  readonly played: Played;
  readonly verdicts: readonly Verdict[];
  /** The messages of the invariants. */
  readonly breaches: readonly string[];
}

async function playAndJudge(scenario: Scenario): Promise<Judged> {
  const { played, stage, evidence } = await playWithEvidence(scenario);
  const breaches = invariantsOn(evidence).flatMap(({ findings }) => findings.map(({ message }) => message));
  return { played, verdicts: judgeEnd(scenario, { played, stage }), breaches };
}

const inTurn = new Map<string, Promise<Judged>>();

/** Plays each scenario of the catalogue once, while no other scenario is played. */
function playAlone(scenario: Scenario): Promise<Judged> {
  const before = Promise.allSettled(inTurn.values());
  const playing = inTurn.get(scenario.id) ?? before.then(() => playAndJudge(scenario));
  inTurn.set(scenario.id, playing);
  return playing;
}

/** The personal data and card data in the tasks. */
const secrets = /4111111111111111|11144477735|(?:ana|rui)@example\.com|XA123456/;

function expectNoSecrets({ output, facts }: Played): void {
  expect(output.join('\n')).not.toMatch(secrets);
  const tokens = facts.flatMap(({ answer }) => [answer.token ?? [], answer.reToken ?? []].flat());
  expect(tokens.filter(token => output.some(line => line.includes(token)))).toEqual([]);
}

function expectHeld(scenario: Scenario, { played, verdicts, breaches }: Judged): void {
  expectAsSpecified(scenario, played);
  expect(verdicts.map(({ rule }) => rule)).toEqual(rules.map(({ id }) => id));
  expect(complaintsIn(verdicts)).toEqual([]);
  const unproven = verdicts.filter(
    ({ rule, verdict }) => verdict === 'not-observed' && scenario.rules.includes(rule),
  );
  expect(unproven.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([]);
  expect(breaches).toEqual([]);
  expectNoSecrets(played);
}

/** Returns a result without the machine's time stamps, which differ in every run. */
const comparable = ({ facts, ...played }: Played) => ({
  ...played,
  facts: JSON.parse(
    JSON.stringify(facts satisfies readonly Facts[], (name, value) => (name === 'real' ? undefined : value)),
  ),
});

const eachProduct = ['two-rooms-with-children', 'car-confirmed', 'trip-hotel-and-transfer', 'tour-confirmed'];
const sampleOfDraws = catalogue.flatMap((scenario, index) => {
  if (eachProduct.includes(scenario.id)) return [1, 2, 3].map(number => ({ scenario, number }));
  return index % 6 === 0 ? { scenario, number: 1 } : [];
});

describe('the reference client ends as specified, keeps every rule and logs no secret (auth.5)', () => {
  it.each(catalogue)('in $id: $title', async scenario => {
    expectHeld(scenario, await playAlone(scenario));
  });

  it.each(sampleOfDraws)('in draw $number of $scenario.id', async ({ scenario, number }) => {
    const drawn = await drawScenario(scenario, { seed: 'plays', number });
    expectHeld(drawn, await playAndJudge(drawn));
  });
});

describe('the reference client in the whole catalogue', () => {
  it('gives the same result, call by call, while other scenarios are played', async () => {
    const together = await Promise.all(catalogue.map(scenario => playScenario(scenario)));
    for (const [index, scenario] of catalogue.entries()) {
      const { played } = await playAlone(scenario);
      expect(comparable(together[index] as Played), scenario.id).toEqual(comparable(played));
    }
  });

  it('keeps every rule somewhere, and each rule where a client of the kill matrix breaks it', async () => {
    const kept = new Set<string>();
    for (const scenario of catalogue)
      for (const { rule, verdict } of (await playAlone(scenario)).verdicts)
        if (verdict === 'pass') kept.add(`${rule} in ${scenario.id}`);
    const somewhere = new Set([...kept].map(place => place.split(' ')[0]));
    expect(rules.filter(({ id }) => !somewhere.has(id))).toEqual([]);
    const broken = brokenClients
      .filter(({ draw }) => !draw)
      .map(({ rule, scenario }) => `${rule} in ${scenario}`);
    expect(broken.filter(place => !kept.has(place))).toEqual([]);
  });
});

describe('what the reference client reports', () => {
  const reportOf = async (id: string) => (await playAlone(scenarioOf(id))).played.report;

  it('contains the price, the taxes and MoreInformation of the booked offer', async () => {
    expect((await reportOf('taxes-mixed-currency')).shownToUser).toMatchObject({
      total: { Currency: 'BRL' },
      taxes: [{ amount: { Currency: 'USD' } }],
    });
    expect((await reportOf('taxes-only-in-more-information')).shownToUser).toMatchObject({
      taxes: [],
      moreInformation: expect.stringContaining('.'),
    });
  });

  it('contains each service of a trip, and the fields that a 400 named', async () => {
    expect((await reportOf('trip-partial-failure')).services).toEqual([
      { product: 'hotel', outcome: 'confirmed' },
      { product: 'transfer', outcome: 'rejected' },
    ]);
    expect((await reportOf('bad-request')).why).toContain('Criteria.CheckinDate');
  });
});
