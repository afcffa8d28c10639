import { describe, expect, it } from 'vitest';
import type { Facts } from '#contracts/exchange';
import { catalogue, type Played, playScenario, type Scenario } from '#scenarios';

/** Returns facts without the machine's time stamps, which differ in every run. */
const withoutRealTime = (facts: readonly Facts[]): unknown =>
  JSON.parse(JSON.stringify(facts, (name, value) => (name === 'real' ? undefined : value)));

const comparable = ({ facts, ...played }: Played) => ({ ...played, facts: withoutRealTime(facts) });
const play = async (scenario: Scenario) => comparable(await playScenario(scenario));

describe('a scenario that is played again', () => {
  it('gives the same result, call by call, while other scenarios are played', async () => {
    const alone: unknown[] = [];
    for (const scenario of catalogue) alone.push(await play(scenario));
    const together = await Promise.all(catalogue.map(play));
    expect(together).toEqual(alone);
  });
});
