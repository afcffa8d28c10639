import { nearest } from '#contracts/util';
import { clauses, findRule, isClauseId, rules } from '../judge/index.ts';
import { CliError } from './cli-error.ts';
import { clauseText, overview, ruleText } from './explain-text.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { Values } from './options.ts';
import { scenarioText } from './scenario-text.ts';

/**
 * Explains a rule, a clause or a scenario; without a name it lists what can be explained.
 *
 * @throws CliError for a name that is none, with the nearest that is one
 */
export async function explain(name: string | undefined, values: Pick<Values, 'scenarios'>): Promise<void> {
  const catalogue = await loadCatalogue(values);
  if (name === undefined) return console.log(overview(catalogue));
  const rule = findRule(name);
  const scenario = catalogue.find(({ id }) => id === name);
  if (rule) return console.log(ruleText(rule, catalogue));
  if (isClauseId(name)) return console.log(clauseText(name, catalogue));
  if (scenario) return console.log(scenarioText(scenario));
  const near = nearest(name, [
    ...rules.map(({ id }) => id),
    ...Object.keys(clauses),
    ...catalogue.map(({ id }) => id),
  ]);
  const hint = near === undefined ? '"understudy explain" lists them' : `did you mean "${near}"?`;
  throw new CliError([`there is no rule, clause or scenario "${name}"; ${hint}`]);
}
