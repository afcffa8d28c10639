import { describe, expect, it } from 'vitest';
import { type BookingInput, bookingModel } from './booking-model.ts';
import { isLinearisable } from './linearise.ts';

const book: BookingInput = { call: 'book', status: 'confirmed' };
const bookOnRequest: BookingInput = { call: 'book', status: 'on-request' };
const confirmed = 'CONFIRMED CONFIRMADO';
const cancelled = 'Cancelled CANCELADO';

type Planned = readonly [
  input: BookingInput | 'find' | 'look' | 'pay' | 'cancel' | 'export',
  output: string | undefined,
  sent?: number,
  ended?: number,
];

/** Checks calls of a booking. Without moments, a call begins when the call before it has ended. */
function check(...planned: readonly Planned[]): boolean {
  const calls = planned.map(([input, output, sent, ended], index) => ({
    input: typeof input === 'string' ? { call: input } : input,
    output,
    sent: sent ?? 10 * index,
    ended: ended ?? sent ?? 10 * index + 5,
  }));
  return isLinearisable(calls, bookingModel);
}

describe('the check of a history of calls', () => {
  it('accepts calls one after the other that agree with the contract', () => {
    expect(
      check(
        [book, confirmed],
        [book, confirmed],
        ['find', `${confirmed}, 0 charges`],
        ['pay', 'approved'],
        ['pay', 'refused'],
        ['look', `${confirmed}, 1 charges`],
        ['cancel', 'cancelled'],
        ['pay', 'refused'],
        ['export', 'cancelled, 1 charges'],
      ),
    ).toBe(true);
    expect(
      check(
        ['find', 'absent'],
        [bookOnRequest, 'OnRequest EM PROGRESSO'],
        ['look', 'PENDING EM PROGRESSO, 0 charges'],
        [{ call: 'decide', status: 'rejected' }, 'decided'],
        ['cancel', 'refused'],
        ['look', 'Rejected REJEITADO, 0 charges'],
      ),
    ).toBe(true);
  });

  it('accepts each order of calls at the same time', () => {
    const look = (output: string) =>
      check([book, confirmed], ['cancel', 'cancelled', 10, 20], ['look', output, 11, 19]);
    expect(look(`${confirmed}, 0 charges`)).toBe(true);
    expect(look(`${cancelled}, 0 charges`)).toBe(true);
  });

  it('accepts a call without an answer with its effect, and without', () => {
    expect(check([book, confirmed], ['pay', undefined], ['export', 'confirmed, 1 charges'])).toBe(true);
    expect(check([book, confirmed], ['pay', undefined], ['export', 'confirmed, 0 charges'])).toBe(true);
    expect(check([book, undefined], [book, confirmed], [book, confirmed])).toBe(true);
  });

  it('finds an answered change that is lost', () => {
    expect(check([book, confirmed], ['export', 'absent'])).toBe(false);
    expect(check([book, confirmed], ['pay', 'approved'], ['export', 'confirmed, 0 charges'])).toBe(false);
    expect(check([book, confirmed], ['cancel', 'cancelled'], ['look', `${confirmed}, 0 charges`])).toBe(
      false,
    );
    const decided = { call: 'decide', status: 'rejected' } as const;
    expect(
      check(
        [bookOnRequest, 'OnRequest EM PROGRESSO'],
        [decided, 'decided'],
        ['export', 'on-request, 0 charges'],
      ),
    ).toBe(false);
  });

  it('finds a second charge, and two charges that were both approved', () => {
    expect(check([book, confirmed], ['pay', undefined], ['export', 'confirmed, 2 charges'])).toBe(false);
    expect(check([book, confirmed], ['pay', 'approved', 10, 20], ['pay', 'approved', 11, 19])).toBe(false);
  });

  it('finds an answer that showed a change that a crash has removed', () => {
    expect(
      check([book, undefined, 0, 20], ['find', `${confirmed}, 0 charges`, 5, 10], ['export', 'absent', 30]),
    ).toBe(false);
    const refusedAfterCancel = ['pay', 'refused', 15, 19] as const;
    expect(
      check([book, confirmed], ['cancel', undefined, 10, 20], refusedAfterCancel, [
        'export',
        'confirmed, 0 charges',
        30,
      ]),
    ).toBe(false);
  });

  it('finds an effect of a call after the crash that ended the call', () => {
    expect(
      check(
        [book, confirmed],
        ['pay', undefined, 10, 20],
        ['export', 'confirmed, 0 charges', 30],
        ['export', 'confirmed, 1 charges', 40],
      ),
    ).toBe(false);
  });

  it('finds a look-up that goes back to an earlier status', () => {
    expect(
      check(
        [book, confirmed],
        ['cancel', 'cancelled', 10, 50],
        ['look', `${cancelled}, 0 charges`, 20, 25],
        ['look', `${confirmed}, 0 charges`, 30, 35],
      ),
    ).toBe(false);
  });
});
