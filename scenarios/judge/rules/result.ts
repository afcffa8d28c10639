import { statuses } from '#contracts';
import { payerFields } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { counted, foldText } from '#contracts/util';
import {
  type Booked,
  bookedAnother,
  bookStepsOf,
  compareLists,
  compareWithTask,
  type Difference,
  differ,
} from '../compare-with-task.ts';
import type { Reported, Run } from '../context.ts';
import { lastKnown } from '../reported.ts';
import { asWarning, defineRule, type Found, finding, findingWith, missingInput } from '../rule.ts';
import { type Call, couldNotCollide } from '../traffic/index.ts';
import { earlyRebookings } from './rebooking.ts';

export const resultRules = [
  defineRule('outcome-as-expected', {
    clauses: ['svc.1', 'flow.4'],
    title: 'A correct client reports an outcome that the scenario allows.',
    right: 'DoBooking returns FAILED, and the client reports "failed".',
    wrong: 'DoBooking returns FAILED with HTTP 200, and the client reports "confirmed".',
    explanation:
      'The judge compares the reported outcome with the scenario. An outcome in `tolerated` is a warning, and so is "rejected" for a failed or expired booking that the client last saw with the label REJEITADO. For a task that books several services, the judge also compares the outcome of each service in `services`. The rule needs the result of the client.',
    expected:
      'A correct client performs the task once, writes its result to the file whose path is in UNDERSTUDY_RESULT, and exits.',
    judge(run) {
      const { scenario, result, trouble } = run;
      if (scenario && trouble !== undefined) return finding`${trouble}`;
      if (!scenario || !result)
        return missingInput('the rule needs a scenario, and the outcome that the client reports');
      const { outcomes, tolerated = [] } = scenario;
      const { outcome } = result;
      if (scenario.certificate && run.calls.length > 0)
        return findingWith({
          also: run.calls.slice(0, 1),
          expected: `A correct client makes no call, and reports "${outcomes.join('" or "')}".`,
        })`The client made a call, so it does not check the certificate of the server. Another server could read its credentials and cards.`;
      if (outcomes.includes(outcome) || bookedAnother(run)) {
        const others = [unknownBooking(result, run) ?? [], wrongServices(run)].flat();
        if (others.length > 0 || !isMissingServices(run)) return others;
        return missingInput(
          'the task books several services, but the result of the client has no `services`',
        );
      }
      const { text, calls } = lastKnown(run);
      const harm =
        outcome === 'unsupported'
          ? '"unsupported" skips a task only before the first call that books, pays or cancels, because something may be booked or changed now.'
          : 'The user would act on a wrong result.';
      const warn = tolerated.includes(outcome) || isReadFromLabel(run);
      return findingWith({
        also: [...decisiveCalls(run), ...calls],
        warn,
        expected: `A correct client reports "${outcomes.join('" or "')}".`,
      })`The client reported "${outcome}", but the scenario allows only ${outcomes.join(' or ')}: ${text}. ${harm}`;
    },
  }),
  defineRule('booked-as-expected', {
    clauses: ['flow.3'],
    title:
      'A correct client makes exactly the bookings of the task: none is missing, and none is made twice.',
    right:
      'The answer to DoBooking is lost, GetBooking finds the booking, and the supplier holds one booking.',
    wrong:
      'The answer to DoBooking is lost, the client sends DoBooking again, and the supplier holds two bookings.',
    explanation:
      'After the run, the judge compares the bookings at the supplier with the task and with `truth` in the scenario. Names, documents and contact data of guests must arrive as the task gives them. Letter case and extra spaces make no difference.',
    expected: 'A correct client sends its calls to the address in UNDERSTUDY_BASE_URL.',
    judge(run) {
      const { task, scenario, supplier } = run;
      if (!scenario || !supplier)
        return missingInput('the rule needs a scenario, and the bookings of the supplier after the run');
      const { services } = scenario.truth;
      const { missing, extra: more } = compareLists(services, supplier.services);
      // A client may book again after a rejection, because a Rejected booking costs nothing (status.rejeitado, decision 1).
      const extra = more.filter(status => status !== 'rejected');
      // If the statuses are wrong, the finding below says so, and the steps are compared without them.
      const isEven = missing.length === 0 && extra.length === 0;
      const booked = task ? compareWithTask(task, supplier, isEven && more.length === 0 ? services : []) : [];
      const others = booked.flatMap(one => judgeService(one, run) ?? []);
      if (isEven || bookedAnother(run)) return others;
      if (run.calls.length === 0 && supplier.services.length === 0)
        return finding`The supplier received no call, so nothing is booked (missing: ${missing.join(', ')}).`;
      const { text, calls } = lastKnown(run);
      const books = run.of('book').map(({ number }) => number);
      const sent = books.length > 1 ? `DoBooking was sent in exchanges ${books.join(', ')}; ` : '';
      const wrong = [
        ...(extra.length > 0 ? [`too many: ${extra.join(', ')}`] : []),
        ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
      ];
      const found = findingWith({
        also: [...run.of('book'), ...calls],
        expected: `A correct client books each service once, so that the statuses are [${services.join(', ')}].`,
      })`The client booked services that have the statuses [${supplier.services.join(', ')}], but the scenario expects [${services.join(', ')}] (${wrong.join('; ')}): ${sent}${text}. The traveller would have the wrong bookings.`;
      // If a client looks up a booking too early and books again, the supplier can have two bookings (decision 3).
      const isEarly = missing.length === 0 && extra.length > 0 && extra.length <= earlyRebookings(run).length;
      const isMild = isOtherReading(run) || isEarly || couldNotCollide(run.of('book'));
      return [...others, isMild ? asWarning(found) : found];
    },
  }),
  defineRule('charged-as-expected', {
    clauses: ['svc.3', 'flow.6', 'res.contracting-party'],
    title:
      'A correct client causes exactly the card charges that the scenario expects, in the name of the payer.',
    right: 'The client pays a prepaid room with one payBooking, which results in one approved charge.',
    wrong: 'The client sends payBooking twice, or never.',
    explanation:
      'After the run, the judge compares the charges at the supplier with `truth` in the scenario. A declined charge does not count. The name and the address of the payer must be those of the task.',
    expected: 'A correct client sends the ContractingParty of the task unchanged.',
    judge(run) {
      const { scenario, supplier, task } = run;
      if (!scenario || !supplier)
        return missingInput('the rule needs a scenario, and the charges of the supplier after the run');
      const taken = (charges: readonly string[]) => charges.filter(status => status !== declined);
      const wanted = taken(scenario.truth.charges ?? []);
      const charged = taken(supplier.charges);
      const { missing, extra } = compareLists(wanted, charged);
      const cards = [...run.of('book'), ...run.of('pay')].filter(({ facts }) => facts.request.payment);
      if (missing.length === 0 && extra.length === 0) return cards.flatMap(card => otherPayer(card, task));
      const numbers = cards.map(({ number }) => number).join(', ');
      const sent = cards.length === 0 ? 'it sent no card' : `it sent a card in exchange ${numbers}`;
      const warn = isOtherReading(run) && extra.length === 0;
      return findingWith({
        also: cards.length === 0 ? lastKnown(run).calls : cards,
        warn,
        expected: `A correct client causes ${counted(wanted.length, 'charge')}: [${wanted.join(', ')}].`,
      })`The client caused the card charges [${charged.join(', ')}], but the scenario expects [${wanted.join(', ')}]: ${sent}. The traveller would pay the wrong amount.`;
    },
  }),
] as const;

