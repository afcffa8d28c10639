import { durationInWords } from '#contracts';
import { describeEnd, type Facts } from '#contracts/exchange';
import type { FaultEffect } from '#contracts/fault';
import type { CrashMoment } from '#contracts/scenario';
import type { Injection, Schedule } from './shorthand.ts';
import { commitOf, numbered } from './trace.ts';

const crashTexts = {
  before: 'the client is killed before the supplier processes the call, and started again',
  committed:
    'the client is killed after the supplier has processed the call and before the answer, and started again',
  answered: 'the client is killed after the answer, and started again',
} as const satisfies Record<CrashMoment, string>;

function effectText({ kind, ...parameters }: FaultEffect): string {
  const parts = Object.entries(parameters).map(([name, value]) => `${name}=${valueText(value)}`);
  return [kind, ...parts].join(', ');
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const disturbanceText = (injection: Injection): string =>
  'crash' in injection ? crashTexts[injection.crash] : effectText(injection.effect);

export const injectionText = (injection: Injection): string =>
  `call ${injection.nth} of ${injection.operation}: ${disturbanceText(injection)}`;

export function storyOf(facts: readonly Facts[], schedule: Schedule): string[] {
  const began = facts[0]?.opened.at ?? 0;
  return numbered(facts).map(({ one, nth }) => {
    const { operation } = one;
    if (operation === null) return `${timeText(one.opened.at - began)}  ${one.method} ${one.url}`;
    const here = schedule.filter(injection => injection.operation === operation && injection.nth === nth);
    const disturbed = here.length > 0 ? `  [${here.map(disturbanceText).join('; ')}]` : '';
    return `${timeText(one.opened.at - began)}  ${operation} → ${answerText(one)}${disturbed}`;
  });
}

const timeText = (ms: number): string =>
  ms < 1_000 ? '+0 s' : `+${durationInWords(Math.round(ms / 1_000) * 1_000)}`;

function answerText(facts: Facts): string {
  const { status, closed, answer } = facts;
  const commit = commitOf(facts);
  const said = [
    answer.bookingId === undefined ? '' : `booking ${answer.bookingId}`,
    answer.bookingStatus ?? '',
    answer.label ?? '',
    answer.paymentStatus === undefined ? '' : `payment ${answer.paymentStatus}`,
    answer.errors?.join(', ') ?? '',
  ].filter(part => part !== '');
  const seen = describeEnd({ status, ending: closed?.ending });
  const hidden =
    commit === undefined
      ? ''
      : commit === 'never'
        ? ' (without effect)'
        : ` (took effect ${commit} the fault)`;
  return `${[seen, ...said].join(' ')}${hidden}`;
}
