import type { Scenario } from '#contracts/scenario';
import type { RuleId } from './judge/index.ts';

/**
 * Returns the scenario unchanged, and makes the compiler check its fields and rule ids. `loadScenarios` checks the rest.
 *
 * @example export default defineScenario({ id: 'my-case', … });
 */
export const defineScenario = (scenario: Scenario & { readonly rules: readonly RuleId[] }): Scenario =>
  scenario;
