import { createHash } from 'node:crypto';
import { durationInWords, type OperationId, operations } from '#contracts';
import { describeEnd, type Facts } from '#contracts/exchange';
import type { FaultEffect } from '#contracts/fault';
import type { CrashMoment } from '#contracts/scenario';
import { type CallRef, type Injection, isAt, kindOfInjection, type Schedule } from './injections.ts';

/** Answers of one class look alike to a client. */
export interface TracedCall extends CallRef {
  readonly answer: string;
  /** Bookings or money at the supplier. */
  readonly changed: boolean;
}

export const hashOf = (...texts: readonly string[]): string =>
  createHash('sha1').update(texts.join('\n')).digest('base64url').slice(0, 12);

export function tracedCalls(facts: readonly Facts[]): TracedCall[] {
  return numbered(facts).flatMap(({ one, nth }) => {
    const { operation } = one;
    return operation ? [{ operation, nth, answer: answerClass(one), changed: hasChanged(one) }] : [];
  });
}

/** Each call with its number among the calls of its operation, from 1. */
function numbered(facts: readonly Facts[]): { readonly one: Facts; readonly nth: number }[] {
  const counts = new Map<OperationId | null, number>();
  return facts.map(one => {
    const nth = (counts.get(one.operation) ?? 0) + 1;
    counts.set(one.operation, nth);
    return { one, nth };
  });
}

/** When the operation took effect, if a fault decided it. */
const commitOf = ({ faults = [] }: Facts): string | undefined =>
  faults.find(hit => hit.commit !== undefined)?.commit;

/** The number of attempts of one operation that count as different situations. */
const maxAttempts = 2;

/**
 * Hashes of what happens from each call to the end, with the number of the attempt and whether the client was killed. So a client that
 * has recovered from a fault is again in a state of the run without the fault.
 */
export function statesOf(calls: readonly TracedCall[], schedule: Schedule, end: readonly string[]): string[] {
  const crash = schedule.find(one => 'crash' in one);
  const last = new Map<OperationId, { readonly isOk: boolean; readonly attempt: number }>();
  let crashed = '';
  const situations = calls.map(call => {
    const { operation, answer } = call;
    const before = last.get(operation);
    const attempt = before && !before.isOk ? Math.min(maxAttempts, before.attempt + 1) : 1;
    last.set(operation, { isOk: answer.startsWith('ok'), attempt });
    const situation = `${crashed} ${attempt}`;
    if (crash && isAt(call, crash)) crashed = `${operation} ${kindOfInjection(crash)}`;
    return situation;
  });
  const states: string[] = [];
  let future = hashOf(...end);
  for (const [index, { operation, answer }] of [...calls.entries()].reverse()) {
    const isWait = [1, 2].every(next => isSame(calls[index], calls[index + next]));
    if (!isWait) future = hashOf(operation, answer, future);
    states[index] = hashOf(situations[index] ?? '', future);
  }
  return states;
}

/** A client that polls makes many such calls; it does not matter how many are left. */
const isSame = (a: TracedCall | undefined, b: TracedCall | undefined): boolean =>
  a?.operation === b?.operation && a?.answer === b?.answer;

function hasChanged(facts: Facts): boolean {
  const { operation, status } = facts;
  if (operation === null || !['book', 'pay', 'cancel'].includes(operations[operation].effect)) return false;
  const commit = commitOf(facts);
  return commit === undefined ? status === 200 : commit !== 'never';
}

/** What the client can see, and whether the operation took effect in spite of a fault. */
function answerClass(facts: Facts): string {
  const { status, closed, answer, retryAfter } = facts;
  const isCut = closed !== undefined && closed.ending !== 'complete';
  const seen = status === undefined || isCut ? `none ${closed?.ending ?? ''}` : seenAnswer(status, answer);
  return [seen, retryAfter === undefined ? '' : 'wait', commitOf(facts) ?? ''].join(' ');
}

function seenAnswer(status: number, answer: Facts['answer']): string {
  if (status >= 500) return '5xx';
  if (status >= 300 && status < 400) return '3xx';
  if (status !== 200) return String(status);
  const { bookingStatus, label, errors = [], revalidation, paymentStatus, found } = answer;
  const count = found === undefined ? '' : Math.min(found, 1);
  const odd = Object.keys(answer).length === 0 ? 'odd' : '';
  // What is undefined becomes an empty text.
  return ['ok', bookingStatus, label, errors.join(','), revalidation, paymentStatus, count, odd].join('/');
}

const crashTexts = {
  before: 'the client is killed before the supplier processes the call, and started again',
  committed:
    'the client is killed after the supplier has processed the call and before the answer, and started again',
  answered: 'the client is killed after the answer, and started again',
} as const satisfies Record<CrashMoment, string>;

function effectText({ kind, ...parameters }: FaultEffect): string {
  const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return [kind, ...Object.entries(parameters).map(([name, value]) => `${name}=${valueText(value)}`)].join(
    ', ',
  );
}

const disturbanceText = (injection: Injection): string =>
  'crash' in injection ? crashTexts[injection.crash] : effectText(injection.effect);

export const injectionText = (injection: Injection): string =>
  `call ${injection.nth} of ${injection.operation}: ${disturbanceText(injection)}`;

export function storyOf(facts: readonly Facts[], schedule: Schedule): string[] {
  const began = facts[0]?.opened.at ?? 0;
  return numbered(facts).map(({ one, nth }) => {
    const { operation, opened, method, url } = one;
    const time = timeText(opened.at - began);
    if (operation === null) return `${time}  ${method} ${url}`;
    const here = schedule.filter(injection => isAt(injection, { operation, nth })).map(disturbanceText);
    const disturbed = here.length > 0 ? `  [${here.join('; ')}]` : '';
    return `${time}  ${operation} → ${answerText(one)}${disturbed}`;
  });
}

const timeText = (ms: number): string =>
  ms < 1_000 ? '+0 s' : `+${durationInWords(Math.round(ms / 1_000) * 1_000)}`;

function answerText(facts: Facts): string {
  const { status, closed, answer } = facts;
  const { bookingId, bookingStatus, label, paymentStatus, errors = [] } = answer;
  const booking = bookingId === undefined ? '' : `booking ${bookingId}`;
  const payment = paymentStatus === undefined ? '' : `payment ${paymentStatus}`;
  const said = [booking, bookingStatus, label, payment, errors.join(', ')].filter(Boolean);
  const commit = commitOf(facts);
  const took = commit === 'never' ? ' (without effect)' : ` (took effect ${commit} the fault)`;
  return `${[describeEnd({ status, ending: closed?.ending }), ...said].join(' ')}${commit ? took : ''}`;
}
