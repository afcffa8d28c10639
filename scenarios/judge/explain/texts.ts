import { styleText } from 'node:util';
import type { Scenario } from '#contracts/scenario';
import { columns } from '../../cli/columns.ts';
import { type ClauseId, clauses, type Rule, type RuleId, rules } from '../rules/index.ts';
import { bookingNotes } from './booking-notes.ts';
import { conductNotes } from './conduct-notes.ts';

/** What a rule means in practice. */
export interface RuleNote {
  /** What a client does that keeps it. */
  readonly right: string;
  /** What one does that breaks it. */
  readonly wrong: string;
  /** What the judge looks at. */
  readonly judged: string;
}

/** What each rule means in practice. */
export const ruleNotes: Readonly<Record<RuleId, RuleNote>> = { ...bookingNotes, ...conductNotes };

const levels = {
  must: 'must: breaking it fails the client',
  should: 'should: breaking it is a warning',
} as const;

/** A rule as people read it. */
export function ruleText({ id, level, title, clauses: ids }: Rule, catalogue: readonly Scenario[]): string {
  const { right, wrong, judged } = ruleNotes[id];
  const playing = catalogue.filter(({ rules: named }) => named.includes(id)).map(scenario => scenario.id);
  return page(id, `A correct client ${title.charAt(0).toLowerCase()}${title.slice(1)}`, [
    ['Level', levels[level]],
    ['Right', right],
    ['Wrong', wrong],
    ['Judged by', judged],
    ['Clauses', ids.map(clause => `${clause}: ${clauses[clause].statement}`).join('\n')],
    ['Scenarios', playing.join('\n') || 'none names it; it is judged in all'],
    ...(playing.length > 0 ? [['Play them', `understudy run --rule ${id} -- <command>`]] : []),
  ]);
}

/** A clause as people read it. */
export function clauseText(id: ClauseId, catalogue: readonly Scenario[]): string {
  const { statement, excluded }: { statement: string; excluded?: string } = clauses[id];
  const holding = rules.filter(rule => rule.clauses.includes(id));
  const showing = catalogue.filter(scenario => scenario.clauses.includes(id)).map(scenario => scenario.id);
  return page(id, statement, [
    ['Rules', holding.map(rule => `${rule.id}: ${ruleNotes[rule.id].right}`).join('\n') || 'none judges it'],
    ['Scenarios', showing.join('\n') || 'none shows it'],
    ...(excluded === undefined ? [] : [['Left out', excluded]]),
  ]);
}

/** All that can be explained. */
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
