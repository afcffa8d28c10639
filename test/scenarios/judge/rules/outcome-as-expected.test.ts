import type { JudgeContext, Supplied } from '#scenarios/judge';
import { expecting, hotelStep, taskOf, transferStep } from './tasks.ts';
import { testRule } from './test-rule.ts';

const supplier: Supplied = {
  services: ['confirmed'],
  charges: [],
  held: [
    { bookingId: 'B1', product: 'hotel', status: 'confirmed', start: '2026-12-10', parties: [], guests: [] },
  ],
};

/** Returns the context of a trip: a hotel that is confirmed, and a transfer with the given status. */
const trip = (status: string, ...services: NonNullable<JudgeContext['result']>['services'] & {}) => ({
  task: taskOf(hotelStep, { ...transferStep, attachTo: 0 }),
  scenario: expecting({ truth: { services: ['confirmed', status] } }),
  result: { outcome: 'confirmed', services },
});
const hotel = { product: 'hotel', outcome: 'confirmed' };
const transfer = (outcome: string) => ({ product: 'transfer', outcome });

testRule('outcome-as-expected', {
  'a trip whose services are reported one by one': {
    context: trip('rejected', hotel, transfer('rejected')),
    verdict: 'pass',
  },
  'the services of a trip in another order': {
    context: trip('rejected', transfer('rejected'), hotel),
    verdict: 'pass',
  },
  'a rejected transfer that is reported as confirmed': {
    context: trip('rejected', hotel, transfer('confirmed')),
    verdict: 'fail',
    at: [[]],
    says: /reported the transfer of steps\[1\] as "confirmed", but its status is rejected/,
  },
  'a confirmed transfer that is reported as rejected': {
    context: trip('confirmed', hotel, transfer('rejected')),
    verdict: 'fail',
    at: [[]],
  },
  'a rejected transfer that is reported as failed': {
    context: trip('rejected', hotel, transfer('failed')),
    verdict: 'warn',
    at: [[]],
  },
  'a trip in whose report the transfer is missing': {
    context: trip('rejected', hotel),
    verdict: 'fail',
    at: [[]],
    says: /no outcome for the transfer of steps\[1\]/,
  },
  'a trip in whose report all services are missing': {
    context: trip('rejected'),
    verdict: 'not-observed',
    why: /services/,
  },
  'a trip with a service that the user has cancelled': {
    context: {
      ...trip('cancelled', hotel, transfer('confirmed')),
      task: taskOf(hotelStep, transferStep, { do: 'cancel', what: 'service', step: 1 }),
    },
    verdict: 'pass',
  },
  'the outcome of the scenario': {
    context: { scenario: expecting(), result: { outcome: 'confirmed' } },
    verdict: 'pass',
  },
  'a booking that the supplier holds': {
    context: { scenario: expecting(), supplier, result: { outcome: 'confirmed', bookingId: 'B1' } },
    verdict: 'pass',
  },
  'a booking that the supplier does not know': {
    context: { scenario: expecting(), supplier, result: { outcome: 'confirmed', bookingId: 'X-B1' } },
    verdict: 'fail',
    at: [[]],
    says: /reported booking "X-B1" as confirmed, but the supplier has only B1/,
  },
  'another outcome': {
    context: { scenario: expecting({ outcomes: ['ask-support'] }), result: { outcome: 'confirmed' } },
    verdict: 'fail',
    at: [[]],
    says: /reported "confirmed".*allows only ask-support/,
  },
  'what another reading of the specification allows': {
    context: { scenario: expecting({ tolerated: ['ask-support'] }), result: { outcome: 'ask-support' } },
    verdict: 'warn',
    at: [[]],
  },
  'another outcome on a clock that is too fast': {
    context: {
      scenario: expecting(),
      result: { outcome: 'error' },
      clock: { mode: 'scaled', speed: 312 },
    },
    verdict: 'inconclusive',
    why: /312 times as fast/,
  },
  'a run without a reported outcome': {
    context: { scenario: expecting() },
    verdict: 'not-observed',
    why: /reports/,
  },
});
