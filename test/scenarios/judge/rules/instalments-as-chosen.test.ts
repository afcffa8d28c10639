import { payment } from '#scenarios/catalogue/parts';
import { traffic } from './build.ts';
import { carStep, hotelStep, oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const inPlan = (instalments: number) => ({ request: { payment: { condition: 'PC1-1', instalments } } });
const stepIn = (NumberPayments: number) => ({
  payment: { ...payment, CreditCard: { ...payment.CreditCard, NumberPayments } },
});
const inThree = { task: taskOf({ ...hotelStep, ...stepIn(3) }) };
const mixed = { task: taskOf({ ...hotelStep, ...stepIn(3) }, { ...carStep, ...stepIn(1) }) };

testRule('instalments-as-chosen', {
  'the plan of the user': { traffic: traffic().pay(inPlan(3)), context: inThree, verdict: 'pass' },
  'another plan': {
    traffic: traffic().pay(inPlan(6)),
    context: inThree,
    verdict: 'fail',
    at: [[1]],
    says: /paid in 6 instalments \(exchange 1\), but the user chose 3 instalments/,
  },
  'the plan of another service': {
    traffic: traffic().book(inPlan(1)),
    context: mixed,
    verdict: 'fail',
    at: [[1]],
  },
  'the payment of any service': { traffic: traffic().pay(inPlan(1)), context: mixed, verdict: 'pass' },
  'a task without a card': { traffic: traffic().pay(inPlan(6)), context: oneTask, verdict: 'not-observed' },
  'a payment without a task': { traffic: traffic().pay(inPlan(6)), verdict: 'not-observed', why: /task/ },
});
