import type { Scenario } from '#contracts/scenario';
import { drawScenario } from '../draw/index.ts';
import { randomSeed } from './seed.ts';

/** The drawn tasks of a run. */
export interface VaryOptions {
  /** The numbers of the draws of each scenario, from 1. */
  readonly draws: readonly number[];
}

/** One play of a run: a scenario with its fixed task, or one draw of the scenario. */
export interface PlannedPlay {
  readonly scenario: Scenario;
  readonly draw?: number;
}

/** The plays of a run, and the seed of their inventories and draws. */
export interface Plan {
  readonly plays: readonly PlannedPlay[];
  /** Absent for fixed tasks, whose inventories have the seeds of their scenarios. */
  readonly seed: string | undefined;
}

/** Returns the plays of a run. Without a seed, drawn tasks get a random seed. */
export function planRun(
  scenarios: readonly Scenario[],
  seed: string | undefined,
  vary: VaryOptions | undefined,
): Plan {
  if (!vary) return { plays: scenarios.map(scenario => ({ scenario })), seed };
  const plays = scenarios.flatMap(scenario => vary.draws.map(draw => ({ scenario, draw })));
  return { plays, seed: seed ?? randomSeed() };
}

/** Returns the scenario with the task of its draw. Tasks are drawn late, because a run can have many draws. */
export const scenarioOf = ({ scenario, draw }: PlannedPlay, seed: string | undefined): Scenario =>
  draw === undefined || seed === undefined ? scenario : drawScenario(scenario, { seed, number: draw });
