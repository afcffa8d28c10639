import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue, type Played, playScenario, type Scenario } from '#scenarios';

const played: [Scenario, Played][] = [];
beforeAll(async () => {
  for (const scenario of catalogue) played.push([scenario, await playScenario(scenario)]);
});

/** Returns the personal data and card data in a task. */
const secrets = /4111111111111111|11144477735|(?:ana|rui)@example\.com|XA123456/;

describe('what the reference client logs', () => {
  it('auth.5: has no card, document, e-mail address or Token of any task in it', () => {
    const withSecrets = catalogue.filter(({ task }) => secrets.test(JSON.stringify(task)));
    expect(withSecrets.length).toBeGreaterThan(5);
    for (const [{ id }, { output, facts }] of played) {
      expect(output.join('\n'), id).not.toMatch(secrets);
      const tokens = facts.flatMap(({ answer }) => [answer.token ?? [], answer.reToken ?? []].flat());
      expect(
        tokens.filter(token => output.some(line => line.includes(token))),
        id,
      ).toEqual([]);
    }
  });
});

describe('what the reference client reports', () => {
  it('shows the price, the taxes and MoreInformation of whatever was booked', () => {
    const shown = (id: string) => played.find(([scenario]) => scenario.id === id)?.[1].report.shownToUser;
    expect(shown('taxes-mixed-currency')).toMatchObject({
      total: { Currency: 'BRL' },
      taxes: [{ amount: { Currency: 'USD' } }],
    });
    expect(shown('taxes-only-in-more-information')).toMatchObject({
      taxes: [],
      moreInformation: expect.stringContaining('.'),
    });
  });

  it('tells each service of a trip, and the fields that a 400 named', () => {
    const report = (id: string) => played.find(([scenario]) => scenario.id === id)?.[1].report;
    expect(report('trip-partial-failure')?.services).toEqual([
      { product: 'hotel', outcome: 'confirmed' },
      { product: 'transfer', outcome: 'rejected' },
    ]);
    expect(report('bad-request')?.why).toContain('Criteria.CheckinDate');
  });
});
