import { expect, it } from 'vitest';
import type { ServiceStatus } from '#contracts';
import { canMove, isFinal, pollingPlan, statuses, statusWords, wireStatus } from '#contracts';

const all = Object.keys(statuses) as ServiceStatus[]; // Object.keys widens to string
const minutes = 60_000;

it('the table of statuses ends in rejected, failed, cancelled and expired, and knows every way to go', () => {
  expect(all.filter(isFinal)).toEqual(['rejected', 'failed', 'cancelled', 'expired']);
  for (const status of all) for (const to of statuses[status].to) expect(all).toContain(to);
});

it('the table of statuses lets every open status be cancelled, and none go back to where it began', () => {
  for (const status of all.filter(entry => !isFinal(entry)))
    expect(canMove(status, 'cancelled'), status).toBe(true);
  expect(canMove('confirmed', 'on-request')).toBe(false);
  expect(canMove('confirmed', 'pending')).toBe(false);
});

it('the table of statuses polls a technical problem and a cancellation every 5 minutes, a pending every 10, for 30', () => {
  const plan = (interval: number) => ({ interval: interval * minutes, window: 30 * minutes });
  expect(pollingPlan('technical-problem', false)).toMatchObject(plan(5));
  expect(pollingPlan('pending-cancellation', false)).toMatchObject(plan(5));
  expect(pollingPlan('pending', false)).toMatchObject(plan(10));
});

it('the table of statuses follows an OnRequest, and the Pending it becomes, for 24 hours', () => {
  expect(pollingPlan('on-request', true)?.window).toBe(1_440 * minutes);
  expect(pollingPlan('pending', true)).toEqual(pollingPlan('on-request', true));
});

it('the table of statuses polls nothing that is final or waits for the client', () => {
  const others = ['awaiting-payment', 'cancellation-failed', 'confirmed'] as const;
  for (const status of [...all.filter(isFinal), ...others])
    expect(pollingPlan(status, false), status).toBeUndefined();
});

it('the table of statuses spells a Pending that began as OnRequest in capitals', () => {
  const words = [wireStatus('pending').bookingStatus, wireStatus('pending', true).bookingStatus];
  expect(words).toEqual(['Pending', 'PENDING']);
});

it.each([
  ['confirmed', ['CONFIRMED']],
  ['Pending', ['Pending', 'PENDING']],
  ['technical_problem', ['TechnicalProblem']],
  ['AwaitingPayment', ['PENDING']],
  ['cancellation-failed', ['PendingCancellation']],
  ['Cancelado', ['Cancelled']],
  ['rejeitado', ['Rejected', 'FAILED', 'Expired']],
  ['AGUARDANDO PAGAMENTO', ['PENDING']],
  ['EM PROGRESSO', []],
  ['Booked', []],
  ['--', []],
])('the table of statuses reads "%s" in a filter as %j', (word, words) => {
  expect(statusWords(word)).toEqual(words);
});
