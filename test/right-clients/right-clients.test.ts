import { describe, expect, it } from 'vitest';
import {
  canRun,
  habitNames,
  habits,
  playRight,
  type RightPlay,
  rightClients,
  scenarioOf,
  seeds,
} from './matrix.ts';

/** The number of quick scenarios for each client. A shell needs most of a second for a booking, so it plays one for each habit. */
const perHabit: Readonly<Record<string, number>> = { Node: 3, Python: 3, shell: 1 };

describe.each(rightClients)('a right client ($name)', client => {
  const isRunnable = canRun(client);
  if (!isRunnable) console.warn(`SKIPPED: the right client ${client.name} needs ${client.needs.join(', ')}`);
  it.runIf(isRunnable || process.env.CI !== undefined)(
    'is accused of nothing, whatever its habit, with three seeds',
    async () => {
      // Each scenario has another seed. `npm run steady -- --right 3` plays all scenarios with all seeds.
      const plays = habitNames.flatMap((habit, offset): RightPlay[] =>
        habits[habit].slice(0, perHabit[client.name]).map((id, index) => ({
          client,
          habit,
          scenario: scenarioOf(id),
          seed: seeds[(index + offset) % seeds.length] ?? '',
        })),
      );
      const results = await playRight(plays, 4);
      expect(results).toHaveLength(plays.length);
      const accused = results.filter(({ accusations }) => accusations.length > 0);
      expect(
        accused.map(({ habit, scenario, seed, accusations }) => [habit, scenario.id, seed, ...accusations]),
      ).toEqual([]);
    },
  );
});
