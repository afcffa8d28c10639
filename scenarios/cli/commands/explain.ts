import type { Scenario } from '#contracts/scenario';
import { nearest } from '#contracts/util';
import { clauseText, overview, ruleText } from '../../judge/explain/texts.ts';
import { clauses, findRule, isClauseId, rules } from '../../judge/rules/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { loadCatalogue } from '../load-catalogue.ts';
import { config, configOptions } from '../options.ts';
import { scenarioText } from '../scenario-text.ts';

const { scenarios } = configOptions;

export const command = defineCommand({
  args: { name: 'rule | clause | scenario', max: 1 },
  options: { scenarios, config },
  examples: [
    'understudy explain no-blind-rebooking',
    'understudy explain flow.3',
    'understudy explain answer-lost-booked',
  ],
  async run({ options, args: [name] }) {
    const catalogue = await loadCatalogue(options.scenarios);
    console.log(name === undefined ? overview(catalogue) : textOf(name, catalogue));
  },
});

function textOf(name: string, catalogue: readonly Scenario[]): string {
  const rule = findRule(name);
  const scenario = catalogue.find(({ id }) => id === name);
  if (rule) return ruleText(rule, catalogue);
  if (isClauseId(name)) return clauseText(name, catalogue);
  if (scenario) return scenarioText(scenario);
  const near = nearest(name, [...rules, ...catalogue].map(({ id }) => id).concat(Object.keys(clauses)));
  const hint = near === undefined ? '"understudy explain" lists them' : `did you mean "${near}"?`;
  throw new CliError([`there is no rule, clause or scenario "${name}"; ${hint}`]);
}
