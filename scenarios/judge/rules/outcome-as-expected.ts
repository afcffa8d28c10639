import {
  assessOne,
  asWarning,
  type BookStep,
  bookedAnother,
  type Call,
  defineRule,
  type Finding,
  finding,
  type JudgeContext,
  lastKnown,
  missingInput,
  type Reported,
  type Supplied,
  type Traffic,
} from '../assess/index.ts';

export const outcomeAsExpected = defineRule({
  id: 'outcome-as-expected',
  level: 'must',
  clauses: ['svc.1', 'flow.4'],
  title: 'A correct client reports an outcome that the scenario allows.',
  right: 'DoBooking returns FAILED, and the client reports "failed".',
  wrong: 'DoBooking returns FAILED with HTTP 200, and the client reports "confirmed".',
  explanation:
    'The judge compares the reported outcome with the scenario. An outcome in `tolerated` is a warning. For a task that books several services, the judge also compares the outcome of each service in `services`. The rule needs the result of the client.',
  judge(traffic, context) {
    const { scenario, result, supplier, trouble } = context;
    if (scenario && trouble !== undefined)
      return assessOne(
        finding([], {
          message: trouble,
          expected:
            'A correct client performs the task once, writes its result to the file whose path is in UNDERSTUDY_RESULT, and exits.',
        }),
      );
    if (!scenario || !result)
      return missingInput('the rule needs a scenario, and the outcome that the client reports');
    const { outcomes, tolerated = [] } = scenario;
    const { outcome } = result;
    if (outcomes.includes(outcome) || bookedAnother(context)) {
      const others = [
        unknownBooking(result, supplier, traffic) ?? [],
        wrongServices(context, traffic),
      ].flat();
      if (others.length > 0 || !isMissingServices(context)) return assessOne(others);
      return missingInput('the task books several services, but the result of the client has no `services`');
    }
    const { text, calls } = lastKnown(traffic);
    const harm =
      outcome === 'unsupported'
        ? '"unsupported" skips a task only before the first call that books, pays or cancels, because something may be booked or changed now.'
        : 'The user would act on a wrong result.';
    const found = finding([...decisiveCalls(traffic), ...calls], {
      message: `The client reported "${outcome}", but the scenario allows only ${outcomes.join(' or ')}: ${text}. ${harm}`,
      expected: `A correct client reports "${outcomes.join('" or "')}".`,
    });
    return assessOne(tolerated.includes(outcome) ? asWarning(found) : found);
  },
});

/** Returns the calls that book, pay or cancel. Without such a call, returns the last call, after which the client gave up. */
function decisiveCalls({ calls }: Traffic): Call[] {
  const decisive = calls.filter(({ step }) => step === 'book' || step === 'pay' || step === 'cancel');
  return decisive.length > 0 ? decisive : calls.slice(-1);
}

/** A booking step of a trip, and the status that its service must have. */
interface TripStep {
  readonly step: BookStep;
  readonly index: number;
  readonly status: string;
}

/** Returns the booking steps of a task that books several services. The list is empty if a step books no service. */
function tripSteps({ task, scenario }: JudgeContext): TripStep[] {
  const steps = task?.steps.flatMap((step, index) => (step.do === 'book' ? [{ step, index }] : [])) ?? [];
  const statuses = scenario?.truth.services ?? [];
  if (steps.length < 2 || steps.length !== statuses.length) return [];
  return steps.map((one, at) => ({ ...one, status: statuses[at] ?? '' }));
}

const isMissingServices = (context: JudgeContext): boolean =>
  tripSteps(context).length > 0 && (context.result?.services ?? []).length === 0;

/** The outcomes that a client may report for each status. For a status that is not in the list, only `confirmed` is wrong. */
const outcomesFor: Readonly<Record<string, readonly string[]>> = {
  confirmed: ['confirmed'],
  rejected: ['rejected'],
  failed: ['failed'],
  expired: ['expired'],
};

/** Compares the reported outcome of each service of a trip with the status of this service at the supplier. */
function wrongServices(context: JudgeContext, traffic: Traffic): Finding[] {
  const { result, task } = context;
  const { services = [] } = result ?? {};
  if (services.length === 0) return [];
  const rest = [...services];
  const isCancelled = task?.steps.some(step => step.do === 'cancel') ?? false;
  return tripSteps(context).flatMap(({ step: { product }, index, status }) => {
    const at = rest.findIndex(service => service.product === product);
    const [reported] = at < 0 ? [] : rest.splice(at, 1);
    // If the service was cancelled later, the client may report the outcome of the booking or of the cancellation.
    if (status === 'cancelled' && isCancelled && reported) return [];
    const isWrong = reported ? !(outcomesFor[status] ?? [reported.outcome]).includes(reported.outcome) : true;
    const isConfirmed = reported?.outcome === 'confirmed';
    if (!isWrong && isConfirmed === (status === 'confirmed')) return [];
    const calls = traffic.of('book').filter(book => book.product === product);
    const found = finding(calls.length > 0 ? calls : lastKnown(traffic).calls, {
      message: `${reported ? `The client reported the ${product} of steps[${index}] as "${reported.outcome}"` : `The client reported no outcome for the ${product} of steps[${index}]`}, but its status is ${status}. The traveller would rely on a wrong trip.`,
      expected: `A correct client reports the outcome of each service of a trip in \`services\`.`,
    });
    const isCostly = !reported || isConfirmed || status === 'confirmed';
    return isCostly ? found : asWarning(found);
  });
}

/** Finds a booking that the client reports as confirmed, but that the supplier does not hold. */
function unknownBooking(
  { outcome, bookingId }: Reported,
  supplier: Supplied | undefined,
  traffic: Traffic,
): Finding | undefined {
  const ids = [...new Set(supplier?.held?.map(held => held.bookingId))];
  if (outcome !== 'confirmed' || bookingId === undefined || ids.length === 0 || ids.includes(bookingId))
    return undefined;
  return finding(decisiveCalls(traffic), {
    message: `The client reported booking "${bookingId}" as confirmed, but the supplier has only ${ids.join(', ')}. The user could not find this booking.`,
    expected: `A correct client reports ${ids.join(' or ')} as the bookingId.`,
  });
}
