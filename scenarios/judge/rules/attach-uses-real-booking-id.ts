import type { Product } from '#contracts';
import type { Task } from '#contracts/scenario';
import {
  type Call,
  couldHaveSeen,
  defineRule,
  finding,
  missingInput,
  overEach,
  type Ruling,
  type Traffic,
} from '../assess/index.ts';

/** A trip begins under "0"; what is added to it is booked under its id. */
export const attachUsesRealBookingId = defineRule({
  id: 'attach-uses-real-booking-id',
  level: 'must',
  clauses: ['res.booking-id'],
  title: 'Opens a trip with BookingId "0" and adds each further service under the real BookingId.',
  right: 'The hotel is booked with BookingId "0", the transfer with the id that the hotel got.',
  wrong: 'The transfer of the same trip is booked with BookingId "0".',
  explanation: 'needs a task that attaches a service to an earlier booking',
  standsAlone: true,
  judge(traffic, { task }) {
    if (!task) return missingInput('it takes a task that adds a service to a trip');
    const { first, added } = productsOf(task);
    if (added.size === 0) return missingInput('it takes a task that adds a service to a trip');
    return overEach(
      traffic.of('book'),
      book =>
        judgeOne(book, { isAdded: isOnly(book, added, first), isFirst: isOnly(book, first, added) }, traffic),
      'no DoBooking was sent',
    );
  },
});

/** The products that a task begins trips with, and those that it adds. */
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
      message: `DoBooking of ${book.product} by exchange ${book.number} begins a trip under BookingId "${bookingId}".`,
      expected: 'BookingId "0", which makes a new booking.',
    });
  }
  const known = traffic.trips.filter(({ events }) =>
    events.some(({ call }) => call.facts.answer.bookingId !== undefined && couldHaveSeen(book, call)),
  );
  if (!isAdded || known.length === 0) return 'not applicable';
  if (known.some(({ id }) => id === bookingId)) return undefined;
  const ids = known.map(({ id }) => `"${id}"`).join(' or ');
  return finding([known[0]?.events[0]?.call, book], {
    message: `DoBooking of ${book.product} by exchange ${book.number} is to be added to a trip, and carries BookingId "${bookingId}".`,
    expected: `BookingId ${ids}.`,
  });
}
