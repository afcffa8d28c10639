import { limits } from '#contracts';
import {
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  isUnknown,
  type SeenService,
  type Sight,
  seenBefore,
  type Trip,
  wordOf,
} from '../assess/index.ts';

/** While nobody knows what became of a booking, no second one is made of its stay. */
export const noRebookingWhileUnknown = defineRule({
  id: 'no-rebooking-while-unknown',
  level: 'must',
  clauses: ['status.problema-tecnico'],
  title: 'Makes no second booking of a stay while the first is TechnicalProblem, Pending or OnRequest.',
  right: 'TechnicalProblem: the booking is polled, and people are asked after half an hour.',
  wrong: 'TechnicalProblem, and the same stay is booked anew.',
  explanation: 'each DoBooking against the last status of the same stay',
  cases: ({ stays }) => stays,
  nothing: 'no booking was TechnicalProblem, Pending or OnRequest',
  judgeCase(stay) {
    const trips = new Set(stay.map(({ trip }) => trip));
    if (![...trips].some(wasUnknown)) return 'not applicable';
    return stay.flatMap((book, index) => {
      const earlier = stay[index - 1];
      const { trip } = earlier ?? {};
      if (!earlier || !trip) return [];
      const before = seenBefore(trip, book);
      if (!before?.sight.isSure || !hasSeen(book, before.by)) return [];
      const service = ownService(earlier, before.sight);
      if (!service || !isOpen(service) || hasExpired(service, earlier, book)) return [];
      const [seen, again] = formatTime(before.by.opened.at, book.opened.at);
      return finding([earlier, before.by, book], {
        message: `Booking ${trip.id} of exchange ${earlier.number} was ${wordOf(service.status)} at ${seen} (exchange ${before.by.number}); exchange ${book.number} books the same stay at ${again}.`,
        expected: 'Polling until its status is another one, and no DoBooking before.',
      });
    });
  },
});

/** Whether nobody knows yet what becomes of it: also one that waits for the account's credit is PENDING. */
const isOpen = ({ status }: SeenService): boolean => isUnknown(status) || status === 'credit-blocked';

const wasUnknown = (trip: Trip | undefined): boolean =>
  trip?.seen.some(({ sight }) => [...sight.services.values()].some(isOpen)) ?? false;

/** The service that a DoBooking made. */
function ownService({ facts }: Call, { services }: Sight): SeenService | undefined {
  const [own] = facts.answer.services ?? [];
  if (own) return services.get(own.id);
  return services.size === 1 ? [...services.values()][0] : undefined;
}

/** An OnRequest that nobody confirmed within a day is over, also where nobody looked again. */
const hasExpired = ({ fromRequest }: SeenService, earlier: Call, book: Call): boolean =>
  fromRequest && book.opened.at - earlier.opened.at >= limits.onRequestLife.value;
