import type { Task } from '#contracts/scenario';
import { assessEach, type Call, defineRule, finding, missingInput } from '../assess/index.ts';

export const instalmentsAsChosen = defineRule({
  id: 'instalments-as-chosen',
  level: 'must',
  clauses: ['res.payment', 'svc.3'],
  title: 'A correct client pays in the number of instalments that the user chose.',
  right: 'The task has NumberPayments 3, and the client pays with the payment condition of 3 instalments.',
  wrong: 'The client always pays in the most instalments that the supplier offers.',
  explanation:
    'The judge compares NumberPayments in each payment with NumberPayments in the task. The rule needs a task.',
  judge({ calls }, { task }) {
    if (!task) return missingInput('the rule needs a task, which says how many instalments the user chose');
    return assessEach(
      calls,
      call => {
        const { payment } = call.facts.request;
        const wanted = chosenFor(call, task);
        if (payment?.instalments === undefined || wanted.length === 0) return 'not applicable';
        if (wanted.includes(payment.instalments)) return undefined;
        return finding([call], {
          message: `The client paid in ${count(payment.instalments)} (exchange ${call.number}), but the user chose ${count(wanted[0] ?? 1)}. The user would get another plan of payments.`,
          expected: `A correct client sends NumberPayments ${wanted.join(' or ')}, with the payment condition that has as many Installments.`,
        });
      },
      'no payment had a number of instalments',
    );
  },
});

/** Returns the numbers of instalments that the user chose. A DoBooking shows the product, but a payBooking does not. */
const chosenFor = ({ step, product }: Call, { steps }: Task): number[] => [
  ...new Set(
    steps.flatMap(one =>
      one.do === 'book' && one.payment && (step !== 'book' || one.product === product)
        ? [one.payment.CreditCard.NumberPayments]
        : [],
    ),
  ),
];

const count = (instalments: number): string => `${instalments} instalment${instalments === 1 ? '' : 's'}`;
