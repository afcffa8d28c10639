import { describe, expect, it } from 'vitest';
import { statusOf } from '#client/flow/snapshot';
import { type ServiceStatus, statuses } from '#contracts';
import { changing } from './changing.ts';
import { createWorld, type World } from './world.ts';

const names = Object.keys(statuses) as ServiceStatus[]; // Object.keys widens to string
const status = (bookingStatus: string, Status?: string) => statusOf({ bookingStatus, Status });

describe('a status word and its label', () => {
  it.each(names)('status.values: mean %s as the table has them', name => {
    expect(status(statuses[name].bookingStatus, statuses[name].label)).toBe(name);
  });

  it.each([undefined, '', 'HIBERNANDO'])(
    'status.values: mean what the word says where the label is %s',
    label => {
      expect(['CONFIRMED', 'Rejected', 'PENDING'].map(word => status(word, label))).toEqual([
        'confirmed',
        'rejected',
        'in-progress',
      ]);
    },
  );

  it('mean no known status if the contract does not have the word', () => {
    expect([status('Hibernating', 'CONFIRMADO'), status('confirmed', 'CONFIRMADO')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['CONFIRMED', 'REJEITADO'],
    ['CONFIRMED', 'CANCELADO'],
    ['CONFIRMED', 'PROBLEMA NO CANCELAMENTO'],
    ['CONFIRMED', 'PROBLEMA TECNICO'],
    ['CONFIRMED', 'AGUARDANDO PAGAMENTO'],
    ['Rejected', 'CONFIRMADO'],
    ['FAILED', 'CONFIRMADO'],
    ['FAILED', 'PROBLEMA TECNICO'],
    ['Cancelled', 'CONFIRMADO'],
    ['Cancelled', 'PROBLEMA NO CANCELAMENTO'],
    ['Rejected', 'EM PROGRESSO'],
    ['Cancelled', 'EM PROGRESSO'],
    ['OnRequest', 'AGUARDANDO PAGAMENTO'],
    ['TechnicalProblem', 'AGUARDANDO PAGAMENTO'],
    ['Pending', 'CANCELADO'],
    ['PendingCancellation', 'CONFIRMADO'],
  ])('status.values: contradict each other: %s with %s', (word, label) => {
    expect(status(word, label)).toBeUndefined();
  });

  it.each([
    // With either status, nothing is booked.
    ['Rejected', 'CANCELADO', 'rejected'],
    ['FAILED', 'CANCELADO', 'failed'],
    ['Cancelled', 'REJEITADO', 'cancelled'],
    ['Expired', 'CANCELADO', 'expired'],
    // The label gives fewer details.
    ['TechnicalProblem', 'EM PROGRESSO', 'technical-problem'],
    // The label is ahead of the status. The polled status must agree at the end.
    ['Pending', 'CONFIRMADO', 'pending'],
    ['OnRequest', 'REJEITADO', 'on-request'],
    ['TechnicalProblem', 'CONFIRMADO', 'technical-problem'],
    ['PendingCancellation', 'CANCELADO', 'pending-cancellation'],
    // The label is behind the status.
    ['CONFIRMED', 'EM PROGRESSO', 'in-progress'],
    // The same word in another spelling.
    ['Pending', 'AGUARDANDO PAGAMENTO', 'awaiting-payment'],
    ['Pending', 'SOLICITACAO DE RESERVA', 'credit-blocked'],
  ])('status.values: go together harmlessly: %s with %s', (word, label, name) => {
    expect(status(word, label)).toBe(name);
  });
});

/** A supplier whose answers have a label that differs from the status, for the given number of calls. */
function mixing(operation: string, label: string, times = Number.POSITIVE_INFINITY): World {
  let left = times;
  const change = changing(operation, answer => {
    left -= 1;
    if (left < 0) return answer;
    return JSON.parse(JSON.stringify(answer).replaceAll('"Status":"CONFIRMADO"', `"Status":"${label}"`));
  });
  return createWorld([], { change });
}

describe('a booking whose word and label contradict each other', () => {
  it('status.values, flow.4: is what its detail says, where DoBooking mixed them up', async () => {
    const world = mixing('DoBooking', 'REJEITADO');
    expect(await world.book()).toMatchObject({ outcome: 'confirmed' });
    expect(world.calls()).toBe('search, conditions, book, detail');
  });

  it('status.values, svc.7: is for people, and not confirmed, where its detail does so too', async () => {
    const world = mixing('GetBookingDetail', 'REJEITADO');
    expect(await world.book()).toMatchObject({
      outcome: 'ask-support',
      why: 'the contract does not define the status CONFIRMED (REJEITADO)',
    });
  });

  it('status.em-progresso: is confirmed once its label is Confirmed too', async () => {
    const world = mixing('GetBookingDetail', 'EM PROGRESSO', 2);
    expect(await world.book()).toMatchObject({ outcome: 'confirmed' });
    expect([world.calls(), world.minutes()]).toEqual(['search, conditions, book, detail ×3', 20]);
  });
});
