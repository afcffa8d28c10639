import { expect, it } from 'vitest';
import { scenarioOf } from '../../scenarios/catalogue/scenario-of.ts';
import { habitNames, habits, playRight, type RightPlay, seedOf } from './matrix.ts';

// `npm run steady -- --right 3` plays each habit in all its scenarios, with all seeds.
it('a client that follows the specification is accused of nothing for its habits, with three seeds', async () => {
  const plays = habitNames.map((habit, index): RightPlay => {
    const [first] = habits[habit];
    return { habit, scenario: scenarioOf(first), seed: seedOf(index % 3) };
  });
  const results = await playRight(plays, 2);
  expect(results).toHaveLength(plays.length);
  expect(results.filter(({ accusations }) => accusations.length > 0)).toEqual([]);
}, 600_000);
