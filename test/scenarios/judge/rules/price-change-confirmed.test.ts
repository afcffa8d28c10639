import type { Say } from './build.ts';
import { traffic } from './build.ts';
import { taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const moved: Say = {
  answer: { price: { value: 110, currency: 'BRL' } },
  facts: { faults: [{ id: 'f1', kind: 'price' }] },
};
const declining = { task: { ...taskOf(), onPriceChange: 'decline' as const } };
const otherTerms: Say = { facts: { faults: [{ id: 'f1', kind: 'terms' }] } };
const policies = [{ start: '2026-12-01', end: '2026-12-12', value: 100, currency: 'BRL' }];
const more = [{ start: '2026-11-01', end: '2026-11-30', value: 50, currency: 'BRL' }];
const decliningTerms = { task: { ...taskOf(), onConditionsChange: 'decline' as const } };
const showing = (Value: number) => ({
  task: taskOf(),
  result: { outcome: 'confirmed', shownToUser: { total: { Value, Currency: 'BRL' } } },
});

testRule('price-change-confirmed', {
  'a new price that was shown and booked': {
    traffic: traffic().search().conditions(moved).book(),
    context: showing(110),
    verdict: 'pass',
  },
  'a new price that the user was not shown': {
    traffic: traffic().search().conditions(moved).book(),
    context: showing(100),
    verdict: 'fail',
    at: [[2, 3]],
    says: /showed the user 100 BRL, but the booked offer costs 110 BRL/,
  },
  'a price that the user declines and the client does not book': {
    traffic: traffic().search().conditions(moved),
    context: declining,
    verdict: 'pass',
  },
  'a price that the user declines and the client books': {
    traffic: traffic().search().conditions(moved).book(),
    context: declining,
    verdict: 'fail',
    at: [[2, 3]],
    expects: /sends no DoBooking/,
  },
  'a price that moved between two conditions': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('RoomsFoundWithChanges', { answer: { price: { value: 120, currency: 'BRL' } } })
      .book(),
    context: declining,
    verdict: 'fail',
    at: [[3, 4]],
    says: /100 BRL in exchange 2, now 120 BRL/,
  },
  'other taxes that the user declines and the client books': {
    traffic: traffic().search().conditions(otherTerms).book(),
    context: decliningTerms,
    verdict: 'fail',
    at: [[2, 3]],
    says: /although the taxes or the cancellation policies changed in exchange 2/,
  },
  'other taxes that the user declines and the client does not book': {
    traffic: traffic().search().conditions(otherTerms),
    context: decliningTerms,
    verdict: 'pass',
  },
  'other taxes that the user accepts': {
    traffic: traffic().search().conditions(otherTerms).book(),
    context: showing(100),
    verdict: 'pass',
  },
  'policies that changed between two conditions, and that the user declines': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('RoomsFoundWithChanges', { answer: { policies } })
      .book(),
    context: decliningTerms,
    verdict: 'fail',
    at: [[3, 4]],
    says: /the cancellation policies changed/,
  },
  'the same policies in another order': {
    traffic: traffic()
      .search()
      .conditions({ answer: { policies: [...policies, ...more] } })
      .revalidate('SameRoomsFound', { answer: { policies: [...more, ...policies] } })
      .book(),
    context: decliningTerms,
    verdict: 'not-observed',
  },
  'a price that stayed': {
    traffic: traffic().search().conditions().book(),
    context: showing(100),
    verdict: 'not-observed',
  },
  'a price that stayed and was shown otherwise': {
    traffic: traffic().search().conditions().book(),
    context: showing(110),
    verdict: 'warn',
    at: [[2, 3]],
    says: /showed the user 110 BRL, but the booked offer costs 100 BRL/,
  },
  'a new price whose client does not say what it showed': {
    traffic: traffic().search().conditions(moved).book(),
    context: { task: taskOf() },
    verdict: 'not-observed',
  },
  'traffic without a task': {
    traffic: traffic().search().conditions(moved).book(),
    verdict: 'not-observed',
    why: /needs a task/,
  },
});
