import {
  type Call,
  clockOf,
  defineRule,
  finding,
  formatTime,
  isBefore,
  type JudgeContext,
} from '../assess/index.ts';

export const oneBookingInFlight = defineRule({
  id: 'one-booking-in-flight',
  level: 'must',
  clauses: ['flow.3'],
  title: 'A correct client waits for the answer to one DoBooking before it sends another for the same stay.',
  right: 'The user clicks twice, and the client sends one DoBooking.',
  wrong: 'The client sends a second DoBooking of the same stay before the first one is answered.',
  explanation: 'The judge looks for DoBooking calls of one stay that overlap in time.',
  cases: ({ stays }) => stays,
  nothing: 'no stay was booked more than once',
  judgeCase(stay, context) {
    const isWantedTwice = context.task?.steps.some(step => step.do === 'book' && (step.times ?? 1) > 1);
    if (stay.length < 2 && !isWantedTwice) return 'not applicable';
    let open: Call | undefined;
    return stay.flatMap(book => {
      const before = open;
      const isOpen = before !== undefined && overlaps(before, book, context);
      if (!isOpen || endOf(book) > endOf(before)) open = book;
      if (!before || !isOpen) return [];
      const [first, second] = formatTime(before.opened.at, book.opened.at);
      return finding([before, book], {
        message: `The client sent DoBooking for the same stay at ${second} (exchange ${book.number}), before the DoBooking at ${first} (exchange ${before.number}) was answered. Both can succeed, so the traveller may pay twice.`,
        expected: 'A correct client sends one DoBooking, and locks the stay until the answer arrives.',
      });
    });
  },
});

/** The time that the stand-in may need to notice a closed connection, in milliseconds of real time. */
const closeDelay = 50;

const endOf = ({ ended }: Call): number => ended?.at ?? Number.POSITIVE_INFINITY;

function overlaps({ ended, facts }: Call, book: Call, context: JudgeContext): boolean {
  if (!ended) return true;
  if (!isBefore(book.opened, ended)) return false;
  if (facts.closed?.ending !== 'client-gone') return true;
  return ended.at - book.opened.at > closeDelay * clockOf(context).speed;
}