/** Failed and expired bookings have the label REJEITADO. Whether status or label decides is not specified (decision 1). */
const isReadFromLabel = ({ result, scenario, calls }: Run): boolean =>
  result?.outcome === 'rejected' &&
  scenario?.outcomes.some(one => one === 'failed' || one === 'expired') === true &&
  calls.findLast(({ shown }) => shown)?.facts.answer.label === statuses.rejected.label;

/** Without such a call, the last call, after which the client gave up. */
function decisiveCalls({ calls }: Run): Call[] {
  const decisive = calls.filter(({ isChange }) => isChange);
  return decisive.length > 0 ? decisive : calls.slice(-1);
}

/** Of a task that books several services; empty if a step books no service. */
function tripSteps({ task, scenario }: Run) {
  const steps = task ? bookStepsOf(task) : [];
  const statuses = scenario?.truth.services ?? [];
  if (steps.length < 2 || steps.length !== statuses.length) return [];
  return steps.map((one, at) => ({ ...one, status: statuses[at] ?? '' }));
}

const isMissingServices = (run: Run): boolean =>
  tripSteps(run).length > 0 && (run.result?.services ?? []).length === 0;

/** For any other status, only `confirmed` is wrong. */
const outcomesFor: Readonly<Record<string, readonly string[]>> = {
  confirmed: ['confirmed'],
  rejected: ['rejected'],
  failed: ['failed'],
  expired: ['expired'],
};

function wrongServices(run: Run): Found[] {
  const { result, task } = run;
  const { services = [] } = result ?? {};
  if (services.length === 0) return [];
  const rest = [...services];
  const isCancelled = task?.steps.some(step => step.do === 'cancel') ?? false;
  return tripSteps(run).flatMap(({ step: { product }, index, status }) => {
    const at = rest.findIndex(service => service.product === product);
    const [reported] = at < 0 ? [] : rest.splice(at, 1);
    // If the service was cancelled later, the client may report the outcome of the booking or of the cancellation.
    if (status === 'cancelled' && isCancelled && reported) return [];
    const isWrong = reported ? !(outcomesFor[status] ?? [reported.outcome]).includes(reported.outcome) : true;
    const isConfirmed = reported?.outcome === 'confirmed';
    if (!isWrong && isConfirmed === (status === 'confirmed')) return [];
    const calls = run.of('book').filter(book => book.product === product);
    const isCostly = !reported || isConfirmed || status === 'confirmed';
    return findingWith({
      also: calls.length > 0 ? calls : lastKnown(run).calls,
      warn: !isCostly,
      expected: `A correct client reports the outcome of each service of a trip in \`services\`.`,
    })`${reported ? `The client reported the ${product} of steps[${index}] as "${reported.outcome}"` : `The client reported no outcome for the ${product} of steps[${index}]`}, but its status is ${status}. The traveller would rely on a wrong trip.`;
  });
}

