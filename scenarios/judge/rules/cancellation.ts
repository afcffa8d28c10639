import { isFinal, limits } from '#contracts';
import { append } from '#contracts/util';
import type { Run } from '../context.ts';
import { judgeFollowUp } from '../follow-up.ts';
import { moneyText } from '../reported.ts';
import { assessEach, defineRule, findingWith } from '../rule.ts';
import { type Call, hasSeen, looksBetween, seenBefore } from '../traffic/index.ts';

export const cancellationRules = [
  defineRule('cancel-not-repeated', {
    clauses: ['svc.2'],
    title:
      'A correct client cancels a booking or service once, unless the answer to the first cancellation was lost.',
    right: 'The answer to a cancellation is lost, and the client looks up the booking.',
    wrong: 'The client repeats a cancellation although it received the answer.',
    explanation:
      'The judge compares the cancellations of each booking or service; one of the whole booking counts for each service. If the first cancellation cost no penalty, a finding is a warning.',
    expected:
      'A correct client sends a second cancellation only if the first answer was lost and a look-up shows no cancellation.',
    judge(run) {
      const before = new Map<string, Call[]>();
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

const wholeBooking = 'whole booking';

function cancelledBy({ facts }: Call): string {
  const { serviceId, serviceType } = facts.request;
  return serviceId ?? (serviceType === undefined ? wholeBooking : `all ${serviceType} services`);
}

function findRepetition(call: Call, before: Map<string, Call[]>, run: Run) {
  const key = `${call.by} ${bookingIdOf(call)}`;
  const targets = [cancelledBy(call), wholeBooking];
  const earlier = before.get(key)?.findLast(one => targets.includes(cancelledBy(one)));
  const isDone = earlier !== undefined && isTaken(earlier);
  const isOver = earlier && wasOver(call, earlier);
  if ((!isDone || isOver === false) && (isTaken(call) || call.isLost)) append(before, key, call);
  if (!earlier || !hasSeen(call, earlier)) return undefined;
  // Look-ups of the booking or of the list of bookings (decision 2).
  const looks = isDone
    ? []
    : looksBetween(earlier, call, run).filter(
        look => look.step === 'list' || look.trip === undefined || look.trip === call.trip,
      );
  if (isDone ? isOver === false : looks.length > 0 && !isOver) return undefined;
  return { earlier, isDone, isSeen: looks.length > 0 };
}

/** Whether the last answer showed the end of all that the call cancels; undefined without an answer after `earlier`. */
function wasOver(call: Call, earlier: Call): boolean | undefined {
  const last = call.trip && seenBefore(call.trip, call);
  if (!last || last.by.number <= earlier.number) return undefined;
  const { services, isSure } = last.view;
  const { serviceId } = call.facts.request;
  const own = serviceId === undefined ? [...services.values()] : [services.get(serviceId)];
  return isSure && own.every(one => one && (isFinal(one.status) || one.status === 'pending-cancellation'));
}

function penaltyOf(bookingId: string | undefined, { supplier }: Run): string | undefined {
  const { penalty } = supplier?.held?.find(held => held.bookingId === bookingId && held.penalty) ?? {};
  return penalty && moneyText(penalty);
}

/** Otherwise the client may try again. */
const isTaken = ({ isSuccess, shown, facts }: Call): boolean =>
  isSuccess && !facts.answer.errors && (shown === 'cancelled' || shown === 'pending-cancellation');
