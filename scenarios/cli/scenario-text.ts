import { styleText } from 'node:util';
import type { Crash, CrashMoment, Scenario, Task, TaskStep } from '#contracts/scenario';
import { commandName } from '../command-name.ts';
import { showControls } from '../reports/index.ts';
import { columns } from './columns.ts';

/** Returns the text that `scenarios show` prints for a scenario. */
export function scenarioText(scenario: Scenario): string {
  const { id, title, products, tags = [], clauses, rules, clocks, outcomes, tolerated = [] } = scenario;
  const { trigger, surname, setup, restarts, task, truth } = scenario;
  const user = userText(task);
  const held = [...truth.services, ...(truth.charges ?? []).map(one => `charge ${one}`)];
  const rows = [
    ['Products', products.join(', ')],
    ...(tags.length > 0 ? [['Tags', tags.join(', ')]] : []),
    ['Clock starts', setup?.start ?? 'now'],
    ['Faults', (setup?.faults ?? []).map(faultText).join('\n') || 'none'],
    ...(restarts ? [['Restart', restartText(restarts)]] : []),
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
    `Play the scenario: ${commandName} serve --scenario ${id}`,
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

/** Returns a fault as shorthand or JSON. */
const faultText = (fault: unknown): string => (typeof fault === 'string' ? fault : JSON.stringify(fault));

const moments = {
  before: 'before the supplier processes',
  committed: 'after the supplier has processed and before it answers',
  answered: 'after the answer to',
} as const satisfies Record<CrashMoment, string>;

const restartText = ({ at, nth = 1, moment = 'committed' }: Crash): string =>
  `the runner kills the client ${moments[moment]} call ${nth} of ${at}, and starts the client again`;
