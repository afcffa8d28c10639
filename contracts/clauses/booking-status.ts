import { keysOf } from '../util/index.ts';
import type { ClauseId } from './clauses.ts';
import { type Limit, limits } from './limits.ts';
import { byAssumption, bySpecification, type Provenance } from './provenance.ts';

const cancelSteps = ['cancelled', 'pending-cancellation', 'cancellation-failed'] as const;
const decisions = ['confirmed', 'rejected', 'failed', ...cancelSteps] as const;
const waiting = ['pending', 'expired', ...decisions] as const;

/**
 * The statuses of a service, each with its `bookingStatus`, its `Status` and those that can follow. The pairs of
 * `bookingStatus` and `Status` are assumed. `provenance` names the clause that defines the status.
 */
export const statuses = {
  confirmed: row('CONFIRMED', 'CONFIRMADO', cancelSteps, 'status.confirmado'),
  'on-request': row('OnRequest', 'EM PROGRESSO', waiting, 'flow.5'),
  pending: row('Pending', 'EM PROGRESSO', ['expired', ...decisions], 'poll.pending'),
  'in-progress': row(
    'PENDING',
    'EM PROGRESSO',
    ['on-request', 'pending', 'technical-problem', 'awaiting-payment', 'credit-blocked', ...decisions],
    'status.em-progresso',
  ),
  'technical-problem': row(
    'TechnicalProblem',
    'PROBLEMA TECNICO',
    ['pending', ...decisions],
    'poll.technical-problem',
  ),
  'awaiting-payment': row('PENDING', 'AGUARDANDO PAGAMENTO', waiting, 'status.aguardando'),
  'credit-blocked': row('PENDING', 'SOLICITACAO DE RESERVA', waiting, 'status.solicitacao'),
  'pending-cancellation': row(
    'PendingCancellation',
    'EM PROGRESSO',
    ['cancelled', 'cancellation-failed', 'confirmed'],
    'poll.pending-cancellation',
  ),
  'cancellation-failed': row(
    'PendingCancellation',
    'PROBLEMA NO CANCELAMENTO',
    ['cancelled', 'pending-cancellation', 'confirmed'],
    'status.problema-cancelamento',
  ),
  rejected: row('Rejected', 'REJEITADO', [], 'status.rejeitado'),
  failed: row('FAILED', 'REJEITADO', [], 'flow.4'),
  cancelled: row('Cancelled', 'CANCELADO', [], 'status.cancelado'),
  expired: row('Expired', 'REJEITADO', [], 'trans.expire'),
} as const;

/** The name of a status. */
export type ServiceStatus = keyof typeof statuses;

export const statusNames = keysOf(statuses);

/** Several statuses share the word PENDING; the label distinguishes them. Without a label, the first status with the word. */
export const statusWith = (bookingStatus: string, label?: string): ServiceStatus | undefined =>
  statusNames.find(
    name =>
      statuses[name].bookingStatus === bookingStatus &&
      (label === undefined || statuses[name].label === label),
  );

function row<W extends string, L extends string>(
  bookingStatus: W,
  label: L,
  to: readonly string[],
  clause: ClauseId,
) {
  return { bookingStatus, label, to, provenance: bySpecification(clause) };
}

/**
 * Returns whether a service may change from one status to another; false when both are equal.
 *
 * @example canMove('on-request', 'confirmed') // true (trans.confirm)
 */
export function canMove(from: ServiceStatus, to: ServiceStatus): boolean {
  return statuses[from].to.includes(to);
}

/** Returns whether a cancellation, successful or not, can lead to this status. */
export function isCancelStep(status: ServiceStatus): boolean {
  return cancelSteps.some(step => step === status);
}

/** The status changes that the specification names. It calls `on-request` and `pending` both OnRequest/PENDING. */
const givenMoves: Partial<Record<ServiceStatus, Partial<Record<ServiceStatus, ClauseId>>>> = {
  'on-request': { confirmed: 'trans.confirm', expired: 'trans.expire' },
  pending: { confirmed: 'trans.confirm', expired: 'trans.expire' },
};

/** Without `to`, returns the provenance of the rule that `from` is final. */
export function moveProvenance(from: ServiceStatus, to?: ServiceStatus): Provenance {
  const clause = to === undefined ? givenEnds[from] : givenMoves[from]?.[to];
  return clause === undefined ? byAssumption('transition') : bySpecification(clause);
}

const givenEnds: Partial<Record<ServiceStatus, ClauseId>> = { rejected: 'poll.rejected' };

