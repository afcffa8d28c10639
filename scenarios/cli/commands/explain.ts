import type { Scenario } from '#contracts/scenario';
import { commandName, suggest } from '#contracts/util';
import { clauses, isClauseId } from '../../judge/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { loadCatalogue } from '../load.ts';
import { config, configOptions } from '../options.ts';
import { allRules, clauseText, overview, ruleText, scenarioText } from '../texts.ts';

const { scenarios } = configOptions;

export const command = defineCommand({
  args: ['[rule | clause | scenario]'],
  options: { scenarios, config },
  examples: ['explain no-blind-rebooking', 'explain flow.3', 'explain answer-lost-booked'],
  async run(options, [name]) {
    const catalogue = await loadCatalogue(options.scenarios);
    console.log(name === undefined ? overview(catalogue) : textOf(name, catalogue));
  },
});

function textOf(name: string, catalogue: readonly Scenario[]): string {
  const rule = allRules.find(({ id }) => id === name);
  const scenario = catalogue.find(({ id }) => id === name);
  if (rule) return ruleText(rule, catalogue);
  if (isClauseId(name)) return clauseText(name, catalogue);
  if (scenario) return scenarioText(scenario);
  const names = [...[...allRules, ...catalogue].map(({ id }) => id), ...Object.keys(clauses)];
  const hint = suggest(name, names, `"${commandName} explain" lists all names`);
  throw new CliError([`there is no rule, clause or scenario "${name}"; ${hint}`]);
}
