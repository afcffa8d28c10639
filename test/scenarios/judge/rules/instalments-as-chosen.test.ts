import { payment } from '#scenarios/catalogue/parts';
import { traffic } from './build.ts';
import { carStep, hotelStep, oneTask, taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const inPlan = (instalments: number) => ({ request: { payment: { condition: 'PC1-1', instalments } } });
const stepIn = (NumberPayments: number) => ({
  payment: { ...payment, CreditCard: { ...payment.CreditCard, NumberPayments } },
});
const inThree = { task: taskOf({ ...hotelStep, ...stepIn(3) }) };
const mixed = { task: taskOf({ ...hotelStep, ...stepIn(3) }, { ...carStep, ...stepIn(1) }) };

testRule('instalments-as-chosen', {
  'the plan of the user': passes(traffic().pay(inPlan(3)), { context: inThree }),
  'another plan': fails([[1]], traffic().pay(inPlan(6)), {
    context: inThree,
    says: /paid in 6 instalments \(exchange 1\), but the user chose 3 instalments/,
  }),
  'the plan of another service': fails([[1]], traffic().book(inPlan(1)), { context: mixed }),
  'the payment of any service': passes(traffic().pay(inPlan(1)), { context: mixed }),
  'a task without a card': notObserved(traffic().pay(inPlan(6)), { context: oneTask }),
  'a payment without a task': notObserved(traffic().pay(inPlan(6)), { why: /task/ }),
});
