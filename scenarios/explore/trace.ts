import { createHash } from 'node:crypto';
import { type OperationId, operations } from '#contracts';
import type { Facts } from '#contracts/exchange';
import type { EffectKind, FaultEffect } from '#contracts/fault';
import { faultKinds } from '#contracts/fault';
import { type CallRef, type Injection, isAt, kindOfInjection, type Schedule } from './schedule.ts';

/** A call of a run, with the class of its answer. Calls with answers of one class look alike to a client. */
export interface TracedCall extends CallRef {
  readonly answer: string;
  /** Whether the call changed the bookings or the money at the supplier. */
  readonly changed: boolean;
}

/** Returns a short hash of texts. Equal texts have equal hashes. */
export const hashOf = (...texts: readonly string[]): string =>
  createHash('sha1').update(texts.join('\n')).digest('base64url').slice(0, 12);

/** Returns the calls of a run to the operations of the contract, with the classes of their answers. */
export function tracedCalls(facts: readonly Facts[], schedule: Schedule): TracedCall[] {
  const counts = new Map<OperationId, number>();
  return facts.flatMap(one => {
    const { operation } = one;
    if (operation === null) return [];
    const nth = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, nth);
    const here = schedule.filter(injection => injection.operation === operation && injection.nth === nth);
    return [{ operation, nth, answer: answerClass(one, here), changed: hasChanged(one) }];
  });
}

/** The number of attempts of one operation that count as different situations. */
const maxAttempts = 2;

/**
 * Returns the states of a run: one hash for the situation before each call. In equal states, the last answers of all operations had
 * equal classes, and the supplier has done the same. A client that has recovered from a fault is again in a state of the run
 * without the fault.
 */
export function statesOf(calls: readonly TracedCall[], schedule: Schedule): string[] {
  const crash = schedule.find(one => 'crash' in one);
  const last = new Map<OperationId, string>();
  const attempts = new Map<OperationId, number>();
  let crashed = '';
  return calls.map(call => {
    const { operation, answer } = call;
    const isRepeat = last.get(operation) !== undefined && !last.get(operation)?.startsWith('ok');
    const attempt = isRepeat ? Math.min(maxAttempts, (attempts.get(operation) ?? 1) + 1) : 1;
    attempts.set(operation, attempt);
    const known = [...last].map(([id, seen]) => `${id} ${seen}`).sort();
    const state = hashOf(...known, crashed, operation, String(attempt));
    last.set(operation, answer);
    if (crash && isAt(call, crash)) crashed = `${operation} ${kindOfInjection(crash)}`;
    return state;
  });
}

function hasChanged({ operation, status, faults = [] }: Facts): boolean {
  if (operation === null || !['book', 'pay', 'cancel'].includes(operations[operation].effect)) return false;
  const commit = faults.find(hit => hit.commit !== undefined)?.commit;
  return commit === undefined ? status === 200 : commit !== 'never';
}

/** Returns the class of an answer: what the client can see of it, and what the supplier did that the client cannot see. */
function answerClass(facts: Facts, here: readonly Injection[]): string {
  const { status, closed, answer, retryAfter, faults = [] } = facts;
  const commit = faults.find(hit => hit.commit !== undefined)?.commit ?? '';
  const hidden = here.filter(one => 'crash' in one || changesOperation(one.effect)).map(kindOfInjection);
  const isCut = closed !== undefined && closed.ending !== 'complete';
  const seen = status === undefined || isCut ? `none ${closed?.ending ?? ''}` : seenAnswer(status, answer);
  return [seen, retryAfter === undefined ? '' : 'wait', commit, ...hidden].join(' ');
}

const changesOperation = ({ kind }: FaultEffect): boolean =>
  faultKinds[kind satisfies EffectKind].part === 'operation' || kind === 'credential';

function seenAnswer(status: number, answer: Facts['answer']): string {
  if (status >= 500) return '5xx';
  if (status >= 300 && status < 400) return '3xx';
  if (status !== 200) return String(status);
  const {
    bookingStatus = '',
    label = '',
    errors = [],
    revalidation = '',
    paymentStatus = '',
    found,
  } = answer;
  const isEmpty = Object.keys(answer).length === 0;
  const count = found === undefined ? '' : String(Math.min(found, 1));
  return [
    'ok',
    bookingStatus,
    label,
    errors.join(','),
    revalidation,
    paymentStatus,
    count,
    isEmpty ? 'odd' : '',
  ].join('/');
}
