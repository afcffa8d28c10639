import type { Scenario } from '#contracts/scenario';
import type { RuleId } from './judge/index.ts';

/**
 * Returns the scenario unchanged, so that the compiler checks the fields and rule ids of the scenario. `loadScenarios` checks the
 * rest.
 *
 * @example export default defineScenario({ id: 'my-case', … });
 */
export const defineScenario = (scenario: Scenario & { readonly rules: readonly RuleId[] }): Scenario =>
  scenario;
