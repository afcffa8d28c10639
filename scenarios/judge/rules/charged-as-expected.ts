import { compareLists, defineRule, finding, missingInput, overOne } from '../assess/index.ts';

const declined = 'Declined';

/** The card ends with the charges that the task asked for. One that was declined is none. */
export const chargedAsExpected = defineRule({
  id: 'charged-as-expected',
  level: 'must',
  clauses: ['svc.3', 'flow.6'],
  title: 'Leaves the card with the charges that the task asked for, no more and no fewer.',
  right: 'A prepaid room is paid by one payBooking: one approved charge.',
  wrong: 'payBooking is sent twice, or never.',
  explanation: "compares what the supplier holds with the scenario's truth, once the sandbox is closed",
  judge(traffic, { scenario, supplier }) {
    if (!scenario || !supplier)
      return missingInput('it takes a scenario and what the supplier holds in the end');
    const taken = (charges: readonly string[]) => charges.filter(status => status !== declined);
    const wanted = taken(scenario.truth.charges ?? []);
    const charged = taken(supplier.charges);
    const { missing, extra } = compareLists(wanted, charged);
    if (missing.length === 0 && extra.length === 0) return overOne(undefined);
    const cards = [...traffic.of('book'), ...traffic.of('pay')].filter(({ facts }) => facts.request.payment);
    const told = finding(cards, {
      message: `The card was charged [${charged.join(', ')}]; this task comes to [${wanted.join(', ')}].`,
      expected: `${wanted.length} charge${wanted.length === 1 ? '' : 's'}: [${wanted.join(', ')}].`,
    });
    return overOne(told);
  },
});
