import { styleText } from 'node:util';
import type { Crash, CrashMoment, Scenario, Task, TaskStep } from '#contracts/scenario';
import { commandName } from '#contracts/util';
import { type ClauseId, clauses, type Invariant, invariants, type Rule, rules } from '../judge/index.ts';
import { showControls } from '../report/index.ts';
import { columns } from './columns.ts';

export function scenarioText(scenario: Scenario): string {
  const { id, title, products, tags = [], clauses, rules, clocks, outcomes, tolerated = [] } = scenario;
  const { trigger, surname, setup, restarts, certificate, task, truth } = scenario;
  const user = userText(task);
  const held = [...truth.services, ...(truth.charges ?? []).map(one => `charge ${one}`)];
  const rows = [
    ['Products', products.join(', ')],
    ...(tags.length > 0 ? [['Tags', tags.join(', ')]] : []),
    ['Clock starts', setup?.start ?? 'now'],
    ['Faults', (setup?.faults ?? []).map(faultText).join('\n') || 'none'],
    ...(restarts ? [['Restart', restartText(restarts)]] : []),
    ...(certificate ? [['Certificate', `${certificate}, so that a correct client makes no call`]] : []),
    ['Task', task.steps.map(stepText).join('\n')],
    ...(user.length > 0 ? [['The user', user.join(', ')]] : []),
    ['Outcome', [...outcomes, ...tolerated.map(one => `${one} (also accepted)`)].join(', ')],
    ['Supplier holds', held.join(', ') || 'nothing'],
    ['Rules', rules.join(', ')],
    ['Clauses', clauses.join(', ')],
    ['Clocks', clocks?.join(', ') ?? 'all'],
    ...(trigger === undefined ? [] : [['In Testville', trigger]]),
    ...(surname === undefined ? [] : [['Surname', surname]]),
  ];
  return [
    styleText('bold', id),
    `  ${showControls(title)}`,
    '',
    ...columns(rows.map(row => row.map(showControls))),
    '',
    `Play the scenario: ${commandName} ${certificate ? `run --scenario ${id} -- <your client>` : `serve --scenario ${id}`}`,
    `Print all fields:  ${commandName} scenarios show ${id} --yaml`,
  ].join('\n');
}

function userText({ waits = {}, onPriceChange, onConditionsChange }: Task): string[] {
  return [
    waits.afterSearch === undefined ? [] : `thinks for ${waits.afterSearch} after the Search`,
    waits.afterConditions === undefined ? [] : `thinks for ${waits.afterConditions} after the conditions`,
    onPriceChange === 'decline' ? 'declines another price' : [],
    onConditionsChange === 'decline' ? 'declines other conditions' : [],
  ].flat();
}

/** Describes a task step, without personal data and card data. */
function stepText(step: TaskStep): string {
  if (step.do === 'cancel') return `cancel the ${step.what} of step ${step.step}`;
  if (step.do === 'lookups') return `look up ${step.count} bookings at once`;
  if (step.do === 'tools') return 'call every tool of the tool server';
  if (step.do === 'static') {
    const { airport, hotelId, times = 1, after } = step;
    const what = [airport, hotelId && `hotel ${hotelId}`].filter(Boolean).join(' and ');
    return `read ${what}${times > 1 ? `, ${times} times` : ''}${after === undefined ? '' : `, ${after} later`}`;
  }
  const { product, criteria, choose, payment, attachTo, times = 1 } = step;
  return [
    `book a ${product}: ${JSON.stringify(criteria)}`,
    ...(choose ? [`  an offer with ${JSON.stringify(choose)}`] : []),
    ...(payment ? ['  and a card'] : []),
    ...(attachTo === undefined ? [] : [`  added to the booking of step ${attachTo}`]),
    ...(times > 1 ? [`  ${times} times at once`] : []),
  ].join('\n');
}

const faultText = (fault: unknown): string => (typeof fault === 'string' ? fault : JSON.stringify(fault));

const moments = {
  before: 'before the supplier processes',
  committed: 'after the supplier has processed and before it answers',
  answered: 'after the answer to',
} as const satisfies Record<CrashMoment, string>;

const restartText = ({ at, nth = 1, moment = 'committed' }: Crash): string =>
  `the runner kills the client ${moments[moment]} call ${nth} of ${at}, and starts the client again`;

const levels = {
  must: 'must: a client that breaks the rule fails',
  should: 'should: a client that breaks the rule gets a warning',
} as const;

export const allRules: readonly (Rule | Invariant)[] = [...rules, ...invariants];

export function ruleText(rule: Rule | Invariant, catalogue: readonly Scenario[]): string {
  const { id, level, title, clauses: ids } = rule;
  const playing = catalogue.filter(({ rules: named }) => named.includes(id)).map(scenario => scenario.id);
  const isOfTraffic = 'right' in rule;
  const judgedBy = isOfTraffic
    ? rule.explanation
    : 'The judge compares the result and the state of the client with the bookings at the supplier.';
  const unnamed = isOfTraffic
    ? 'no scenario names the rule; the judge checks the rule in every scenario'
    : 'the judge checks the rule at the end of every run, exploration and exec';
  return page(id, title, [
    ['Level', levels[level]],
    ...(isOfTraffic
      ? [
          ['Right', rule.right],
          ['Wrong', rule.wrong],
        ]
      : []),
    ['Judged by', judgedBy],
    ['Clauses', ids.map(clause => `${clause}: ${clauses[clause].statement}`).join('\n')],
    ['Scenarios', playing.join('\n') || unnamed],
    ...(playing.length > 0 ? [['Play them', `${commandName} run --rule ${id} -- <command>`]] : []),
  ]);
}

export function clauseText(id: ClauseId, catalogue: readonly Scenario[]): string {
  const { statement, excluded }: { statement: string; excluded?: string } = clauses[id];
  const holding = allRules.filter(rule => rule.clauses.includes(id));
  const showing = catalogue.filter(scenario => scenario.clauses.includes(id)).map(scenario => scenario.id);
  return page(id, statement, [
    [
      'Rules',
      holding.map(rule => `${rule.id}: ${'right' in rule ? rule.right : rule.title}`).join('\n') ||
        'no rule checks the clause',
    ],
    ['Scenarios', showing.join('\n') || 'no scenario covers the clause'],
    ...(excluded === undefined ? [] : [['Left out', excluded]]),
  ]);
}

export function overview(catalogue: readonly Scenario[]): string {
  const part = (title: string, says: string, rows: readonly (readonly string[])[]) =>
    [`${styleText('bold', title)}: ${says}`, ...columns(rows)].join('\n');
  return [
    part(
      'Rules',
      'what a correct client does; the judge checks the calls of the client',
      allRules.map(({ id, title }) => [id, title.replace('A correct client ', '')]),
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
