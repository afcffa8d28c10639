import {
  assessOne,
  asWarning,
  compareLists,
  defineRule,
  finding,
  lastKnown,
  missingInput,
} from '../assess/index.ts';

const declined = 'Declined';

export const chargedAsExpected = defineRule({
  id: 'charged-as-expected',
  level: 'must',
  clauses: ['svc.3', 'flow.6'],
  title: 'A correct client causes exactly the card charges that the scenario expects.',
  right: 'The client pays a prepaid room with one payBooking, which results in one approved charge.',
  wrong: 'The client sends payBooking twice, or never.',
  explanation:
    'After the run, the judge compares the charges at the supplier with `truth` in the scenario. A declined charge does not count.',
  judge(traffic, { scenario, supplier, result }) {
    if (!scenario || !supplier)
      return missingInput('the rule needs a scenario, and the charges of the supplier after the run');
    const taken = (charges: readonly string[]) => charges.filter(status => status !== declined);
    const wanted = taken(scenario.truth.charges ?? []);
    const charged = taken(supplier.charges);
    const { missing, extra } = compareLists(wanted, charged);
    if (missing.length === 0 && extra.length === 0) return assessOne(undefined);
    const cards = [...traffic.of('book'), ...traffic.of('pay')].filter(({ facts }) => facts.request.payment);
    const numbers = cards.map(({ number }) => number).join(', ');
    const sent = cards.length === 0 ? 'it sent no card' : `it sent a card in exchange ${numbers}`;
    const found = finding(cards.length === 0 ? lastKnown(traffic).calls : cards, {
      message: `The client caused the card charges [${charged.join(', ')}], but the scenario expects [${wanted.join(', ')}]: ${sent}. The traveller would pay the wrong amount.`,
      expected: `A correct client causes ${wanted.length} charge${wanted.length === 1 ? '' : 's'}: [${wanted.join(', ')}].`,
    });
    const isOtherReading = result !== undefined && (scenario.tolerated ?? []).includes(result.outcome);
    return assessOne(isOtherReading && extra.length === 0 ? asWarning(found) : found);
  },
});
