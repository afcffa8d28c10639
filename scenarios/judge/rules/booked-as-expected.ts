import type { Task } from '#contracts/scenario';
import {
  asWarning,
  type Booked,
  type Call,
  compareLists,
  compareWithTask,
  type Difference,
  defineRule,
  type Finding,
  finding,
  missingInput,
  overOne,
  type Traffic,
} from '../assess/index.ts';
import { earlyRebookings } from './no-blind-rebooking.ts';

/** The supplier ends with what the task asked for: nothing twice, nothing lost, nothing else. */
export const bookedAsExpected = defineRule({
  id: 'booked-as-expected',
  level: 'must',
  clauses: ['flow.3'],
  title: 'Leaves the supplier with the bookings that the task asked for, none doubled and none lost.',
  right: 'The answer to DoBooking is lost, GetBooking finds the booking, and one booking stands.',
  wrong: 'The answer to DoBooking is lost, DoBooking is sent again, and two bookings stand.',
  explanation: "compares what the supplier holds with the scenario's truth, once the sandbox is closed",
  judge(traffic, { task, scenario, supplier, result }) {
    if (!scenario || !supplier)
      return missingInput('it takes a scenario and what the supplier holds in the end');
    const { services } = scenario.truth;
    const { missing, extra } = compareLists(services, supplier.services);
    // Which service ends how tells nothing more where they do not end as they should.
    const isEven = missing.length === 0 && extra.length === 0;
    const booked = task ? compareWithTask(task, supplier, isEven ? services : []) : [];
    const others = booked.flatMap(one => otherwise(one, traffic, task?.steps) ?? []);
    if (isEven) return overOne(others);
    const found = finding(traffic.of('book'), {
      message: `The supplier holds [${supplier.services.join(', ')}]; ${[
        extra.length > 0 ? `too many: ${extra.join(', ')}` : [],
        missing.length > 0 ? `missing: ${missing.join(', ')}` : [],
      ]
        .flat()
        .join('; ')}.`,
      expected: `[${services.join(', ')}], each booked once.`,
    });
    const isOtherReading = result !== undefined && (scenario.tolerated ?? []).includes(result.outcome);
    // Whoever rebooks after an early look that found nothing can end with two (decision 3).
    const isEarly =
      missing.length === 0 && extra.length > 0 && extra.length <= earlyRebookings(traffic).length;
    return overOne([isOtherReading || isEarly ? asWarning(found) : found, ...others]);
  },
});

/** A service that is none of those that the task asks for, or is not as it asks. */
function otherwise(
  { held, step, differences: inTask }: Booked,
  traffic: Traffic,
  steps: Task['steps'] = [],
): Finding | undefined {
  const { bookingId, product } = held;
  const calls = traffic.of('book').filter(book => book.product === product);
  const own = calls.filter(({ trip }) => trip?.id === bookingId);
  const proof = own.length > 0 ? own : calls;
  if (step === undefined)
    return finding(proof, {
      message: `Booking ${bookingId} holds a ${product}; the task asks for none.`,
      expected: 'What the task asks for, and nothing else.',
    });
  const [only, ...more] = own;
  const differences = [...inTask, ...(more.length === 0 ? otherOffer(steps[step], only) : [])];
  if (differences.length === 0) return undefined;
  const said = differences.map(
    ({ field, wanted, booked }) => `${field} is ${booked || 'none'} where the task has ${wanted}`,
  );
  return finding(proof, {
    message: `The ${product} of booking ${bookingId} is not what steps[${step}] of the task asks for: ${said.join('; ')}.`,
    expected: differences.map(({ field, wanted }) => `${field}: ${wanted}`).join('; '),
  });
}

/** An offer of another kind than the step asks for, going by the conditions that it was booked by. */
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
