import { canMove, type ServiceStatus } from '../booking-status.ts';
import { parseInSteps } from '../parse-in-steps.ts';
import { asObject } from '../util/index.ts';

// Checks between the elements of an imported file, beside the schema. They yield `undefined` after each element without a problem,
// so that the check of a large file can run in slices.

/** A problem with one element of a list in the file: the index of the element, the path inside the element, and a message. */
export interface FileProblem {
  readonly index: number;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A planned status change of a service. */
interface Due {
  readonly at: number;
  readonly bookingId: string;
  readonly serviceId: string;
  readonly plan: number;
  readonly status?: ServiceStatus;
}
/** The part of a booked service that decides which changes are possible. */
interface Movable {
  readonly id: string;
  readonly plan: number;
  readonly truth: ServiceStatus;
}

/**
 * Lists the planned status changes that a service cannot make, because the status before the change does not allow them. Without
 * this check, the clock would fail at such a change.
 *
 * @param servicesOf returns the services of a booking
 */
export function* illegalMoves(
  rows: readonly Due[],
  servicesOf: (bookingId: string) => readonly Movable[] | undefined,
): Generator<FileProblem | undefined, void> {
  const current = new Map<string, ServiceStatus>();
  for (const [index, row] of [...rows.entries()].sort(([, a], [, b]) => a.at - b.at)) {
    const { bookingId, serviceId, status } = row;
    const service = servicesOf(bookingId)?.find(({ id }) => id === serviceId);
    if (status === undefined || service?.plan !== row.plan) {
      yield undefined;
      continue;
    }
    const key = JSON.stringify([bookingId, serviceId]);
    const from = current.get(key) ?? service.truth;
    const isLegal = from === status || canMove(from, status);
    if (isLegal) current.set(key, status);
    const message = `the service cannot change to "${status}" at that time`;
    yield isLegal ? undefined : { index, path: ['status'], message };
  }
}

/**
 * The maximum gap between the numbers of two exchanges. Reading a journal visits every number, so a large gap would be slow.
 */
const maxMissing = 1_000_000;

/**
 * Lists the exchanges whose numbers are not in order.
 *
 * @param pairs numbers and JSON texts
 * @param end the number of the next exchange
 */
export function* unorderedNumbers(
  pairs: readonly (readonly [number, string])[],
  end: number,
): Generator<FileProblem | undefined, void> {
  const message = 'expected rising numbers below "next", without large gaps';
  for (const [index, [number]] of pairs.entries()) {
    const [next] = pairs[index + 1] ?? [end];
    yield next <= number || next - number > maxMissing ? { index, path: [0], message } : undefined;
  }
}

/** Lists the exchanges whose facts have the number of another exchange. */
export function* foreignFacts(
  pairs: readonly (readonly [number, string])[],
): Generator<FileProblem | undefined, void> {
  for (const [index, [number, text]] of pairs.entries())
    yield asObject(yield* parseInSteps(text)).number === number
      ? undefined
      : { index, path: [1], message: `expected the facts of exchange ${number}` };
}
