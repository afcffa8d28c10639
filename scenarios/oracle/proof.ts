import type { Facts } from '#contracts/exchange';

/** The maximum number of exchanges that prove one breach. Otherwise each breach of a long run would list all of its DoBookings. */
const maxProof = 50;

/** The numbers of the exchanges that prove a breach. */
interface ProofIndex {
  /** The exchanges that book, pay or cancel. */
  readonly changing: readonly number[];
  /** The exchanges about a booking, by its BookingId. */
  readonly about: ReadonlyMap<string, readonly number[]>;
}

/** The index of each list of facts, because a run with thousands of bookings can have thousands of breaches. */
const indexes = new WeakMap<readonly Facts[], ProofIndex>();

/**
 * Returns the numbers of the exchanges about some bookings, and of those that book, pay or cancel. If there are too many, returns
 * first those about the bookings.
 *
 * @returns at most 50 numbers, in ascending order
 * @example proofOf(facts, [service]) // [3, 5]
 */
export function proofOf(
  facts: readonly Facts[],
  services: readonly { readonly bookingId: string }[],
): number[] {
  const { changing, about } = indexOf(facts);
  const numbers = new Set<number>();
  for (const { bookingId } of services) addTo(numbers, about.get(bookingId) ?? []);
  addTo(numbers, changing);
  return [...numbers].sort((a, b) => a - b);
}

function addTo(numbers: Set<number>, more: readonly number[]): void {
  for (const number of more) {
    if (numbers.size === maxProof) return;
    numbers.add(number);
  }
}

function indexOf(facts: readonly Facts[]): ProofIndex {
  const index = indexes.get(facts) ?? createIndex(facts);
  indexes.set(facts, index);
  return index;
}

function createIndex(facts: readonly Facts[]): ProofIndex {
  const changing: number[] = [];
  const about = new Map<string, number[]>();
  for (const { number, operation, request, answer } of facts) {
    if (/doBooking|payBooking|cancel/i.test(operation ?? '')) changing.push(number);
    for (const id of new Set([request.bookingId, answer.bookingId])) {
      if (id === undefined) continue;
      const numbers = about.get(id) ?? [];
      numbers.push(number);
      about.set(id, numbers);
    }
  }
  return { changing, about };
}
