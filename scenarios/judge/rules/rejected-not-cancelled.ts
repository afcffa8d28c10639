import {
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  seenBefore,
  type Trip,
} from '../assess/index.ts';

export const rejectedNotCancelled = defineRule({
  id: 'rejected-not-cancelled',
  level: 'should',
  clauses: ['trans.rejected'],
  title: 'A correct client sends no cancellation for a Rejected booking or service.',
  right: 'A booking is Rejected, and the client reports "rejected".',
  wrong: 'A booking is Rejected, and the client sends CancelBooking for it.',
  explanation: 'The judge looks for cancellations after an answer with Rejected.',
  cases: ({ trips }) => trips.filter(wasRejected),
  nothing: 'no booking was Rejected',
  judgeCase: trip =>
    trip.events.flatMap(({ call }) => {
      const before = rejectedBefore(trip, call);
      if (call.step !== 'cancel' || !before) return [];
      const [seen, sent] = formatTime(before.opened.at, call.opened.at);
      return finding([before, call], {
        message: `The client cancelled booking ${trip.id} at ${sent} (exchange ${call.number}), although it was Rejected at ${seen} (exchange ${before.number}). The supplier refuses this call, because it cancels a Rejected booking itself.`,
        expected: 'A correct client sends no cancellation of a Rejected booking.',
      });
    }),
});

const wasRejected = ({ seen }: Trip): boolean =>
  seen.some(({ view }) => [...view.services.values()].some(({ status }) => status === 'rejected'));

/** Returns the call that showed the client that this booking or service is Rejected. */
function rejectedBefore(trip: Trip, cancel: Call): Call | undefined {
  const { by, view } = seenBefore(trip, cancel) ?? {};
  if (!by || !view?.isSure || !hasSeen(cancel, by)) return undefined;
  const { serviceId } = cancel.facts.request;
  const services = [...view.services].filter(([id]) => serviceId === undefined || id === serviceId);
  const isRejected = services.length > 0 && services.every(([, { status }]) => status === 'rejected');
  return isRejected ? by : undefined;
}
