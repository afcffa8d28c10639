import { expect, it } from 'vitest';
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

function paid(output: string | undefined, ...moments: [sent: number, ended: number] | []): Planned[] {
  return [
    [book, confirmed],
    ['pay', output, ...moments],
  ];
}

const look = (output: string): Planned[] => [
  [book, confirmed],
  ['cancel', 'cancelled', 10, 20],
  ['look', output, 11, 19],
];

it.each<[string, Planned[]]>([
  [
    'calls one after the other',
    [
      [book, confirmed],
      [book, confirmed],
      ['find', `${confirmed}, 0 charges`],
      ['pay', 'approved'],
      ['pay', 'refused'],
      ['look', `${confirmed}, 1 charges`],
      ['cancel', 'cancelled'],
      ['pay', 'refused'],
      ['export', 'cancelled, 1 charges'],
    ],
  ],
  [
    'calls one after the other about a room on request',
    [
      ['find', 'absent'],
      [bookOnRequest, 'OnRequest EM PROGRESSO'],
      ['look', 'PENDING EM PROGRESSO, 0 charges'],
      [{ call: 'decide', status: 'rejected' }, 'decided'],
      ['cancel', 'refused'],
      ['look', 'Rejected REJEITADO, 0 charges'],
    ],
  ],
  ['a look-up during a cancellation that shows the booking before it', look(`${confirmed}, 0 charges`)],
  ['a look-up during a cancellation that shows the booking after it', look(`${cancelled}, 0 charges`)],
  ['a payment without an answer that was made', [...paid(undefined), ['export', 'confirmed, 1 charges']]],
  ['a payment without an answer that was not', [...paid(undefined), ['export', 'confirmed, 0 charges']]],
])('the check of a history of calls accepts %s', (_, calls) => {
  expect(check(...calls)).toBe(true);
});

it.each<[string, Planned[]]>([
  [
    'a booking that is lost',
    [
      [book, confirmed],
      ['export', 'absent'],
    ],
  ],
  ['a payment that is lost', [...paid('approved'), ['export', 'confirmed, 0 charges']]],
  ['a second charge', [...paid(undefined), ['export', 'confirmed, 2 charges']]],
  [
    'two payments at once that were both approved',
    [...paid('approved', 10, 20), ['pay', 'approved', 11, 19]],
  ],
  [
    'an answer that showed a change that a crash has removed',
    [
      [book, undefined, 0, 20],
      ['find', `${confirmed}, 0 charges`, 5, 10],
      ['export', 'absent', 30],
    ],
  ],
  [
    'a payment that takes effect after the crash that ended the call',
    [
      ...paid(undefined, 10, 20),
      ['export', 'confirmed, 0 charges', 30],
      ['export', 'confirmed, 1 charges', 40],
    ],
  ],
  [
    'a look-up that goes back to an earlier status',
    [
      [book, confirmed],
      ['cancel', 'cancelled', 10, 50],
      ['look', `${cancelled}, 0 charges`, 20, 25],
      ['look', `${confirmed}, 0 charges`, 30, 35],
    ],
  ],
])('the check of a history of calls finds %s', (_, calls) => {
  expect(check(...calls)).toBe(false);
});