function unknownBooking({ outcome, bookingId }: Reported, run: Run): Found | undefined {
  const ids = [...new Set(run.supplier?.held?.map(held => held.bookingId))];
  if (outcome !== 'confirmed' || bookingId === undefined || ids.length === 0 || ids.includes(bookingId))
    return undefined;
  return findingWith({
    also: decisiveCalls(run),
    expected: `A correct client reports ${ids.join(' or ')} as the bookingId.`,
  })`The client reported booking "${bookingId}" as confirmed, but the supplier has only ${ids.join(', ')}. The user could not find this booking.`;
}

/** Returns whether another reading of the specification allows the reported outcome. */
const isOtherReading = ({ scenario, result }: Run): boolean =>
  result !== undefined && (scenario?.tolerated ?? []).includes(result.outcome);

function judgeService({ held, step, differences: inTask }: Booked, run: Run): Found | undefined {
  const { bookingId, product } = held;
  const calls = run.of('book').filter(book => book.product === product);
  const own = calls.filter(({ trip }) => trip?.id === bookingId);
  const cancels = run.of('cancel');
  const isOtherEnd = inTask.some(({ field }) => field === 'status') && cancels.length > 0;
  const proof = [...(own.length > 0 ? own : calls), ...(isOtherEnd ? cancels : [])];
  if (step === undefined)
    return findingWith({
      also: proof,
      expected: 'A correct client books only the services of the task.',
    })`The client booked a ${product}, which the task does not contain (booking ${bookingId}). The traveller would pay for an unwanted service.`;
  const [only, ...more] = own;
  const differences = [...inTask, ...(more.length === 0 ? otherOffer(run.task?.steps[step], only) : [])];
  if (differences.length === 0) return undefined;
  const harm = differences.every(({ field }) => isOfGuests(field))
    ? 'The supplier could turn the travellers away.'
    : 'The traveller would get the wrong service.';
  const values = differences.slice(0, maxShown).map(({ field, wanted }) => `${field}: ${wanted}`);
  return findingWith({
    also: proof,
    expected: `A correct client books the service with these values: ${values.join('; ')}.`,
  })`The client booked a ${product} (booking ${bookingId}) that differs from steps[${step}] of the task: ${differencesText(differences)}${isOtherEnd ? ` (cancelled in exchange ${cancels.map(({ number }) => number).join(', ')})` : ''}. ${harm}`;
}

/** One mistake can change a field of every guest. */
const maxShown = 6;

const isOfGuests = (field: string): boolean => /guest|adults$/.test(field) && !field.startsWith('criteria');

function differencesText(differences: readonly Difference[]): string {
  const parts = differences.slice(0, maxShown).map(({ field, wanted, booked, isPrivate }) => {
    if (!isPrivate) return `${field} is ${booked || 'none'}, but the task has ${wanted}`;
    return booked === '' ? `${field} is missing` : `${field} differs from the task`;
  });
  const more = differences.length - parts.length;
  return [...parts, ...(more > 0 ? [`and ${more} more values differ`] : [])].join('; ');
}

function otherOffer(step: Task['steps'][number] | undefined, book: Call | undefined): Difference[] {
  const given = book?.issuer?.facts.answer;
  const choose = step?.do === 'book' ? step.choose : undefined;
  if (!given || !choose) return [];
  return [
    ...differ('choose.restrictionType', choose.restrictionType, given.restriction),
    ...differ('choose.isPrePayment', choose.isPrePayment, given.prePayment),
    ...differ('choose.canPayLater', choose.canPayLater, given.payLater),
  ];
}

const declined = 'Declined';

function otherPayer(card: Call, task: Task | undefined): Found | [] {
  const { payer } = card.facts.request.payment ?? {};
  const wanted = task?.steps.flatMap(step => (step.do === 'book' && step.payment ? step.payment : [])) ?? [];
  const differing = wanted.map(({ ContractingParty }) =>
    payerFields.filter(name => foldText(payer?.[name] ?? '') !== foldText(ContractingParty[name])),
  );
  const [first] = differing;
  if (!payer || !first || differing.some(fields => fields.length === 0)) return [];
  return finding`The client sent a payment (${card}, ${card.facts.operation}) whose payer is not the payer of the task: ${first.join(', ')} ${first.length === 1 ? 'differs' : 'differ'}. The bank may refuse the card, and the invoice has a wrong name.`;
}
