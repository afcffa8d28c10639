import { type Say, toBooking } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const booked = () => toBooking();
const card = (mark: string | undefined, condition = 'PC1-1'): Say['request'] => ({
  payment: { condition, card: { last4: '1111', luhn: true, ours: true, ...(mark && { mark }) } },
});
const declined = (mark: string | undefined, condition?: string): Say => ({
  request: card(mark, condition) ?? {},
  answer: { paymentStatus: 'Declined' },
});

testRule('declined-card-not-repeated', {
  'a declined card that is not sent again': passes(booked().pay(declined('~a')), { context: oneTask }),
  'a declined card that is sent again unchanged': fails(
    [[4, 5]],
    booked().pay(declined('~a')).pay(declined('~a')),
    { context: oneTask, says: /sent a card that ends in 1111 again.*exchange 5.*declined.*exchange 4/ },
  ),
  'a declined card that is sent two more times': fails(
    [
      [4, 5],
      [4, 6],
    ],
    booked().pay(declined('~a')).pay(declined('~a')).pay(declined('~a')),
    { context: oneTask },
  ),
  'a declined card that is sent again after another card': fails(
    [[4, 6]],
    booked().pay(declined('~a')).pay(declined('~b')).pay(declined('~a')),
    { context: oneTask },
  ),
  'another card with the same last digits': passes(
    booked()
      .pay(declined('~a'))
      .pay({ request: card('~b') ?? {} }),
    { context: oneTask },
  ),
  'the same card with other instalments': passes(booked().pay(declined('~a')).pay(declined('~a', 'PC1-3')), {
    context: oneTask,
  }),
  'the same card for another booking': passes(
    booked().pay(declined('~a')).search().conditions().book().pay(declined('~a')),
    { context: oneTask },
  ),
  'the same card after a payment without an answer': passes(
    booked()
      .pay({ lost: 'reset', request: card('~a') ?? {} })
      .pay(declined('~a')),
    { context: oneTask },
  ),
  'a declined card that is sent again by traffic without a task': warns(
    [[4, 5]],
    booked().pay(declined('~a')).pay(declined('~a')),
  ),
  'cards that the record does not tell apart': notObserved(
    booked().pay(declined(undefined)).pay(declined(undefined)),
    { context: oneTask },
  ),
  'a payment that was approved': notObserved(booked().pay(), { context: oneTask }),
});
