import {
  type Call,
  defineRule,
  type Finding,
  finding,
  hasSeen,
  isGood,
  isReportedOn,
  type JudgeContext,
  lastSeen,
  nextAfter,
  overEach,
  type Ruling,
  statusIn,
  type Traffic,
} from '../assess/index.ts';

/** HTTP 200 is no success: what the body says counts. */
export const bodyInspected = defineRule({
  id: 'body-inspected',
  level: 'must',
  clauses: ['flow.4', 'err.200'],
  title:
    'Takes a booking, payment or cancellation answered 200 with FAILED or Errors[] for the failure it is.',
  right: 'HTTP 200 with Errors[]: the client reports "failed".',
  wrong: 'HTTP 200 with bookingStatus FAILED, and the client goes on to pay or reports "confirmed".',
  explanation:
    'what follows such an answer, and the result if there is one; Errors[] beside offers is a partial result',
  judge: (traffic, context) =>
    overEach(
      traffic.calls.filter(saysFailure),
      call => (call.step === 'conditions' ? judgeGone(call, traffic) : judgeOne(call, traffic, context)),
      'whatever was answered 200 had succeeded',
    ),
});

function saysFailure(call: Call): boolean {
  const { errors, paymentStatus } = call.facts.answer;
  return (
    isGood(call) && (statusOf(call) === 'failed' || errors !== undefined || paymentStatus === 'Declined')
  );
}

const statusOf = ({ facts: { answer } }: Call) => statusIn(answer.bookingStatus, answer.label);

function judgeOne(call: Call, traffic: Traffic, context: JudgeContext): Ruling {
  const wentOn = call.step === 'book' ? goesOn(call) : undefined;
  if (wentOn) return wentOn;
  const { result } = context;
  // Whoever looks again has seen that the answer was no good.
  if (!result) return wasLookedAt(call) ? undefined : 'not applicable';
  if (!isReported(call, traffic, context)) return undefined;
  const { bookingStatus = 'no status', errors = [] } = call.facts.answer;
  return finding([call], {
    message: `Exchange ${call.number} was answered 200 with ${bookingStatus}${errors.length > 0 ? ` and Errors [${errors.join(', ')}]` : ''}; the client reported "${result.outcome}".`,
    expected: 'The outcome that the body tells, or a look at the booking where status and Errors disagree.',
  });
}

const wasLookedAt = (call: Call): boolean =>
  call.trip?.lastLook !== undefined && hasSeen(call.trip.lastLook, call);

/** No conditions were given, so nothing is booked by what the Search had said. */
function judgeGone(call: Call, { usersOf }: Traffic): Finding | undefined {
  const tokens = [call.search?.facts.answer.token, call.sameBefore?.facts.answer.token];
  const book = tokens.flatMap(usersOf).find(user => user.step === 'book' && hasSeen(user, call));
  if (!book) return undefined;
  return finding([call, book], {
    message: `Exchange ${call.number} was answered 200 with Errors [${call.facts.answer.errors?.join(', ')}] and no Token; exchange ${book.number} books all the same.`,
    expected: 'No DoBooking: another offer, or a new Search.',
  });
}

/** Paid or added to, although nobody has looked whether it stands. */
function goesOn(book: Call): Finding | undefined {
  const next = book.trip && nextAfter(book.trip, book, ({ call: { step } }) => step !== 'list');
  if (!next || (next.call.step !== 'pay' && next.call.step !== 'book')) return undefined;
  const { bookingStatus, errors = [] } = book.facts.answer;
  return finding([book, next.call], {
    message: `DoBooking by exchange ${book.number} was answered 200 with ${bookingStatus} and Errors [${errors.join(', ')}]; exchange ${next.call.number} goes on with it.`,
    expected: 'A look at the booking first.',
  });
}

/** Whether the client reported a success that nothing else has shown. */
function isReported(call: Call, traffic: Traffic, context: JudgeContext): boolean {
  const { result } = context;
  const { trip, step, facts } = call;
  const last = trip && lastSeen(trip);
  if (!result || !trip || !last) return false;
  if (
    !isReportedOn(trip, traffic, context) ||
    result.outcome !== (step === 'cancel' ? 'cancelled' : 'confirmed')
  )
    return false;
  // What this very answer says of its service is what is in inconclusive, until another one says so, too.
  const own = step === 'book' && last.by === call ? (facts.answer.services?.[0]?.id ?? '') : undefined;
  return ![...last.sight.services].some(([id, { status }]) => status === result.outcome && id !== own);
}
