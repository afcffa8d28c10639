import { type Say, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const booked = () => traffic().search().conditions().book();
const card = (mark: string | undefined, condition = 'PC1-1'): Say['request'] => ({
  payment: { condition, card: { last4: '1111', luhn: true, ours: true, ...(mark && { mark }) } },
});
const declined = (mark: string | undefined, condition?: string): Say => ({
  request: card(mark, condition) ?? {},
  answer: { paymentStatus: 'Declined' },
});

testRule('declined-card-not-repeated', {
  'a declined card that is not sent again': {
    traffic: booked().pay(declined('~a')),
    context: oneTask,
    verdict: 'pass',
  },
  'a declined card that is sent again unchanged': {
    traffic: booked().pay(declined('~a')).pay(declined('~a')),
    context: oneTask,
    verdict: 'fail',
    at: [[4, 5]],
    says: /sent a card that ends in 1111 again.*exchange 5.*declined.*exchange 4/,
  },
  'a declined card that is sent two more times': {
    traffic: booked().pay(declined('~a')).pay(declined('~a')).pay(declined('~a')),
    context: oneTask,
    verdict: 'fail',
    at: [
      [4, 5],
      [4, 6],
    ],
  },
  'a declined card that is sent again after another card': {
    traffic: booked().pay(declined('~a')).pay(declined('~b')).pay(declined('~a')),
    context: oneTask,
    verdict: 'fail',
    at: [[4, 6]],
  },
  'another card with the same last digits': {
    traffic: booked()
      .pay(declined('~a'))
      .pay({ request: card('~b') ?? {} }),
    context: oneTask,
    verdict: 'pass',
  },
  'the same card with other instalments': {
    traffic: booked().pay(declined('~a')).pay(declined('~a', 'PC1-3')),
    context: oneTask,
    verdict: 'pass',
  },
  'the same card for another booking': {
    traffic: booked().pay(declined('~a')).search().conditions().book().pay(declined('~a')),
    context: oneTask,
    verdict: 'pass',
  },
  'the same card after a payment without an answer': {
    traffic: booked()
      .pay({ lost: 'reset', request: card('~a') ?? {} })
      .pay(declined('~a')),
    context: oneTask,
    verdict: 'pass',
  },
  'a declined card that is sent again by traffic without a task': {
    traffic: booked().pay(declined('~a')).pay(declined('~a')),
    verdict: 'warn',
    at: [[4, 5]],
  },
  'cards that the record does not tell apart': {
    traffic: booked().pay(declined(undefined)).pay(declined(undefined)),
    context: oneTask,
    verdict: 'not-observed',
  },
  'a payment that was approved': { traffic: booked().pay(), context: oneTask, verdict: 'not-observed' },
});
