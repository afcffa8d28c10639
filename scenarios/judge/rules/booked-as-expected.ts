import type { Task } from '#contracts/scenario';
import {
  assessOne,
  asWarning,
  type Booked,
  bookedAnother,
  type Call,
  compareLists,
  compareWithTask,
  couldNotCollide,
  type Difference,
  defineRule,
  type Finding,
  finding,
  lastKnown,
  missingInput,
  type Traffic,
} from '../assess/index.ts';
import { earlyRebookings } from './no-blind-rebooking.ts';

export const bookedAsExpected = defineRule({
  id: 'booked-as-expected',
  level: 'must',
  clauses: ['flow.3'],
  title: 'A correct client makes exactly the bookings of the task: none is missing, and none is made twice.',
  right: 'The answer to DoBooking is lost, GetBooking finds the booking, and the supplier holds one booking.',
  wrong:
    'The answer to DoBooking is lost, the client sends DoBooking again, and the supplier holds two bookings.',
  explanation:
    'After the run, the judge compares the bookings at the supplier with the task and with `truth` in the scenario. Names, documents and contact data of guests must arrive as the task gives them. Letter case and extra spaces make no difference.',
  judge(traffic, context) {
    const { task, scenario, supplier, result } = context;
    if (!scenario || !supplier)
      return missingInput('the rule needs a scenario, and the bookings of the supplier after the run');
    const { services } = scenario.truth;
    const { missing, extra: more } = compareLists(services, supplier.services);
    // A client may book again after a rejection, because a Rejected booking costs nothing (status.rejeitado, decision 1).
    const extra = more.filter(status => status !== 'rejected');
    // If the statuses of the booked services are wrong, the finding below says so, and the steps are compared without statuses.
    const isEven = missing.length === 0 && extra.length === 0;
    const booked = task ? compareWithTask(task, supplier, isEven && more.length === 0 ? services : []) : [];
    const others = booked.flatMap(one => judgeService(one, traffic, task?.steps) ?? []);
    if (isEven || bookedAnother(context)) return assessOne(others);
    if (traffic.calls.length === 0 && supplier.services.length === 0)
      return assessOne(
        finding([], {
          message: `The supplier received no call, so nothing is booked (missing: ${missing.join(', ')}).`,
          expected: 'A correct client sends its calls to the address in UNDERSTUDY_BASE_URL.',
        }),
      );
    const { text, calls } = lastKnown(traffic);
    const books = traffic.of('book').map(({ number }) => number);
    const sent = books.length > 1 ? `DoBooking was sent in exchanges ${books.join(', ')}; ` : '';
    const found = finding([...traffic.of('book'), ...calls], {
      message: `The client booked services that have the statuses [${supplier.services.join(', ')}], but the scenario expects [${services.join(', ')}] (${[
        extra.length > 0 ? `too many: ${extra.join(', ')}` : [],
        missing.length > 0 ? `missing: ${missing.join(', ')}` : [],
      ]
        .flat()
        .join('; ')}): ${sent}${text}. The traveller would have the wrong bookings.`,
      expected: `A correct client books each service once, so that the statuses are [${services.join(', ')}].`,
    });
    const isOtherReading = result !== undefined && (scenario.tolerated ?? []).includes(result.outcome);
    // If a client looks up a booking too early and books again, the supplier can have two bookings (decision 3).
    const isEarly =
      missing.length === 0 && extra.length > 0 && extra.length <= earlyRebookings(traffic).length;
    const isMild = isOtherReading || isEarly || couldNotCollide(traffic.of('book'));
    return assessOne([...others, isMild ? asWarning(found) : found]);
  },
});

/** Creates a finding for a booked service that the task does not contain, or that differs from its task step. */
function judgeService(
  { held, step, differences: inTask }: Booked,
  traffic: Traffic,
  steps: Task['steps'] = [],
): Finding | undefined {
  const { bookingId, product } = held;
  const calls = traffic.of('book').filter(book => book.product === product);
  const own = calls.filter(({ trip }) => trip?.id === bookingId);
  const cancels = traffic.of('cancel');
  const isOtherEnd = inTask.some(({ field }) => field === 'status') && cancels.length > 0;
  const proof = [...(own.length > 0 ? own : calls), ...(isOtherEnd ? cancels : [])];
  if (step === undefined)
    return finding(proof, {
      message: `The client booked a ${product}, which the task does not contain (booking ${bookingId}). The traveller would pay for an unwanted service.`,
      expected: 'A correct client books only the services of the task.',
    });
  const [only, ...more] = own;
  const differences = [...inTask, ...(more.length === 0 ? otherOffer(steps[step], only) : [])];
  if (differences.length === 0) return undefined;
  const harm = differences.every(({ field }) => isOfGuests(field))
    ? 'The supplier could turn the travellers away.'
    : 'The traveller would get the wrong service.';
  const values = differences.slice(0, maxShown).map(({ field, wanted }) => `${field}: ${wanted}`);
  return finding(proof, {
    message: `The client booked a ${product} (booking ${bookingId}) that differs from steps[${step}] of the task: ${differencesText(differences)}${isOtherEnd ? ` (cancelled in exchange ${cancels.map(({ number }) => number).join(', ')})` : ''}. ${harm}`,
    expected: `A correct client books the service with these values: ${values.join('; ')}.`,
  });
}

/** The maximum number of differences in one message. One mistake can change a field of every guest. */
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

/** Compares the `choose` values of a task step with the conditions of the booked offer. */
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

function differ<Value>(field: string, wanted: Value | undefined, given: Value | undefined): Difference[] {
  const isOther = wanted !== undefined && given !== undefined && wanted !== given;
  return isOther ? [{ field, wanted: String(wanted), booked: String(given) }] : [];
}
