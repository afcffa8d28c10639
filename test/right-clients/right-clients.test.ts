import { describe, expect, it } from 'vitest';
import {
  canRun,
  habitNames,
  habits,
  playRight,
  type RightPlay,
  rightClients,
  scenarioOf,
  seedOf,
} from './matrix.ts';

/** The time limit in milliseconds. On a busy machine, the runner plays some scenarios again at a lower speed. */
const patience = 300_000;
/** The number of quick scenarios for each habit. A shell needs most of a second for a booking. */
const perHabit: Readonly<Record<string, number>> = { Node: 2, Python: 1, shell: 1 };

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
          seed: seedOf((index + offset) % 3),
        })),
      );
      const results = await playRight(plays, 4);
      expect(results).toHaveLength(plays.length);
      const accused = results.filter(({ accusations }) => accusations.length > 0);
      expect(
        accused.map(({ habit, scenario, seed, accusations }) => [habit, scenario.id, seed, ...accusations]),
      ).toEqual([]);
    },
    patience,
  );
});
