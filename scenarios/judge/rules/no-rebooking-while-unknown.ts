import { limits } from '#contracts';
import {
  type BookingView,
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  isUnknown,
  type KnownService,
  seenBefore,
  statusWord,
  type Trip,
} from '../assess/index.ts';

export const noRebookingWhileUnknown = defineRule({
  id: 'no-rebooking-while-unknown',
  level: 'must',
  clauses: ['status.problema-tecnico'],
  title:
    'A correct client does not book a stay again while its booking has the status TechnicalProblem, Pending or OnRequest.',
  right:
    'DoBooking returns TechnicalProblem. The client polls the booking and contacts support after half an hour.',
  wrong: 'DoBooking returns TechnicalProblem, and the client books the same stay again.',
  explanation: 'The judge compares each DoBooking with the last known status of the same stay.',
  cases: ({ stays }) => stays,
  nothing: 'no booking had the status TechnicalProblem, Pending or OnRequest',
  judgeCase(stay) {
    const trips = new Set(stay.map(({ trip }) => trip));
    if (![...trips].some(wasUnknown)) return 'not applicable';
    return stay.flatMap((book, index) => {
      const earlier = stay[index - 1];
      const { trip } = earlier ?? {};
      if (!earlier || !trip) return [];
      const before = seenBefore(trip, book);
      if (!before?.view.isSure || !hasSeen(book, before.by)) return [];
      const service = ownService(earlier, before.view);
      if (!service || !isOpen(service) || hasExpired(service, earlier, book)) return [];
      const [seen, again] = formatTime(before.by.opened.at, book.opened.at);
      return finding([earlier, before.by, book], {
        message: `The client booked the same stay again at ${again} (exchange ${book.number}), although booking ${trip.id} of exchange ${earlier.number} was ${statusWord(service.status)} at ${seen} (exchange ${before.by.number}). The first booking may still be confirmed, so the traveller may pay twice.`,
        expected: 'A correct client polls until the status changes, and sends no DoBooking before that.',
      });
    });
  },
});

/**
 * Returns whether the result of a booking is unknown. This includes bookings that wait for credit, because suppliers also show
 * PENDING for them.
 */
const isOpen = ({ status }: KnownService): boolean => isUnknown(status) || status === 'credit-blocked';

const wasUnknown = (trip: Trip | undefined): boolean =>
  trip?.seen.some(({ view }) => [...view.services.values()].some(isOpen)) ?? false;

/** Returns the status of the service that a DoBooking created. */
function ownService({ facts }: Call, { services }: BookingView): KnownService | undefined {
  const [own] = facts.answer.services ?? [];
  if (own) return services.get(own.id);
  return services.size === 1 ? [...services.values()][0] : undefined;
}

/**
 * Returns whether an OnRequest booking has expired, because it is more than a day old. The client knows this without a look-up.
 */
const hasExpired = ({ fromRequest }: KnownService, earlier: Call, book: Call): boolean =>
  fromRequest && book.opened.at - earlier.opened.at >= limits.onRequestLife.value;
