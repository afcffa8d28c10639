import type { Product } from '#contracts';
import type { Task } from '#contracts/scenario';
import {
  assessEach,
  type Call,
  couldHaveSeen,
  defineRule,
  finding,
  missingInput,
  type Ruling,
  type Traffic,
} from '../assess/index.ts';

export const attachUsesRealBookingId = defineRule({
  id: 'attach-uses-real-booking-id',
  level: 'must',
  clauses: ['res.booking-id'],
  title:
    'A correct client starts a trip with BookingId "0" and adds each further service with the BookingId of the trip.',
  right:
    'The client books the hotel with BookingId "0", and then the transfer with the id of the hotel booking.',
  wrong: 'The client books a hotel, and then the transfer of the same trip with BookingId "0".',
  explanation:
    'The judge compares the BookingId of each DoBooking with the bookings that the client knew. The rule needs a task that adds a service to an earlier booking.',
  standsAlone: true,
  judge(traffic, { task }) {
    if (!task) return missingInput('the rule needs a task that adds a service to a trip');
    const { first, added } = productsOf(task);
    if (added.size === 0) return missingInput('the rule needs a task that adds a service to a trip');
    return assessEach(
      traffic.of('book'),
      book =>
        judgeOne(book, { isAdded: isOnly(book, added, first), isFirst: isOnly(book, first, added) }, traffic),
      'no DoBooking was sent',
    );
  },
});

/** Returns two sets of products of a task: the products that start a trip, and the products that the task adds to a trip. */
function productsOf({ steps }: Task): { first: Set<Product>; added: Set<Product> } {
  const first = new Set<Product>();
  const added = new Set<Product>();
  for (const step of steps)
    if (step.do === 'book') (step.attachTo === undefined ? first : added).add(step.product);
  return { first, added };
}

const isOnly = ({ product }: Call, among: Set<Product>, others: Set<Product>): boolean =>
  product !== undefined && among.has(product) && !others.has(product);

interface Role {
  readonly isAdded: boolean;
  readonly isFirst: boolean;
}

function judgeOne(book: Call, { isAdded, isFirst }: Role, traffic: Traffic): Ruling {
  const { bookingId } = book.facts.request;
  if (isFirst) {
    if (bookingId === '0') return undefined;
    return finding([book], {
      message: `The client sent DoBooking of the ${book.product} (exchange ${book.number}) with BookingId "${bookingId}" to start a trip. Only BookingId "0" creates a new booking.`,
      expected: 'A correct client sends BookingId "0" to create a new booking.',
    });
  }
  const known = traffic.trips.filter(({ events }) =>
    events.some(({ call }) => call.facts.answer.bookingId !== undefined && couldHaveSeen(book, call)),
  );
  if (!isAdded || known.length === 0) return 'not applicable';
  if (known.some(({ id }) => id === bookingId)) return undefined;
  const ids = known.map(({ id }) => `"${id}"`).join(' or ');
  return finding([known[0]?.events[0]?.call, book], {
    message: `The client sent DoBooking of the ${book.product} (exchange ${book.number}) with BookingId "${bookingId}", but the task adds this service to an existing trip. Only the BookingId of that trip links the service to the trip.`,
    expected: `A correct client sends BookingId ${ids}.`,
  });
}
