import type { BookingOutcome, BookingRequest, Client, Consent, Offer, Resumed, Shown } from '#client';
import { type Clock, parseDuration } from '#contracts';
import type { BookStep, Task, TaskStep } from '#contracts/scenario';
import { criteriaOf } from './criteria.ts';
import {
  endOfBooking,
  endOfCancellation,
  messageOf,
  penaltyOn,
  type Report,
  reportOf,
  type StepEnd,
} from './report.ts';

/** The client that plays a task, and the clock that measures how long the user thinks. */
export interface TaskPlayer {
  readonly client: Client;
  readonly clock: Clock;
  /**
   * The bookings that a killed process began, with the outcomes that this client found or that the ledger has kept. The client does
   * not continue a booking that it has found confirmed or rejected, or that waits for its user or the support.
   */
  readonly resumed?: readonly Resumed[] | undefined;
  /**
   * Ends the task early when this signal aborts, as if the process were killed. `playTask` then rejects with the reason of the
   * signal.
   */
  readonly signal?: AbortSignal | undefined;
}

interface TaskRun extends TaskPlayer {
  readonly task: Task;
  readonly ends: StepEnd[];
  shown: Shown | undefined;
  /** The user waits only once at each point of the task. */
  readonly waited: Set<string>;
}

/**
 * Plays a task with the reference client, step by step, and returns the report of the client. If a step books
 * nothing, later steps that need this booking are skipped.
 *
 * @throws the reason of `signal`. Every other error becomes an outcome in the report
 * @example (await playTask(scenario.task, { client, clock })).outcome // 'confirmed'
 */
export async function playTask(task: Task, player: TaskPlayer): Promise<Report> {
  const run: TaskRun = { ...player, task, ends: [], shown: undefined, waited: new Set() };
  for (const step of task.steps) {
    const end = await doStep(step, run).catch((error: unknown): StepEnd => {
      player.signal?.throwIfAborted();
      return endAfterError(error, step, run);
    });
    run.ends.push(end);
  }
  return reportOf(run.ends, run.shown);
}

/** If a killed process has left a booking for this step, the end has the outcome and the id of that booking. */
function endAfterError(error: unknown, step: TaskStep, run: TaskRun): StepEnd {
  const why = messageOf(error);
  if (step.do !== 'book') return { outcome: 'error', why };
  const left = resumedFor(run);
  return left
    ? { ...endOfBooking(left, step.product), why }
    : { outcome: 'error', product: step.product, why };
}

async function doStep(step: TaskStep, run: TaskRun): Promise<StepEnd> {
  if (step.do === 'book') return book(step, run);
  if (step.do === 'cancel') return cancel(step, run);
  if (step.do === 'static') return readStatic(step, run);
  if (step.do === 'lookups') return lookUp(step.count, run);
  return readTools(run);
}

async function book(step: BookStep, run: TaskRun): Promise<StepEnd> {
  const { client, ends, signal } = run;
  const trip = step.attachTo === undefined ? undefined : ends[step.attachTo];
  const ended = resumedFor(run);
  if (ended && (isDecided(ended) || isRefused(ended, run))) return endOfBooking(ended, step.product);
  if (step.attachTo !== undefined && trip?.outcome !== 'confirmed')
    return ended
      ? endOfBooking(ended, step.product)
      : { outcome: 'unavailable', product: step.product, why: `step ${step.attachTo} booked nothing` };
  const { choose = {}, guests, payment, times = 1 } = step;
  const request = {
    ...(await criteriaOf(step, client)),
    guests,
    payment,
    attachTo: trip?.bookingId,
    reference: referenceOf(run),
    choose: async (offers: readonly Offer[]) => {
      await think('afterSearch', run);
      return offers.find(offer => fits(offer, choose));
    },
  } as BookingRequest; // the criteria and the offers are for the same product
  const calls = Array.from({ length: times }, () => client.book(request, consentOf(run), { signal }));
  const [first] = await Promise.all(calls);
  if (!first) throw new Error('a booking step has "times": 0; give 1 or more');
  return endOfBooking(first, step.product);
}

const referenceOf = ({ ends }: TaskRun): string => `step ${ends.length}`;

const resumedFor = (run: TaskRun): BookingOutcome | undefined =>
  run.resumed?.find(({ requestReference }) => requestReference === referenceOf(run))?.outcome;

const isDecided = (left: BookingOutcome): boolean => left.outcome === 'confirmed' || isForUser(left);

