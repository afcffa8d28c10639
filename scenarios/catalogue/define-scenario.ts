import type { Scenario } from '#contracts/scenario';
import type { RuleId } from '../judge/index.ts';

/**
 * Returns the scenario unchanged. TypeScript checks the fields and rule ids of the argument. `loadScenarios` later checks all
 * values.
 *
 * @example export default defineScenario({ id: 'my-case', … });
 */
export const defineScenario = (scenario: Scenario & { readonly rules: readonly RuleId[] }): Scenario =>
  scenario;
