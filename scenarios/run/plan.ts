import type { Scenario } from '#contracts/scenario';
import { canDraw, type Drawing, loadDrawing } from '../catalogue/index.ts';
import { randomSeed } from './seed.ts';

export interface VaryOptions {
  readonly draws: readonly number[];
}

export interface PlannedPlay {
  readonly scenario: Scenario;
  readonly draw?: number;
}

export interface Plan {
  readonly plays: readonly PlannedPlay[];
  /** The seed is absent for fixed tasks, because their inventories use the seeds of the scenarios. */
  readonly seed: string | undefined;
  readonly drawing: Drawing | undefined;
}

export function playsOf(scenarios: readonly Scenario[], vary: VaryOptions | undefined): PlannedPlay[] {
  return scenarios.flatMap((scenario): PlannedPlay[] =>
    vary && canDraw(scenario) ? vary.draws.map(draw => ({ scenario, draw })) : [{ scenario }],
  );
}

/** @throws Error if tasks are drawn without the package that draws names */
export async function planRun(
  scenarios: readonly Scenario[],
  seed: string | undefined,
  vary: VaryOptions | undefined,
): Promise<Plan> {
  return {
    plays: playsOf(scenarios, vary),
    seed: seed ?? (vary && randomSeed()),
    drawing: vary && (await loadDrawing()),
  };
}

/** Tasks are drawn late, because a run can have many draws. */
export const scenarioOf = (
  { scenario, draw }: PlannedPlay,
  { seed, drawing }: Partial<Omit<Plan, 'plays'>>,
): Scenario =>
  draw === undefined || seed === undefined || !drawing ? scenario : drawing(scenario, { seed, number: draw });