/** The supplier would refuse the same look-up again. */
const isRefused = (left: BookingOutcome, { resumed = [] }: TaskRun): boolean =>
  resumed.some(({ outcome }) => isBlocked(outcome) && bookingIdOf(outcome) === bookingIdOf(left));

const bookingIdOf = (outcome: BookingOutcome): string | undefined =>
  'bookingId' in outcome ? outcome.bookingId : undefined;

/** The client must not continue such a booking. */
const isForUser = (left: BookingOutcome): boolean =>
  ['rejected', 'ask-support'].includes(left.outcome) || isBlocked(left);

const isBlocked = (left: BookingOutcome): boolean => left.outcome === 'pending' && left.error !== undefined;

const isNamed = (offer: Offer, name: string): boolean =>
  offer.name === name || offer.name.startsWith(`${name}: `) || offer.name.startsWith(`${name}, `);

function fits(offer: Offer, { name, ...wanted }: NonNullable<BookStep['choose']>): boolean {
  return (
    (name === undefined || isNamed(offer, name)) &&
    (wanted.restrictionType ?? offer.restrictionType) === offer.restrictionType &&
    (wanted.isPrePayment ?? offer.isPrePayment) === offer.isPrePayment &&
    (wanted.canPayLater ?? offer.canPayLater) === offer.canPayLater
  );
}

function consentOf(run: TaskRun): Consent {
  const { onPriceChange = 'accept', onConditionsChange = 'accept' } = run.task;
  return async ({ shown, priceChanged, conditionsChanged }) => {
    run.shown = shown;
    await think('afterConditions', run);
    if (priceChanged && onPriceChange === 'decline') return false;
    return !(conditionsChanged && onConditionsChange === 'decline');
  };
}

async function think(when: 'afterSearch' | 'afterConditions', run: TaskRun): Promise<void> {
  const time = run.task.waits?.[when];
  if (time === undefined || run.waited.has(when)) return;
  run.waited.add(when);
  await run.clock.sleep(parseDuration(time), run.signal, 'the user, who is thinking');
}

async function cancel(
  { what, step }: Extract<TaskStep, { do: 'cancel' }>,
  { client, clock, ends, signal }: TaskRun,
): Promise<StepEnd> {
  const booked = ends[step];
  const { bookingId, product, serviceId } = booked ?? {};
  const failed = (outcome: StepEnd['outcome'], why: string): StepEnd => {
    return { outcome, isCancellation: true, why };
  };
  if (booked?.outcome !== 'confirmed' || bookingId === undefined || !product)
    return failed(booked?.outcome ?? 'error', `step ${step} booked nothing that can be cancelled`);
  const isTrip = what === 'trip';
  if (!isTrip && serviceId === undefined)
    return failed('error', `the supplier gave no id for the service that step ${step} booked`);
  const service = isTrip || serviceId === undefined ? undefined : { product, id: serviceId };
  const penalty = booked.booking && penaltyOn(clock.now(), booked.booking, service?.id);
  const ended = await client.cancel({ bookingId, ...(service && { service }) }, { signal });
  return { ...endOfCancellation(ended), penalty };
}

async function readStatic(
  { airport, hotelId, times = 1, after }: Extract<TaskStep, { do: 'static' }>,
  { client, clock, signal }: TaskRun,
): Promise<StepEnd> {
  if (after !== undefined) await clock.sleep(parseDuration(after), signal, 'the next look at static data');
  const misses: string[] = [];
  for (let time = 1; time <= times; time += 1) {
    const reads = [airport && client.airport(airport), hotelId && client.hotel(hotelId)];
    for (const read of await Promise.allSettled(reads))
      if (read.status === 'rejected') misses.push(messageOf(read.reason));
  }
  const [why] = misses;
  return why === undefined ? { outcome: 'done' } : { outcome: 'error', why };
}

async function lookUp(count: number, { client, signal }: TaskRun): Promise<StepEnd> {
  const calls = Array.from({ length: count }, (_, index) =>
    client.call('getBooking', { ExternalReference: `look-up ${index + 1}` }, { signal }),
  );
  await Promise.all(calls);
  return { outcome: 'done' };
}

async function readTools({ client, signal }: TaskRun): Promise<StepEnd> {
  const { tools } = client;
  await tools.listEndpoints({}, { signal });
  await tools.getEndpoint({ endpointId: 'hotel.search' }, { signal });
  await tools.getChangelog({}, { signal });
  await tools.getReference({ topic: 'all' }, { signal });
  return { outcome: 'done' };
}
