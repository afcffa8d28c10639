import { styleText } from 'node:util';
import type { Scenario } from '#contracts/scenario';
import { commandName } from '../command-name.ts';
import { type ClauseId, clauses, type Rule, rules } from '../judge/index.ts';
import { columns } from './columns.ts';

const levels = {
  must: 'must: a client that breaks it fails',
  should: 'should: a client that breaks it gets a warning',
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
    ['Scenarios', playing.join('\n') || 'no scenario names the rule; every scenario is judged by it'],
    ...(playing.length > 0 ? [['Play them', `${commandName} run --rule ${id} -- <command>`]] : []),
  ]);
}

/** Returns the text that the command `explain` prints for a clause. */
export function clauseText(id: ClauseId, catalogue: readonly Scenario[]): string {
  const { statement, excluded }: { statement: string; excluded?: string } = clauses[id];
  const holding = rules.filter(rule => rule.clauses.includes(id));
  const showing = catalogue.filter(scenario => scenario.clauses.includes(id)).map(scenario => scenario.id);
  return page(id, statement, [
    ['Rules', holding.map(rule => `${rule.id}: ${rule.right}`).join('\n') || 'no rule checks it'],
    ['Scenarios', showing.join('\n') || 'no scenario shows it'],
    ...(excluded === undefined ? [] : [['Left out', excluded]]),
  ]);
}

/** Returns a list of all rules, clauses and scenarios. */
export function overview(catalogue: readonly Scenario[]): string {
  const part = (title: string, says: string, rows: readonly (readonly string[])[]) =>
    [`${styleText('bold', title)}: ${says}`, ...columns(rows)].join('\n');
  return [
    part(
      'Rules',
      'what a correct client does; its calls are checked',
      rules.map(({ id, title }) => [id, title.replace('A correct client ', '')]),
    ),
    part(
      'Clauses',
      'the sentences of the specification that the rules check',
      Object.entries(clauses).map(([id, { statement }]) => [id, statement]),
    ),
    part(
      'Scenarios',
      'how the supplier behaves, and the task of the client',
      catalogue.map(({ id, title }) => [id, title]),
    ),
    `To read about one of them, run: ${commandName} explain <name>`,
  ].join('\n\n');
}

const page = (name: string, says: string, rows: readonly (readonly string[])[]): string =>
  [styleText('bold', name), `  ${says}`, '', ...columns(rows)].join('\n');
