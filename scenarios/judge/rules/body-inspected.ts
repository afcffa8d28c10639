import {
  assessEach,
  type Call,
  defineRule,
  type Finding,
  finding,
  hasSeen,
  isNew,
  isReportedOn,
  isSuccess,
  type JudgeContext,
  lastSeen,
  nextAfter,
  type Ruling,
  statusIn,
  type Traffic,
} from '../assess/index.ts';

export const bodyInspected = defineRule({
  id: 'body-inspected',
  level: 'must',
  clauses: ['flow.4', 'err.200'],
  title:
    'A correct client treats a booking, payment or cancellation with FAILED or Errors[] as failed, even with status 200.',
  right: 'The answer to DoBooking has status 200 and Errors[], and the client reports "failed".',
  wrong: 'The answer to DoBooking has status 200 and FAILED, but the client pays or reports "confirmed".',
  explanation:
    'The judge reads the calls after such an answer, and the result of the client if there is one. An answer with both offers and Errors[] is a partial result, not a failure.',
  judge: (traffic, context) =>
    assessEach(
      traffic.calls.filter(saysFailure),
      call => (call.step === 'conditions' ? judgeGone(call, traffic) : judgeOne(call, traffic, context)),
      'no answer with status 200 stated a failure',
    ),
});

function saysFailure(call: Call): boolean {
  const { errors, paymentStatus } = call.facts.answer;
  return (
    isSuccess(call) && (statusOf(call) === 'failed' || errors !== undefined || paymentStatus === 'Declined')
  );
}

const statusOf = ({ facts: { answer } }: Call) => statusIn(answer.bookingStatus, answer.label);

function judgeOne(call: Call, traffic: Traffic, context: JudgeContext): Ruling {
  const used = call.step === 'book' ? usedUnchecked(call) : undefined;
  if (used) return used;
  const { result } = context;
  // If the client looked up the booking, the client has noticed the failure.
  if (!result) return wasLookedAt(call) ? undefined : 'not applicable';
  if (!isReported(call, traffic, context)) return undefined;
  const { bookingStatus = 'no status', errors = [] } = call.facts.answer;
  return finding([call], {
    message: `The client reported "${result.outcome}", although exchange ${call.number} was answered 200 with ${bookingStatus}${errors.length > 0 ? ` and Errors [${errors.join(', ')}]` : ''}. HTTP 200 alone does not prove success.`,
    expected:
      'A correct client reports the failure in the body, or looks up the booking if bookingStatus and Errors disagree.',
  });
}

const wasLookedAt = (call: Call): boolean =>
  call.trip?.lastLook !== undefined && hasSeen(call.trip.lastLook, call);

/** Finds a DoBooking that uses an earlier Token although the supplier no longer has the offer. */
function judgeGone(call: Call, { usersOf }: Traffic): Finding | undefined {
  const tokens = [call.search?.facts.answer.token, call.sameBefore?.facts.answer.token];
  const book = tokens.flatMap(usersOf).find(user => user.step === 'book' && hasSeen(user, call));
  if (!book) return undefined;
  return finding([call, book], {
    message: `The client sent DoBooking (exchange ${book.number}) although exchange ${call.number} was answered 200 with Errors [${call.facts.answer.errors?.join(', ')}] and no Token. Without a Token, the offer is no longer available.`,
    expected: 'A correct client sends no DoBooking, and chooses another offer or runs a new Search.',
  });
}

/** Finds a payment or another DoBooking that the client sent without first looking up the booking. */
function usedUnchecked(book: Call): Finding | undefined {
  const next = book.trip && nextAfter(book.trip, book, ({ call: { step } }) => step !== 'list');
  if (!next || (next.call.step !== 'pay' && next.call.step !== 'book')) return undefined;
  // If a service that was added to a trip is Rejected, the client may add another one.
  if (statusOf(book) === 'rejected' && !isNew(book) && next.call.step === 'book') return undefined;
  const { bookingStatus, errors = [] } = book.facts.answer;
  return finding([book, next.call], {
    message: `The client used a booking in exchange ${next.call.number} without a look-up, although DoBooking (exchange ${book.number}) was answered 200 with ${bookingStatus}${errors.length > 0 ? ` and Errors [${errors.join(', ')}]` : ''}. The booking may not exist.`,
    expected: 'A correct client looks up the booking before it pays or adds a service.',
  });
}

/** Returns whether the client reported a success that no other answer confirmed. */
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
  // The status in the failed answer proves nothing until another answer confirms this status.
  const own = step === 'book' && last.by === call ? (facts.answer.services?.[0]?.id ?? '') : undefined;
  return ![...last.view.services].some(([id, { status }]) => status === result.outcome && id !== own);
}
