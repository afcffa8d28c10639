import { styleText } from 'node:util';
import type { Scenario } from '#contracts/scenario';
import { commandName } from '../command-name.ts';
import { type ClauseId, clauses, type Rule, rules } from '../judge/index.ts';
import { columns } from './columns.ts';

const levels = {
  must: 'must: a client that breaks the rule fails',
  should: 'should: a client that breaks the rule gets a warning',
} as const;

/** Returns the text that the command `explain` prints for a rule. */
export function ruleText(rule: Rule, catalogue: readonly Scenario[]): string {
  const { id, level, title, clauses: ids, right, wrong, explanation } = rule;
  const playing = catalogue.filter(({ rules: named }) => named.includes(id)).map(scenario => scenario.id);
  return page(id, title, [
    ['Level', levels[level]],
    ['Right', right],
    ['Wrong', wrong],
    ['Judged by', explanation],
    ['Clauses', ids.map(clause => `${clause}: ${clauses[clause].statement}`).join('\n')],
    [
      'Scenarios',
      playing.join('\n') || 'no scenario names the rule; the judge checks the rule in every scenario',
    ],
    ...(playing.length > 0 ? [['Play them', `${commandName} run --rule ${id} -- <command>`]] : []),
  ]);
}

/** Returns the text that the command `explain` prints for a clause. */
export function clauseText(id: ClauseId, catalogue: readonly Scenario[]): string {
  const { statement, excluded }: { statement: string; excluded?: string } = clauses[id];
  const holding = rules.filter(rule => rule.clauses.includes(id));
  const showing = catalogue.filter(scenario => scenario.clauses.includes(id)).map(scenario => scenario.id);
  return page(id, statement, [
    ['Rules', holding.map(rule => `${rule.id}: ${rule.right}`).join('\n') || 'no rule checks the clause'],
    ['Scenarios', showing.join('\n') || 'no scenario covers the clause'],
    ...(excluded === undefined ? [] : [['Left out', excluded]]),
  ]);
}

/** Returns a text that lists all rules, clauses and scenarios. */
export function overview(catalogue: readonly Scenario[]): string {
  const part = (title: string, says: string, rows: readonly (readonly string[])[]) =>
    [`${styleText('bold', title)}: ${says}`, ...columns(rows)].join('\n');
  return [
    part(
      'Rules',
      'what a correct client does; the judge checks the calls of the client',
      rules.map(({ id, title }) => [id, title.replace('A correct client ', '')]),
    ),
    part(
      'Clauses',
      'the sentences of the specification that the rules check',
      Object.entries(clauses).map(([id, { statement }]) => [id, statement]),
    ),
    part(
      'Scenarios',
      'how the supplier behaves, and what the client must do',
      catalogue.map(({ id, title }) => [id, title]),
    ),
    `To explain one rule, clause or scenario, run: ${commandName} explain <name>`,
  ].join('\n\n');
}

const page = (name: string, says: string, rows: readonly (readonly string[])[]): string =>
  [styleText('bold', name), `  ${says}`, '', ...columns(rows)].join('\n');
