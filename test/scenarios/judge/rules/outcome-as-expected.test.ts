import type { JudgeContext, Supplied } from '#scenarios/judge';
import { expecting, hotelStep, taskOf, transferStep } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

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
  'a trip whose services are reported one by one': passes({
    context: trip('rejected', hotel, transfer('rejected')),
  }),
  'the services of a trip in another order': passes({
    context: trip('rejected', transfer('rejected'), hotel),
  }),
  'a rejected transfer that is reported as confirmed': fails([[]], {
    context: trip('rejected', hotel, transfer('confirmed')),
    says: /reported the transfer of steps\[1\] as "confirmed", but its status is rejected/,
  }),
  'a confirmed transfer that is reported as rejected': fails([[]], {
    context: trip('confirmed', hotel, transfer('rejected')),
  }),
  'a rejected transfer that is reported as failed': warns([[]], {
    context: trip('rejected', hotel, transfer('failed')),
  }),
  'a trip in whose report the transfer is missing': fails([[]], {
    context: trip('rejected', hotel),
    says: /no outcome for the transfer of steps\[1\]/,
  }),
  'a trip in whose report all services are missing': notObserved({
    context: trip('rejected'),
    why: /services/,
  }),
  'a trip with a service that the user has cancelled': passes({
    context: {
      ...trip('cancelled', hotel, transfer('confirmed')),
      task: taskOf(hotelStep, transferStep, { do: 'cancel', what: 'service', step: 1 }),
    },
  }),
  'the outcome of the scenario': passes({
    context: { scenario: expecting(), result: { outcome: 'confirmed' } },
  }),
  'a booking that the supplier holds': passes({
    context: { scenario: expecting(), supplier, result: { outcome: 'confirmed', bookingId: 'B1' } },
  }),
  'a booking that the supplier does not know': fails([[]], {
    context: { scenario: expecting(), supplier, result: { outcome: 'confirmed', bookingId: 'X-B1' } },
    says: /reported booking "X-B1" as confirmed, but the supplier has only B1/,
  }),
  'another outcome': fails([[]], {
    context: { scenario: expecting({ outcomes: ['ask-support'] }), result: { outcome: 'confirmed' } },
    says: /reported "confirmed".*allows only ask-support/,
  }),
  'what another reading of the specification allows': warns([[]], {
    context: { scenario: expecting({ tolerated: ['ask-support'] }), result: { outcome: 'ask-support' } },
  }),
  'another outcome on a clock that is too fast': inconclusive({
    context: {
      scenario: expecting(),
      result: { outcome: 'error' },
      clock: { mode: 'scaled', speed: 312 },
    },
    why: /312 times as fast/,
  }),
  'a run without a reported outcome': notObserved({ context: { scenario: expecting() }, why: /reports/ }),
});
