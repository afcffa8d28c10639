import type { Scenario } from '#contracts/scenario';
import type { RuleId } from './judge/index.ts';

/**
 * A scenario written in TypeScript: the compiler knows its fields and the rules, the loader of files checks the rest.
 *
 * @example export default defineScenario({ id: 'my-case', … });
 */
export const defineScenario = (scenario: Scenario & { readonly rules: readonly RuleId[] }): Scenario =>
  scenario;
