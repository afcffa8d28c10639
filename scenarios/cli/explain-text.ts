import { styleText } from 'node:util';
import type { Scenario } from '#contracts/scenario';
import { type ClauseId, clauses, type Rule, rules } from '../judge/index.ts';
import { columns } from './columns.ts';

const levels = {
  must: 'must: breaking it fails the client',
  should: 'should: breaking it is a warning',
} as const;

/** Describes a rule for people. */
export function ruleText(rule: Rule, catalogue: readonly Scenario[]): string {
  const { id, level, title, clauses: ids, right, wrong, explanation } = rule;
  const playing = catalogue.filter(({ rules: named }) => named.includes(id)).map(scenario => scenario.id);
  return page(id, `A correct client ${title.charAt(0).toLowerCase()}${title.slice(1)}`, [
    ['Level', levels[level]],
    ['Right', right],
    ['Wrong', wrong],
    ['Judged by', explanation],
    ['Clauses', ids.map(clause => `${clause}: ${clauses[clause].statement}`).join('\n')],
    ['Scenarios', playing.join('\n') || 'none names it; it is judged in all'],
    ...(playing.length > 0 ? [['Play them', `understudy run --rule ${id} -- <command>`]] : []),
  ]);
}

/** Describes a clause for people. */
export function clauseText(id: ClauseId, catalogue: readonly Scenario[]): string {
  const { statement, excluded }: { statement: string; excluded?: string } = clauses[id];
  const holding = rules.filter(rule => rule.clauses.includes(id));
  const showing = catalogue.filter(scenario => scenario.clauses.includes(id)).map(scenario => scenario.id);
  return page(id, statement, [
    ['Rules', holding.map(rule => `${rule.id}: ${rule.right}`).join('\n') || 'none judges it'],
    ['Scenarios', showing.join('\n') || 'none shows it'],
    ...(excluded === undefined ? [] : [['Left out', excluded]]),
  ]);
}

/** Lists all rules, clauses and scenarios. */
export function overview(catalogue: readonly Scenario[]): string {
  const part = (title: string, says: string, rows: readonly (readonly string[])[]) =>
    [`${styleText('bold', title)}: ${says}`, ...columns(rows)].join('\n');
  return [
    part(
      'Rules',
      'what a correct client does, judged by its calls',
      rules.map(({ id, title }) => [id, title]),
    ),
    part(
      'Clauses',
      'the sentences of the specification that the rules stand for',
      Object.entries(clauses).map(([id, { statement }]) => [id, statement]),
    ),
    part(
      'Scenarios',
      'what a supplier does, and what a client is asked for',
      catalogue.map(({ id, title }) => [id, title]),
    ),
    'understudy explain <name> tells the rest of one of them.',
  ].join('\n\n');
}

const page = (name: string, says: string, rows: readonly (readonly string[])[]): string =>
  [styleText('bold', name), `  ${says}`, '', ...columns(rows)].join('\n');
