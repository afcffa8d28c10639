import { minute, traffic } from './build.ts';
import { lostTwice } from './lost-bookings.ts';
import { expecting } from './tasks.ts';
import { testRule } from './test-rule.ts';

const holding = (...services: string[]) => ({ scenario: expecting(), supplier: { services, charges: [] } });

testRule('booked-as-expected', {
  'one booking where one was asked for': { context: holding('confirmed'), verdict: 'pass' },
  'a booking twice': {
    traffic: traffic().search().conditions().book().conditions().book(),
    context: holding('confirmed', 'confirmed'),
    verdict: 'fail',
    at: [[3, 5]],
    says: /too many: confirmed/,
  },
  'a booking that was lost': { context: holding(), verdict: 'fail', at: [[]], says: /missing: confirmed/ },
  'a booking that ended otherwise': {
    context: holding('cancelled'),
    verdict: 'fail',
    at: [[]],
    says: /too many: cancelled; missing: confirmed/,
  },
  'two bookings after an early look that found nothing (decision 7)': {
    traffic: lostTwice(5 * minute, builder => builder.find()),
    context: holding('confirmed', 'confirmed'),
    verdict: 'warn',
    at: [[3, 6]],
  },
  'what an outcome that is tolerated leaves behind': {
    context: {
      scenario: expecting({ tolerated: ['pending'] }),
      supplier: { services: ['on-request'], charges: [] },
      result: { outcome: 'pending' },
    },
    verdict: 'warn',
    at: [[]],
  },
  'traffic whose supplier nobody asked': { context: { scenario: expecting() }, verdict: 'not-observed' },
});
