import type { Say } from './build.ts';
import { toBooking, toConditions } from './build.ts';
import { taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

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
  'a new price that was shown and booked': passes(toConditions(moved).book(), { context: showing(110) }),
  'a new price that the user was not shown': fails([[2, 3]], toConditions(moved).book(), {
    context: showing(100),
    says: /showed the user 100 BRL, but the booked offer costs 110 BRL/,
  }),
  'a price that the user declines and the client does not book': passes(toConditions(moved), {
    context: declining,
  }),
  'a price that the user declines and the client books': fails([[2, 3]], toConditions(moved).book(), {
    context: declining,
    expects: /sends no DoBooking/,
  }),
  'a price that moved between two conditions': fails(
    [[3, 4]],
    toConditions()
      .revalidate('RoomsFoundWithChanges', { answer: { price: { value: 120, currency: 'BRL' } } })
      .book(),
    { context: declining, says: /100 BRL in exchange 2, now 120 BRL/ },
  ),
  'other taxes that the user declines and the client books': fails(
    [[2, 3]],
    toConditions(otherTerms).book(),
    {
      context: decliningTerms,
      says: /although the taxes or the cancellation policies changed in exchange 2/,
    },
  ),
  'other taxes that the user declines and the client does not book': passes(toConditions(otherTerms), {
    context: decliningTerms,
  }),
  'other taxes that the user accepts': passes(toConditions(otherTerms).book(), { context: showing(100) }),
  'policies that changed between two conditions, and that the user declines': fails(
    [[3, 4]],
    toConditions().revalidate('RoomsFoundWithChanges', { answer: { policies } }).book(),
    { context: decliningTerms, says: /the cancellation policies changed/ },
  ),
  'the same policies in another order': notObserved(
    toConditions({ answer: { policies: [...policies, ...more] } })
      .revalidate('SameRoomsFound', { answer: { policies: [...more, ...policies] } })
      .book(),
    { context: decliningTerms },
  ),
  'a price that stayed': notObserved(toBooking(), { context: showing(100) }),
  'a price that stayed and was shown otherwise': warns([[2, 3]], toBooking(), {
    context: showing(110),
    says: /showed the user 110 BRL, but the booked offer costs 100 BRL/,
  }),
  'a new price whose client does not say what it showed': notObserved(toConditions(moved).book(), {
    context: { task: taskOf() },
  }),
  'traffic without a task': notObserved(toConditions(moved).book(), { why: /needs a task/ }),
});
