import {
  defineRule,
  isKnown,
  namesOf,
  proofOf,
  searchedInVain,
  seenAnswers,
  stands,
} from '../assess/index.ts';

/** The outcomes that say that there is a booking, so that a client that has read the id gives the booking to the user. */
const holding: readonly (string | undefined)[] = ['confirmed', 'cancelled', 'payment-declined'];

export const nothingOrphaned = defineRule({
  id: 'nothing-orphaned',
  reads: 'books',
  level: 'must',
  clauses: ['flow.3', 'client.states'],
  title: 'A correct client knows every booking that stands at the supplier, in its result or in its state.',
  judgeEnd(end) {
    const { books, calls, result, state } = end;
    const standing = books.services.filter(stands);
    if (standing.length === 0) return { notApplicable: 'no booking stands at the supplier' };
    if (!result && state === undefined)
      return { notApplicable: 'neither the result nor the state of the client is known' };
    const last = calls.at(-1)?.opened.at ?? 0;
    const unknown = standing.filter(
      service =>
        isKnown(service, end) !== true &&
        !(holding.includes(result?.outcome) && seenAnswers(service, end).length > 0) &&
        searchedInVain(service, end, last) !== 'whole',
    );
    if (unknown.length > 0 && state === undefined)
      return {
        notApplicable: 'the result does not have all bookings, and the state of the client is unknown',
      };
    return unknown.map(service => ({
      message: `The supplier holds ${namesOf(service)}, but neither the result nor the state of the client has its id or reference. No one would pay, use or cancel this booking.`,
      exchanges: proofOf(end, [service]),
    }));
  },
});
