import {
  type BookingView,
  defineRule,
  type Finding,
  finding,
  hasSeen,
  isReportedOn,
  isUnknown,
  type JudgeContext,
  type KnownService,
  lastSeen,
  seenBefore,
  statusWord,
  type Traffic,
  type Trip,
} from '../assess/index.ts';

export const onRequestNotSuccess = defineRule({
  id: 'on-request-not-success',
  level: 'must',
  clauses: ['flow.5', 'field.restriction-type', 'trans.confirm'],
  title:
    'A correct client waits for CONFIRMED before it pays for an OnRequest booking, adds a service or reports a success.',
  right: 'DoBooking returns OnRequest, a poll returns CONFIRMED, and the client reports "confirmed".',
  wrong: 'DoBooking returns OnRequest, and the client reports "confirmed" or adds a transfer at once.',
  explanation:
    'The judge compares payments, added services and the result of the client with the statuses that the client has seen.',
  cases: traffic => traffic.trips.filter(isFromRequest),
  nothing: 'no booking was OnRequest',
  judgeCase(trip, context, traffic) {
    const findings = trip.events.flatMap(({ call }) => {
      if (call.step !== 'pay' && call.step !== 'book') return [];
      const before = seenBefore(trip, call);
      const service = before?.view.isSure && hasSeen(call, before.by) ? waiting(before.view) : undefined;
      if (!before || !service) return [];
      const what = call.step === 'pay' ? 'paid for' : 'added a service to';
      return finding([before.by, call], {
        message: `The client ${what} booking ${trip.id} (exchange ${call.number}), although exchange ${before.by.number} showed this OnRequest booking still ${statusWord(service.status)}. The hotel may still refuse the booking.`,
        expected: 'A correct client polls GetBookingDetail until it returns CONFIRMED.',
      });
    });
    const reported = judgeReport(trip, traffic, context);
    if (reported) findings.push(reported);
    const isShown = context.result !== undefined || trip.events.some(({ call }) => call.step === 'look');
    return findings.length > 0 || isShown ? findings : 'not applicable';
  },
});

const isFromRequest = ({ events }: Trip): boolean =>
  events.some(({ view }) => view && [...view.services.values()].some(({ fromRequest }) => fromRequest));

const unconfirmed = ({ services }: BookingView): KnownService[] =>
  [...services.values()].filter(({ fromRequest, status }) => fromRequest && status !== 'confirmed');

const waiting = ({ services }: BookingView): KnownService | undefined =>
  [...services.values()].find(({ fromRequest, status }) => fromRequest && isUnknown(status));

function judgeReport(trip: Trip, traffic: Traffic, context: JudgeContext): Finding | undefined {
  if (context.result?.outcome !== 'confirmed') return undefined;
  const last = lastSeen(trip);
  const open = last?.view.isSure ? unconfirmed(last.view) : [];
  const [service] = open;
  if (!isReportedOn(trip, traffic, context) || !last || !service) return undefined;
  // The outcome of a trip is that of its first service. The result has the outcomes of the other services too.
  const others = context.result.services?.filter(({ outcome }) => outcome !== 'confirmed') ?? [];
  if (others.length >= open.length) return undefined;
  return finding([last.by], {
    message: `The client reported booking ${trip.id} as confirmed, although its last known status was ${statusWord(service.status)} (exchange ${last.by.number}). The traveller would rely on a room that the hotel has not confirmed.`,
    expected: 'A correct client reports "confirmed" only after GetBookingDetail has returned CONFIRMED.',
  });
}
