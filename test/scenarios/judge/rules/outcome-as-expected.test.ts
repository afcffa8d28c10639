import type { Supplied } from '#scenarios/judge';
import { expecting } from './tasks.ts';
import { testRule } from './test-rule.ts';

const supplier: Supplied = {
  services: ['confirmed'],
  charges: [],
  held: [
    { bookingId: 'B1', product: 'hotel', status: 'confirmed', start: '2026-12-10', parties: [], guests: [] },
  ],
};

testRule('outcome-as-expected', {
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
