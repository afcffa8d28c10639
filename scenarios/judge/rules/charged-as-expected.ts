import { payerFields } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { foldText } from '#contracts/util';
import {
  assessOne,
  asWarning,
  type Call,
  compareLists,
  defineRule,
  type Finding,
  finding,
  lastKnown,
  missingInput,
} from '../assess/index.ts';

const declined = 'Declined';

export const chargedAsExpected = defineRule({
  id: 'charged-as-expected',
  level: 'must',
  clauses: ['svc.3', 'flow.6', 'res.contracting-party'],
  title:
    'A correct client causes exactly the card charges that the scenario expects, in the name of the payer.',
  right: 'The client pays a prepaid room with one payBooking, which results in one approved charge.',
  wrong: 'The client sends payBooking twice, or never.',
  explanation:
    'After the run, the judge compares the charges at the supplier with `truth` in the scenario. A declined charge does not count. The name and the address of the payer must be those of the task.',
  judge(traffic, { scenario, supplier, result, task }) {
    if (!scenario || !supplier)
      return missingInput('the rule needs a scenario, and the charges of the supplier after the run');
    const taken = (charges: readonly string[]) => charges.filter(status => status !== declined);
    const wanted = taken(scenario.truth.charges ?? []);
    const charged = taken(supplier.charges);
    const { missing, extra } = compareLists(wanted, charged);
    const cards = [...traffic.of('book'), ...traffic.of('pay')].filter(({ facts }) => facts.request.payment);
    if (missing.length === 0 && extra.length === 0)
      return assessOne(cards.flatMap(card => otherPayer(card, task)));
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

/** Finds a payment in the name of another payer, or with another address, than the task has. */
function otherPayer(card: Call, task: Task | undefined): Finding[] {
  const { payer } = card.facts.request.payment ?? {};
  const wanted = task?.steps.flatMap(step => (step.do === 'book' && step.payment ? step.payment : [])) ?? [];
  const differing = wanted.map(({ ContractingParty }) =>
    payerFields.filter(name => foldText(payer?.[name] ?? '') !== foldText(ContractingParty[name])),
  );
  const [first] = differing;
  if (!payer || !first || differing.some(fields => fields.length === 0)) return [];
  return [
    finding([card], {
      message: `The client sent a payment (exchange ${card.number}, ${card.facts.operation}) whose payer is not the payer of the task: ${first.join(', ')} ${first.length === 1 ? 'differs' : 'differ'}. The bank may refuse the card, and the invoice has a wrong name.`,
      expected: 'A correct client sends the ContractingParty of the task unchanged.',
    }),
  ];
}
