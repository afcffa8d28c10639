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
const clients = rightClients.map((client, turn) => ({ client, name: client.name, turn }));

describe.each(clients)('a right client ($name)', ({ client, turn }) => {
  const isRunnable = canRun(client);
  if (!isRunnable) console.warn(`SKIPPED: the right client ${client.name} needs ${client.needs.join(', ')}`);
  it.runIf(isRunnable || process.env.CI !== undefined)(
    'is accused of nothing for its habits, with three seeds',
    async () => {
      // One of the three clients has each habit. `npm run steady -- --right 3` plays all habits, scenarios and seeds of all clients.
      const own = habitNames.filter((_, index) => index % clients.length === turn);
      const plays = own.map((habit, index): RightPlay => {
        const [first] = habits[habit];
        return { client, habit, scenario: scenarioOf(first), seed: seedOf(index % 3) };
      });
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
