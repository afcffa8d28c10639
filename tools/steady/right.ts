import {
  type Habit,
  habitNames,
  habits,
  hotelPart,
  playRight,
  type RightPlay,
  type RightResult,
  seedOf,
} from '../../test/clients/right/matrix.ts';
import { scenarioOf } from '../../test/scenarios/catalogue/scenario-of.ts';

/**
 * Plays the right client with all habits: the whole hotel part without a habit, and for each habit its scenarios.
 *
 * @param seeds the number of seeds
 * @param only the habits to play; the default is all
 */
export async function playAllRight(
  seeds: number,
  jobs: number,
  only: readonly string[] = [],
): Promise<RightResult[]> {
  const scenariosOf = (habit: Habit) => (habit === 'none' ? hotelPart : habits[habit].map(scenarioOf));
  const chosen = habitNames.filter(habit => only.length === 0 || only.includes(habit));
  const plays = Array.from({ length: seeds }, (_, index) => seedOf(index)).flatMap(seed =>
    chosen.flatMap(habit => scenariosOf(habit).map((scenario): RightPlay => ({ habit, scenario, seed }))),
  );
  return playRight(plays, jobs);
}

/** Returns the specificity for each habit as lines of a table: the share of runs without any accusation. */
export function specificityTable(results: readonly RightResult[]): string[] {
  const rightOnes = (of: readonly RightResult[]) =>
    of.filter(({ accusations }) => accusations.length === 0).length;
  const row = (title: string, of: readonly RightResult[]) =>
    title.padEnd(16) + `${rightOnes(of)}/${of.length}`.padStart(9);
  const share = results.length === 0 ? 0 : (100 * rightOnes(results)) / results.length;
  return [
    ...habitNames.flatMap(habit => {
      const of = results.filter(one => one.habit === habit);
      return of.length === 0 ? [] : [row(habit, of)];
    }),
    row('all', results),
    `specificity ${share.toFixed(2)} %`,
  ];
}
