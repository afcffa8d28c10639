import { limits } from '#contracts';
import type { Run } from '../context.ts';
import { judgeFollowUp } from '../follow-up.ts';
import { moneyText } from '../reported.ts';
import { assessEach, defineRule, findingWith } from '../rule.ts';
import { type Call, hasSeen, looksBetween } from '../traffic/index.ts';

export const cancellationRules = [
  defineRule('cancel-not-repeated', {
    clauses: ['svc.2'],
    title:
      'A correct client cancels a booking or service once, unless the answer to the first cancellation was lost.',
    right: 'The answer to a cancellation is lost, and the client looks up the booking.',
    wrong: 'The client repeats a cancellation although it received the answer.',
    explanation:
      'The judge compares the cancellations of each booking or service. If the first cancellation cost no penalty, a finding is a warning.',
    expected:
      'A correct client sends a second cancellation only if the first answer was lost and a look-up shows no cancellation.',
    judge(run) {
      const before = new Map<string, Call>();
      return assessEach(
        run.of('cancel'),
        call => {
          const repetition = findRepetition(call, before, run);
          if (!repetition) return undefined;
          const { earlier, isDone, isSeen } = repetition;
          const bookingId = bookingIdOf(call);
          const answer = isDone
            ? `was answered ${earlier.facts.answer.bookingStatus}`
            : `had no clear answer and ${isSeen ? 'a look-up showed the booking cancelled' : 'no look-up followed'}`;
          const penalty = penaltyOf(bookingId, run);
          const why =
            penalty === undefined
              ? 'A second cancellation can fail or hide the result of the first.'
              : `The first cancellation cost a penalty of ${penalty}, and a second cancellation can cost more or hide that result.`;
          return findingWith({
            warn: penalty === undefined,
          })`The client cancelled booking ${bookingId} (${cancelledBy(call)}) again at ${call.opened} (${call}), although its cancellation at ${earlier.opened} (${earlier}) ${answer}. ${why}`;
        },
        'no cancellation was sent',
      );
    },
  }),
  defineRule('cancellation-polled', {
    clauses: ['poll.pending-cancellation'],
    title: 'A correct client polls a booking with the status PendingCancellation until the status changes.',
    right:
      'A cancellation returns PendingCancellation, and the client sends GetBookingDetail five minutes later.',
    wrong:
      'A cancellation returns PendingCancellation, and the client reports "cancelled" without a look-up.',
    explanation: 'The judge checks that look-ups follow each PendingCancellation.',
    needsOneClient: true,
    cases: ({ trips }) => trips,
    nothing: 'no cancellation returned PendingCancellation',
    judgeCase: (trip, run) =>
      judgeFollowUp(trip, run, {
        isDue: (status, call) => call.step === 'cancel' && status === 'pending-cancellation',
        within: limits.pollPendingCancellation.value,
      }),
  }),
] as const;

/** Some clients send only the id of the service; then the answer shows the booking. */
const bookingIdOf = ({ facts: { request }, trip }: Call): string | undefined => request.bookingId ?? trip?.id;

interface Repetition {
  readonly earlier: Call;
  /** The client had the answer to the earlier cancellation. */
  readonly isDone: boolean;
  /** A look-up after it showed the booking cancelled. */
  readonly isSeen: boolean;
}

const wholeBooking = 'whole booking';

function cancelledBy({ facts }: Call): string {
  const { serviceId, serviceType } = facts.request;
  return serviceId ?? (serviceType === undefined ? wholeBooking : `all ${serviceType} services`);
}

function findRepetition(call: Call, before: Map<string, Call>, run: Run): Repetition | undefined {
  const bookingId = bookingIdOf(call);
  const keyOf = (what: string) => `${call.by} ${bookingId} ${what}`;
  const key = keyOf(cancelledBy(call));
  const whole = before.get(keyOf(wholeBooking));
  // A look-up after the cancellation of the whole booking may have shown that a service still stands.
  const isInWhole = whole !== undefined && looksBetween(whole, call, run).length === 0;
  const earlier = before.get(key) ?? (isInWhole ? whole : undefined);
  const isDone = earlier !== undefined && isTaken(earlier);
  if (!isDone && (isTaken(call) || call.isLost)) before.set(key, call);
  if (!earlier || !hasSeen(call, earlier)) return undefined;
  // Look-ups of the booking or of the list of bookings (decision 2).
  const looks = isDone
    ? []
    : looksBetween(earlier, call, run).filter(
        look => look.step === 'list' || look.trip === undefined || look.trip === call.trip,
      );
  const isSeen = looks.some(look => look.step === 'look' && look.trip === call.trip && isTaken(look));
  if (looks.length > 0 && !isSeen) return undefined;
  return { earlier, isDone, isSeen };
}

function penaltyOf(bookingId: string | undefined, { supplier }: Run): string | undefined {
  const { penalty } = supplier?.held?.find(held => held.bookingId === bookingId && held.penalty) ?? {};
  return penalty && moneyText(penalty);
}

/** Otherwise the client may try again. */
const isTaken = ({ isSuccess, shown }: Call): boolean =>
  isSuccess && (shown === 'cancelled' || shown === 'pending-cancellation');
