import { expect, it } from 'vitest';
import { type BookingInput, bookingModel } from './booking-model.ts';
import { isLinearisable } from './linearise.ts';

const inputs: Record<string, BookingInput> = {
  book: { call: 'book', status: 'confirmed' },
  'book on request': { call: 'book', status: 'on-request' },
  reject: { call: 'decide', status: 'rejected' },
};
const booked = 'book = CONFIRMED CONFIRMADO';
const [confirmed, cancelled] = ['CONFIRMED CONFIRMADO', 'Cancelled CANCELADO'];

/** Checks calls of a booking, such as `pay = approved @10-20`. Without moments, a call begins when the call before it has ended. */
function check(...history: readonly string[]): boolean {
  const calls = history.map((text, index) => {
    const [, call = '', output = '', sent = 10 * index, ended = 10 * index + 5] =
      /^(.*?) = (.*?)(?: @(\d+)-(\d+))?$/.exec(text) ?? [];
    const input = inputs[call] ?? ({ call } as BookingInput); // the others have no status
    return { input, output: output === '?' ? undefined : output, sent: Number(sent), ended: Number(ended) };
  });
  return isLinearisable(calls, bookingModel);
}

const cancelling = [booked, 'cancel = cancelled @10-20'];

it.each([
  [
    'calls one after the other',
    [
      booked,
      booked,
      `find = ${confirmed}, 0 charges`,
      'pay = approved',
      'pay = refused',
      `look = ${confirmed}, 1 charges`,
      'cancel = cancelled',
      'pay = refused',
      'export = cancelled, 1 charges',
    ],
  ],
  [
    'calls one after the other about a room on request',
    [
      'find = absent',
      'book on request = OnRequest EM PROGRESSO',
      'look = PENDING EM PROGRESSO, 0 charges',
      'reject = decided',
      'cancel = refused',
      'look = Rejected REJEITADO, 0 charges',
    ],
  ],
  [
    'a look-up during a cancellation that shows the booking before it',
    [...cancelling, `look = ${confirmed}, 0 charges @11-19`],
  ],
  [
    'a look-up during a cancellation that shows the booking after it',
    [...cancelling, `look = ${cancelled}, 0 charges @11-19`],
  ],
  ['a payment without an answer that was made', [booked, 'pay = ?', 'export = confirmed, 1 charges']],
  ['a payment without an answer that was not', [booked, 'pay = ?', 'export = confirmed, 0 charges']],
])('the check of a history of calls accepts %s', (_, history) => {
  expect(check(...history)).toBe(true);
});

it.each([
  ['a booking that is lost', [booked, 'export = absent']],
  ['a payment that is lost', [booked, 'pay = approved', 'export = confirmed, 0 charges']],
  ['a second charge', [booked, 'pay = ?', 'export = confirmed, 2 charges']],
  [
    'two payments at once that were both approved',
    [booked, 'pay = approved @10-20', 'pay = approved @11-19'],
  ],
  [
    'an answer that showed a change that a crash has removed',
    ['book = ? @0-20', `find = ${confirmed}, 0 charges @5-10`, 'export = absent @30-30'],
  ],
  [
    'a payment that takes effect after the crash that ended the call',
    [
      booked,
      'pay = ? @10-20',
      'export = confirmed, 0 charges @30-30',
      'export = confirmed, 1 charges @40-40',
    ],
  ],
  [
    'a look-up that goes back to an earlier status',
    [
      booked,
      'cancel = cancelled @10-50',
      `look = ${cancelled}, 0 charges @20-25`,
      `look = ${confirmed}, 0 charges @30-35`,
    ],
  ],
])('the check of a history of calls finds %s', (_, history) => {
  expect(check(...history)).toBe(false);
});
