import { isFinal } from '#contracts';
import type { Task } from '#contracts/scenario';
import type { BookedService, Books } from '../books/index.ts';
import { type BookStep, compareWithTask } from '../judge/index.ts';

/** One service that the user wanted to buy, and the services that the supplier booked for it. */
export interface Purchase {
  /** The index of the task step. */
  readonly index: number;
  readonly step: BookStep;
  /** Whether a later step of the task cancels the service. */
  readonly isCancelled: boolean;
  readonly services: readonly BookedService[];
  /** The fields of the task step that differ in a service, such as `criteria.nights`. */
  readonly differs: ReadonlyMap<BookedService, readonly string[]>;
}

/**
 * Returns the purchases of a task, each with the services that the supplier booked for it. A service of a product that no step
 * books belongs to no purchase.
 *
 * @example purchasesOf(task, booksOf(sandbox, task)).map(({ services }) => services.length) // [1]
 */
export function purchasesOf(task: Task, { services, places }: Books): Purchase[] {
  const supplied = { services: [], charges: [], held: services, places };
  const compared = compareWithTask(task, supplied, []);
  const stepOf = new Map(compared.map(({ held, step }) => [held, step]));
  const fieldsOf = new Map(
    compared.map(({ held, differences }) => [held, differences.map(({ field }) => field)]),
  );
  return task.steps.flatMap((step, index) => {
    if (step.do !== 'book') return [];
    const own = services.filter(one => stepOf.get(one) === index);
    const differs = new Map(own.map(one => [one, fieldsOf.get(one) ?? []]));
    return { index, step, isCancelled: isCancelledIn(task, index), services: own, differs };
  });
}

/** Returns whether a task cancels the service of a step, alone or with its trip. */
const isCancelledIn = ({ steps }: Task, index: number): boolean =>
  steps.some(
    step =>
      step.do === 'cancel' &&
      (step.step === index || (step.what === 'trip' && tripOf(steps, step.step) === tripOf(steps, index))),
  );

/** Returns the index of the step that began the trip to which a step belongs. */
function tripOf(steps: Task['steps'], index: number): number {
  const step = steps[index];
  return step?.do === 'book' && step.attachTo !== undefined && step.attachTo < index
    ? tripOf(steps, step.attachTo)
    : index;
}

/** Returns whether a service stands: the supplier may still provide it, or may still charge for it. */
export const stands = ({ status }: Pick<BookedService, 'status'>): boolean => !isFinal(status);

/** Returns the card charges of a service that were not declined. */
export const taken = ({ charges }: BookedService): readonly { readonly cents: number }[] =>
  charges.filter(({ status }) => status !== 'Declined');

/** Formats an amount in cents, such as `120.00 BRL`. */
export const amount = (cents: number, currency: string): string => `${(cents / 100).toFixed(2)} ${currency}`;

/** Names a service in a sentence. */
export const nameOf = ({ product, bookingId, status }: BookedService): string =>
  `the ${product} in booking ${bookingId} (${status})`;

/** Names several services in a sentence. */
export const namesOf = (services: readonly BookedService[]): string => services.map(nameOf).join(' and ');
