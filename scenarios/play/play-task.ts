import type { BookingRequest, Client, Consent, Offer, Shown } from '#client';
import { type Clock, parseDuration } from '#contracts';
import type { Task, TaskStep } from '#contracts/scenario';
import { type BookStep, wantedOf } from './criteria.ts';
import { endOfBooking, endOfCancellation, messageOf, type Report, reportOf, type StepEnd } from './report.ts';

/** Who plays a task, and by which clock its user thinks. */
export interface TaskPlayer {
  readonly client: Client;
  readonly clock: Clock;
  /** Ends everything early, as if the process were killed: the task then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A task on its way. */
interface Course extends TaskPlayer {
  readonly task: Task;
  readonly ends: StepEnd[];
  /** What the user saw last. */
  shown: Shown | undefined;
  /** Each of the task's waits is taken once. */
  readonly waited: Set<string>;
}

/**
 * Does what a task asks for with the reference client, step by step, and reports how it ended. What is asked for on top of
 * a booking that failed is left out.
 *
 * @throws the reason of `signal`, and nothing else: whatever happens is an outcome
 * @example (await playTask(scenario.task, { client, clock })).outcome // 'confirmed'
 */
export async function playTask(task: Task, player: TaskPlayer): Promise<Report> {
  const course: Course = { ...player, task, ends: [], shown: undefined, waited: new Set() };
  for (const [index, step] of task.steps.entries()) {
    const end = await doStep({ step, index }, course).catch((error: unknown): StepEnd => {
      player.signal?.throwIfAborted();
      return {
        outcome: 'error',
        ...(step.do === 'book' && { product: step.product }),
        why: messageOf(error),
      };
    });
    course.ends.push(end);
  }
  return reportOf(course.ends, course.shown);
}

interface Turn<Step extends TaskStep = TaskStep> {
  readonly step: Step;
  readonly index: number;
}

async function doStep({ step, index }: Turn, course: Course): Promise<StepEnd> {
  if (step.do === 'book') return book({ step, index }, course);
  if (step.do === 'cancel') return cancel(step, course);
  if (step.do === 'static') return readStatic(step, course);
  if (step.do === 'lookups') return lookUp(step.count, course);
  return readTools(course);
}

async function book({ step, index }: Turn<BookStep>, course: Course): Promise<StepEnd> {
  const { client, ends, signal } = course;
  const trip = step.attachTo === undefined ? undefined : ends[step.attachTo];
  if (step.attachTo !== undefined && trip?.outcome !== 'confirmed')
    return { outcome: 'unavailable', product: step.product, why: `step ${step.attachTo} has no booking` };
  const { choose = {}, guests, payment, times = 1 } = step;
  const wish = {
    ...(await wantedOf(step, client)),
    guests,
    payment,
    attachTo: trip?.bookingId,
    reference: `step ${index}`,
    choose: async (offers: readonly Offer[]) => {
      await think('afterSearch', course);
      return offers.find(offer => fits(offer, choose));
    },
  } as BookingRequest; // criteria and offers are those of one product
  const asked = Array.from({ length: times }, () => client.book(wish, consentOf(course), { signal }));
  const [first] = await Promise.all(asked);
  if (!first) throw new Error('a booking that is asked for no time');
  return endOfBooking(first, step.product);
}

/** An offer's name has the room or the date behind it. */
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

/** The user of the task: thinks as long as it says, and agrees as it says. */
function consentOf(course: Course): Consent {
  const { onPriceChange = 'accept', onConditionsChange = 'accept' } = course.task;
  return async ({ shown, priceChanged, conditionsChanged }) => {
    course.shown = shown;
    await think('afterConditions', course);
    if (priceChanged && onPriceChange === 'decline') return false;
    return !(conditionsChanged && onConditionsChange === 'decline');
  };
}

async function think(when: 'afterSearch' | 'afterConditions', course: Course): Promise<void> {
  const time = course.task.waits?.[when];
  if (time === undefined || course.waited.has(when)) return;
  course.waited.add(when);
  await course.clock.sleep(parseDuration(time), course.signal, 'the user, who thinks');
}

async function cancel(
  { what, step }: Extract<TaskStep, { do: 'cancel' }>,
  { client, ends, signal }: Course,
): Promise<StepEnd> {
  const booked = ends[step];
  const { bookingId, product, serviceId } = booked ?? {};
  if (booked?.outcome !== 'confirmed' || bookingId === undefined || !product)
    return {
      outcome: booked?.outcome ?? 'error',
      isCancellation: true,
      why: `step ${step} has no booking to cancel`,
    };
  if (what === 'trip') return endOfCancellation(await client.cancel({ bookingId }, { signal }));
  if (serviceId === undefined)
    return { outcome: 'error', isCancellation: true, why: `the service of step ${step} has no id` };
  const service = { product, id: serviceId };
  return endOfCancellation(await client.cancel({ bookingId, service }, { signal }));
}

/** Static data that is missing is no reason to stop; where there is nothing else, it is an error. */
async function readStatic(
  { airport, hotelId, times = 1, after }: Extract<TaskStep, { do: 'static' }>,
  { client, clock, signal }: Course,
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

async function lookUp(count: number, { client, signal }: Course): Promise<StepEnd> {
  const asked = Array.from({ length: count }, (_, index) =>
    client.call('getBooking', { ExternalReference: `look-up ${index + 1}` }, { signal }),
  );
  await Promise.all(asked);
  return { outcome: 'done' };
}

async function readTools({ client, signal }: Course): Promise<StepEnd> {
  const { tools } = client;
  await tools.listEndpoints({}, { signal });
  await tools.getEndpoint({ endpointId: 'hotel.search' }, { signal });
  await tools.getChangelog({}, { signal });
  await tools.getReference({ topic: 'all' }, { signal });
  return { outcome: 'done' };
}
