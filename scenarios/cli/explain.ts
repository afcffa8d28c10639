import { nearest } from '#contracts';
import { clauses, findRule, isClauseId, rules } from '#contracts/rules';
import { clauseText, ruleText } from '../explain/texts.ts';
import { CliError } from './cli-error.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { Values } from './options.ts';
import { scenarioText } from './scenario-text.ts';

/**
 * Explains a rule, a clause or a scenario.
 *
 * @throws CliError for a name that is none, with the nearest that is one
 */
export async function explain(name: string | undefined, values: Pick<Values, 'scenarios'>): Promise<void> {
  if (name === undefined)
    throw new CliError([
      'explain needs the name of a rule, a clause or a scenario, as in: understudy explain no-blind-rebooking',
    ]);
  const catalogue = await loadCatalogue(values);
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
  const hint = near === undefined ? 'GET /_control/rules lists the rules' : `did you mean "${near}"?`;
  throw new CliError([`there is no rule, clause or scenario "${name}"; ${hint}`]);
}