/** Returns whether no other status can follow (poll.rejected, trans.rejected). */
export function isFinal(status: ServiceStatus): boolean {
  return statuses[status].to.length === 0;
}

/** A client polls every `interval` ms, for at most `window` ms. */
export interface PollingPlan {
  readonly interval: number;
  readonly window: number;
  readonly provenance: Provenance;
}

const plan = (interval: Limit, window: Limit, provenance: Provenance): PollingPlan => ({
  interval: interval.value,
  window: window.value,
  provenance,
});
const { pollPending, pollTechnicalProblem, pollPendingCancellation, pollWindow, onRequestLife } = limits;
const onRequestPlan = plan(pollPending, onRequestLife, byAssumption('poll-on-request'));
const pendingPlan = plan(pollPending, pollWindow, bySpecification('poll.pending'));

/** The statuses that a client must poll. OnRequest has a longer plan than Pending (decision 1). */
export const pollingPlans: Partial<Record<ServiceStatus, PollingPlan>> = {
  'technical-problem': plan(pollTechnicalProblem, pollWindow, bySpecification('poll.technical-problem')),
  'on-request': onRequestPlan,
  pending: pendingPlan,
  'in-progress': { ...pendingPlan, provenance: byAssumption('poll-passing') },
  'pending-cancellation': plan(
    pollPendingCancellation,
    pollWindow,
    bySpecification('poll.pending-cancellation'),
  ),
};

/**
 * Returns the polling plan of a status, or undefined if a client need not poll it.
 *
 * @param fromRequest whether the service began as OnRequest; Pending then has the plan of OnRequest (decision 1)
 * @example pollingPlan('pending', false)?.interval // 600000
 */
export function pollingPlan(status: ServiceStatus, fromRequest: boolean): PollingPlan | undefined {
  return status === 'pending' && fromRequest ? onRequestPlan : pollingPlans[status];
}

/**
 * Returns `bookingStatus` and `Status` for a status. A booking that began as OnRequest shows PENDING, not Pending.
 *
 * @example wireStatus('pending', true) // { bookingStatus: 'PENDING', Status: 'EM PROGRESSO' }
 */
export function wireStatus(
  status: ServiceStatus,
  fromRequest = false,
): { bookingStatus: string; Status: string } {
  const { bookingStatus, label } = statuses[status];
  return { bookingStatus: status === 'pending' && fromRequest ? 'PENDING' : bookingStatus, Status: label };
}

export const bookingStatusWords = [...new Set(Object.values(statuses).map(entry => entry.bookingStatus))];

/** For these words, the specification gives only a label or a description. Public clients read Cancelled as a status. */
const unspecifiedWords: Readonly<Record<string, Provenance['kind']>> = {
  [statuses.cancelled.bookingStatus]: 'observed',
  [statuses.expired.bookingStatus]: 'assumed',
};

export const kindOfStatusWord = (word: string): Provenance['kind'] => unspecifiedWords[word] ?? 'specified';

export const statusLabels = [...new Set(Object.values(statuses).map(entry => entry.label))];

const folded = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Finds the first status with this name, `bookingStatus` or label, in any letter case.
 *
 * @example findStatus('TechnicalProblem') // 'technical-problem'
 */
export function findStatus(word: string): ServiceStatus | undefined {
  const wanted = folded(word);
  return (
    statusNames.find(name => folded(name) === wanted) ??
    statusNames.find(name => folded(statuses[name].bookingStatus) === wanted) ??
    statusNames.find(name => folded(statuses[name].label) === wanted)
  );
}

/**
 * Returns the values of `bookingStatus` that a word means in any letter case: a value, the name of a status, or a label,
 * which must belong to one value only, or whose values must have no other label. Empty for any other word.
 *
 * @example statusWords('confirmed') // ['CONFIRMED']
 * @example statusWords('Rejeitado') // ['Rejected', 'FAILED', 'Expired']
 */
export function statusWords(word: string): readonly string[] {
  const wanted = folded(word);
  if (wanted === '') return [];
  const spelled = bookingStatusWords.filter(one => folded(one) === wanted);
  if (spelled.length > 0) return spelled;
  const named = statusNames.find(name => folded(name) === wanted);
  if (named) return [statuses[named].bookingStatus];
  const rows = Object.values(statuses);
  const isLabelled = ({ label }: { readonly label: string }) => folded(label) === wanted;
  const labelled = new Set(rows.filter(isLabelled).map(row => row.bookingStatus));
  const isExact = rows.every(row => isLabelled(row) || !labelled.has(row.bookingStatus));
  return labelled.size === 1 || isExact ? [...labelled] : [];
}
