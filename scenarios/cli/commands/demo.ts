import { styleText } from 'node:util';
import { formatTimeSpan, type Money } from '#contracts';
import { contentOf, describeEnd, type Facts } from '#contracts/exchange';
import { catalogue } from '../../catalogue/index.ts';
import { playScenario, type Report } from '../../run/index.ts';
import { defineCommand } from '../command.ts';

const acts = [
  'hotel-confirmed',
  'car-confirmed',
  'transfer-confirmed',
  'tour-confirmed',
  'on-request-confirmed',
  'price-up',
  'answer-lost-booked',
  'cancel-with-penalty',
];

export const command = defineCommand({ options: {}, examples: ['demo'], run: demo });

async function demo(): Promise<void> {
  for (const scenario of catalogue.filter(({ id }) => acts.includes(id))) {
    const { facts, report } = await playScenario(scenario);
    console.log(`\n${styleText('bold', scenario.title)}`);
    for (const line of [...facts.map(lineOf), ...endOf(report)]) console.log(line);
  }
}

function lineOf(call: Facts): string {
  const { operation, opened, closed, status, answer } = call;
  const time = formatTimeSpan(closed?.at ?? opened.at).slice(11);
  return `${time}  ${String(operation).padEnd(30)} ${describeEnd({ status, ending: closed?.ending }).padEnd(5)}  ${contentOf({ request: {}, answer })}`.trimEnd();
}

function endOf({ outcome, shownToUser }: Report): string[] {
  if (!shownToUser) return [`the client says: ${outcome}`];
  const { total, taxes, cancellationPolicies: policies, moreInformation, penalty } = shownToUser;
  const penalties = policies.map(policy => `${money(policy)} from ${policy.StartDate}`);
  const due = taxes.map(({ name, amount }) => `${name} ${money(amount)} at the property`);
  const seen = [money(total), `cancelling costs ${penalties.join(', ') || 'nothing'}`, ...due];
  return [
    `the user saw: ${seen.join('; ')}`,
    ...(moreInformation === undefined ? [] : [`and: ${moreInformation}`]),
    `the client says: ${outcome}${penalty ? `, for ${money(penalty)}` : ''}`,
  ];
}

const money = ({ Value, Currency }: Money): string => `${Value} ${Currency}`;
