import { describe, expect, it } from 'vitest';
import { playBrokenOverPort } from '../../tools/steady/broken-over-port.ts';
import { otherwise, playOverPort } from '../../tools/steady/over-port.ts';
import { brokenClients } from '../clients/broken/index.ts';
import { judgeReference } from '../clients/broken/play-broken.ts';
import { scenarioOf } from '../scenarios/catalogue/scenario-of.ts';

describe('the reference client over a port', () => {
  it('holds what lasts a day, and no rule is kept there that is not kept in process', async () => {
    const ids = ['on-request-expired', 'hotel-confirmed'];
    const { scenarios } = await playOverPort(ids.map(scenarioOf), 2);
    expect(scenarios.map(({ id, state }) => `${id}: ${state}`)).toEqual(ids.map(id => `${id}: held`));
    for (const played of scenarios)
      expect(otherwise(played, { verdicts: await judgeReference({ scenario: played.id }) })).toEqual([]);
  }, 120_000);
});

/** One scenario of each family that takes seconds. Families that poll take minutes, so `npm run steady` runs them. */
const quick = [
  'sends the Token of a Search a second time',
  'has no lock for a user who clicks twice',
  'repeats a request one second after a 429',
  'ignores a Retry-After that is a date',
  'repeats a request refused with 400',
  'writes paths in lower case',
  'logs the card',
];

describe('a broken client over a port', () => {
  it('is caught by the rules that catch it in process, and by no other', async () => {
    const chosen = brokenClients.filter(({ name }) => quick.includes(name));
    const caught = await playBrokenOverPort(chosen, 2);
    expect(caught.flatMap(one => one.otherwise)).toEqual([]);
    const verdicts = caught.map(({ broken, verdict }) => `${broken.rule}: ${verdict}`);
    expect(verdicts.toSorted()).toEqual([
      'canonical-paths: warn',
      'client-errors-not-retried: fail',
      'no-card-data-kept: fail',
      'one-booking-in-flight: fail',
      'retry-after-respected: fail',
      'retry-after-respected: fail',
      'token-used-once: fail',
    ]);
  }, 120_000);
});
