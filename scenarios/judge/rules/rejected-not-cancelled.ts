import {
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  seenBefore,
  type Trip,
} from '../assess/index.ts';

/** The supplier cancels a rejected booking by itself, and refuses a cancellation of it. */
export const rejectedNotCancelled = defineRule({
  id: 'rejected-not-cancelled',
  level: 'should',
  clauses: ['trans.rejected'],
  title: 'Sends no cancellation of a booking or service that it has seen Rejected.',
  right: 'Rejected: the client reports "rejected" and books something else.',
  wrong: 'Rejected, and CancelBooking is sent for it.',
  explanation: 'cancellations that follow an answer with Rejected',
  cases: ({ trips }) => trips.filter(wasRejected),
  nothing: 'no booking was Rejected',
  judgeCase: trip =>
    trip.events.flatMap(({ call }) => {
      const before = rejectedBefore(trip, call);
      if (call.step !== 'cancel' || !before) return [];
      const [seen, sent] = formatTime(before.opened.at, call.opened.at);
      return finding([before, call], {
        message: `Booking ${trip.id} was Rejected at ${seen} (exchange ${before.number}); exchange ${call.number} cancels it at ${sent}.`,
        expected: 'No cancellation: Rejected is final, and the supplier makes a cancellation of it.',
      });
    }),
});

const wasRejected = ({ seen }: Trip): boolean =>
  seen.some(({ sight }) => [...sight.services.values()].some(({ status }) => status === 'rejected'));

/** The call that showed the client that what it cancels is Rejected. */
function rejectedBefore(trip: Trip, cancel: Call): Call | undefined {
  const { by, sight } = seenBefore(trip, cancel) ?? {};
  if (!by || !sight?.isSure || !hasSeen(cancel, by)) return undefined;
  const { serviceId } = cancel.facts.request;
  const services = [...sight.services].filter(([id]) => serviceId === undefined || id === serviceId);
  const isRejected = services.length > 0 && services.every(([, { status }]) => status === 'rejected');
  return isRejected ? by : undefined;
}
