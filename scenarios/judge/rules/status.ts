import { isFinal, limits } from '#contracts';
import type { Run } from '../context.ts';
import { judgeFollowUp } from '../follow-up.ts';
import { type PollRun, readPolls } from '../polls.ts';
import { isReportedOn } from '../reported.ts';
import { defineRule, type Found, finding, findingWith, type Ruling } from '../rule.ts';
import { formatDuration, formatTime, isObservable, tolerance, tooFast } from '../time.ts';
import {
  type BookingView,
  type Call,
  hasSeen,
  hasStatus,
  isPolled,
  isSettled,
  isUnknown,
  lastSeen,
  nextAfter,
  seenBefore,
  statusWord,
  type Trip,
} from '../traffic/index.ts';

export const statusRules = [
  defineRule('rejected-is-final', {
    clauses: ['poll.rejected', 'status.rejeitado'],
    title: 'A correct client stops polling a booking after an answer with Rejected.',
    right: 'A booking is Rejected. The client reports the rejection and does not look up the booking again.',
    wrong: 'A booking is Rejected, and the client sends GetBookingDetail five minutes later.',
    explanation:
      'The judge counts the look-ups of a booking after an answer with Rejected. That answer already contains the reason. Lists of bookings do not count.',
    expected: 'A correct client stops polling, and makes a new booking if the user still wants one.',
    needsOneClient: true,
    cases: ({ trips }) => trips,
    nothing: 'no booking was Rejected',
    judgeCase({ id, events }) {
      if (!events.some(({ view }) => view?.isSure && hasStatus(view, 'rejected'))) return 'not applicable';
      // If a service is added to a rejected trip, the trip is active again.
      const active = events.findLastIndex(({ view }) => view && !(view.isSure && isRejected(view)));
      const first = events.findIndex(({ view }, index) => index > active && view);
      const rejected = events[first]?.call;
      if (!rejected) return undefined;
      const later = events.slice(first + 1).map(({ call }) => call);
      const looks = later.filter(call => isSoonAfter(call, rejected));
      const last = looks.at(-1);
      if (!last) return undefined;
      const [seen, at] = formatTime(rejected.opened.at, last.opened.at);
      const rejection = `it was Rejected at ${seen} (exchange ${rejected.number})`;
      const how =
        looks.length > 1
          ? `${looks.length} more times after ${rejection}, the last time at ${at}`
          : `once more, ${formatDuration(last.opened.at - rejected.opened.at)} after ${rejection}`;
      return findingWith({
        also: [rejected, ...looks],
      })`The client looked up booking ${id} ${how}. A Rejected booking never becomes confirmed.`;
    },
  }),
  defineRule('rejected-not-cancelled', {
    level: 'should',
    clauses: ['trans.rejected'],
    title: 'A correct client sends no cancellation for a Rejected booking or service.',
    right: 'A booking is Rejected, and the client reports "rejected".',
    wrong: 'A booking is Rejected, and the client sends CancelBooking for it.',
    explanation: 'The judge looks for cancellations after an answer with Rejected.',
    expected: 'A correct client sends no cancellation of a Rejected booking.',
    cases: ({ trips }) => trips.filter(wasRejected),
    nothing: 'no booking was Rejected',
    judgeCase: trip =>
      trip.events.flatMap(({ call }) => {
        const before = rejectedBefore(trip, call);
        if (call.step !== 'cancel' || !before) return [];
        return finding`The client cancelled booking ${trip.id} at ${call.opened} (${call}), although it was Rejected at ${before.opened} (${before}). The supplier refuses this call, because it cancels a Rejected booking itself.`;
      }),
  }),
  defineRule('body-inspected', {
    clauses: ['flow.4', 'err.200'],
    title:
      'A correct client treats a booking, payment or cancellation with FAILED or Errors[] as failed, even with status 200.',
    right: 'The answer to DoBooking has status 200 and Errors[], and the client reports "failed".',
    wrong: 'The answer to DoBooking has status 200 and FAILED, but the client pays or reports "confirmed".',
    explanation:
      'The judge reads the calls after such an answer, and the result of the client if there is one. An answer with both offers and Errors[] is a partial result, not a failure.',
    expected:
      'A correct client reports the failure in the body, or looks up the booking if bookingStatus and Errors disagree.',
    cases: ({ calls }) => calls.filter(saysFailure),
    nothing: 'no answer with status 200 stated a failure',
    judgeCase: (call, run) => (call.step === 'conditions' ? judgeGone(call, run) : judgeOne(call, run)),
  }),
  defineRule('ambiguous-status-polled', {
    clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
    title:
      'A correct client polls a booking with the status TechnicalProblem, Pending, OnRequest or PendingCancellation.',
    right: 'DoBooking returns Pending, and the client sends GetBookingDetail ten minutes later.',
    wrong: 'DoBooking returns Pending, and the client sends nothing more about that booking.',
    explanation:
      'The judge checks that a look-up follows each undecided status. A missing look-up counts only if the sandbox was closed after the time limit.',
    needsOneClient: true,
    cases: ({ trips }) => trips,
    nothing: 'no booking had the status TechnicalProblem, Pending or OnRequest',
    judgeCase: (trip, run) =>
      judgeFollowUp(trip, run, {
        // The rule cancellation-polled judges statuses after a cancellation.
        isDue: (status, call) =>
          call.step === 'cancel' ? false : call.step === 'look' ? isPolled(status) : isUnknown(status),
        within: limits.pollPending.value,
      }),
  }),
  defineRule('poll-interval', {
    clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
    title:
      'A correct client waits at least 5 minutes between polls of TechnicalProblem or PendingCancellation, and 10 minutes for Pending.',
    right: 'The client polls a booking with TechnicalProblem at 10:00, 10:05 and 10:10.',
    wrong: 'The client polls a booking with TechnicalProblem at 10:00, 10:01 and 10:02.',
    explanation:
      'The judge measures the time between two look-ups while the status is undecided. The first look-up may follow at once. After a restart, a client may read each decided service of a trip once more.',
    timed: true,
    needsOneClient: true,
    cases: ({ trips }) => trips,
    nothing: 'no booking was polled',
    judgeCase(trip, run) {
      const { pairs, runs } = readPolls(trip);
      if (pairs.length === 0)
        return runs.some(({ looks }) => looks.some(call => call.isSuccess)) ? [] : 'not applicable';
      const slow = pairs.filter(({ interval }) => isObservable(interval, run));
      const [first] = pairs;
      if (slow.length === 0 && first) return tooFast(first.interval, run);
      // A restarted client may have lost the vouchers of decided services, so it may read each of them once more.
      let rereads = 0;
      return slow.flatMap(({ earlier, later, status, interval, settled }) => {
        const gap = later.opened.at - earlier.opened.at;
        if (gap >= interval - tolerance(interval, run)) return [];
        if (later.isAfterRestart && rereads < settled) {
          rereads += 1;
          return [];
        }
        return findingWith({
          expected: `A correct client leaves at least ${formatDuration(interval)} between two polls.`,
        })`The client polled booking ${trip.id} again at ${later.opened} (${later}), ${formatDuration(gap)} after it was ${statusWord(status)} at ${earlier.opened} (${earlier}). The status changes slowly, so faster polls only use up the rate limit.`;
      });
    },
  }),
  defineRule('poll-window', {
    clauses: [
      'poll.technical-problem',
      'poll.pending',
      'poll.pending-cancellation',
      'trans.expire',
      'limit.on-request',
    ],
    title:
      'A correct client stops polling at most one interval after 30 minutes, or after 24 hours for an OnRequest booking.',
    right: 'The client polls a booking with TechnicalProblem for half an hour and then contacts support.',
    wrong: 'The client still polls a booking with TechnicalProblem after an hour.',
    explanation:
      'The judge checks that the last look-up is within the polling window plus one interval. The window for OnRequest is 24 hours. A client that stops after 30 minutes gets a warning.',
    timed: true,
    cases: ({ trips }) => trips,
    nothing: 'no status was polled',
    judgeCase(trip, run) {
      const runs = readPolls(trip).runs.filter(({ looks }) => looks.length > 0);
      const [first] = runs;
      if (!first) return 'not applicable';
      const judged = runs.filter(({ plan }) => isObservable(plan.window, run));
      if (judged.length === 0) return tooFast(first.plan.window, run);
      return judged.flatMap(period => [tooLong(trip, period, run), tooShort(trip, period, run)].flat());
    },
  }),
  defineRule('poll-stops-at-final', {
    clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation', 'poll.rejected'],
    title: 'A correct client looks up a booking at most once more after the status became final.',
    right: 'The client sees CONFIRMED and reads the voucher once.',
    wrong: 'The client sees CONFIRMED and still polls the booking many times.',
    explanation:
      'The judge counts the look-ups after a final status. One look-up is allowed, and after a restart one for each service.',
    expected: 'A correct client looks up the booking at most once more, to read the voucher.',
    timed: true,
    needsOneClient: true,
    cases: ({ trips }) => trips,
    nothing: 'no booking reached a final status',
    judgeCase(trip) {
      // While a payment is pending, look-ups are needed although the status of the booking is final.
      const isPending = trip.events.some(({ call }) => call.facts.answer.paymentStatus === 'Pending');
      const ends = isPending ? [] : readFinals(trip);
      if (ends.length === 0) return 'not applicable';
      return ends.flatMap(end => {
        const { by, view, looks, wasPolled } = end;
        if (looks.length <= allowed(end)) return [];
        const last = looks.at(-1) ?? by;
        const words = [...view.services.values()].map(({ status }) => statusWord(status)).join(', ');
        // If the client had not polled before, a user may simply have opened the booking again.
        return findingWith({
          also: [...looks.slice(0, 3), last],
          warn: !wasPolled,
        })`The client looked up booking ${trip.id} ${looks.length} more times within ${formatDuration(window)} after it was ${words} at ${by.opened} (${by}), the last time at ${last.opened}. A final status does not change.`;
      });
    },
  }),
] as const;

/** A look-up later than this many milliseconds after a final status is not a poll: a user probably requested it. */
const window = limits.pollWindow.value + limits.pollPending.value;

const isRejected = (view: BookingView): boolean =>
  hasStatus(view, 'rejected') && [...view.services.values()].every(({ status }) => isFinal(status));

const isSoonAfter = (look: Call, rejected: Call): boolean =>
  look.step === 'look' && hasSeen(look, rejected) && look.opened.at - rejected.opened.at <= window;

const wasRejected = ({ seen }: Trip): boolean => seen.some(({ view }) => hasStatus(view, 'rejected'));

function rejectedBefore(trip: Trip, cancel: Call): Call | undefined {
  const { by, view } = seenBefore(trip, cancel) ?? {};
  if (!by || !view?.isSure || !hasSeen(cancel, by)) return undefined;
  const { serviceId } = cancel.facts.request;
  const services = [...view.services].filter(([id]) => serviceId === undefined || id === serviceId);
  const isRejected = services.length > 0 && services.every(([, { status }]) => status === 'rejected');
  return isRejected ? by : undefined;
}

function saysFailure(call: Call): boolean {
  const { errors, paymentStatus } = call.facts.answer;
  return call.isSuccess && (call.shown === 'failed' || errors !== undefined || paymentStatus === 'Declined');
}

function judgeOne(call: Call, run: Run): Ruling {
  const used = call.step === 'book' ? usedUnchecked(call) : undefined;
  if (used) return used;
  const { result } = run;
  // A client that looked up the booking has noticed the failure.
  if (!result) return wasLookedAt(call) ? undefined : 'not applicable';
  if (!isReported(call, run)) return undefined;
  return finding`The client reported "${result.outcome}", although ${call} was answered 200 with ${failureText(call)}. HTTP 200 alone does not prove success.`;
}

function failureText({ facts: { answer } }: Call): string {
  const { bookingStatus = 'no status', errors } = answer;
  return errors ? `${bookingStatus} and Errors [${errors.join(', ')}]` : bookingStatus;
}

const wasLookedAt = (call: Call): boolean =>
  call.trip?.lastLook !== undefined && hasSeen(call.trip.lastLook, call);

function judgeGone(call: Call, { usersOf }: Run): Found | undefined {
  const tokens = [call.search?.facts.answer.token, call.sameBefore?.facts.answer.token];
  const book = tokens.flatMap(usersOf).find(user => user.step === 'book' && hasSeen(user, call));
  if (!book) return undefined;
  return findingWith({
    expected: 'A correct client sends no DoBooking, and chooses another offer or runs a new Search.',
  })`The client sent DoBooking (${book}) although ${call} was answered 200 with Errors [${call.facts.answer.errors?.join(', ')}] and no Token. Without a Token, the offer is no longer available.`;
}

function usedUnchecked(book: Call): Found | undefined {
  const next = book.trip && nextAfter(book.trip, book, ({ call: { step } }) => step !== 'list');
  if (!next || (next.call.step !== 'pay' && next.call.step !== 'book')) return undefined;
  // If a service that was added to a trip is Rejected, the client may add another one.
  if (book.shown === 'rejected' && !book.isNew && next.call.step === 'book') return undefined;
  return findingWith({
    expected: 'A correct client looks up the booking before it pays or adds a service.',
  })`The client used a booking in ${next.call} without a look-up, although DoBooking (${book}) was answered 200 with ${failureText(book)}. The booking may not exist.`;
}

/** A success that no other answer confirmed. */
function isReported(call: Call, run: Run): boolean {
  const { result } = run;
  const { trip, step, facts } = call;
  const last = trip && lastSeen(trip);
  if (!result || !trip || !last) return false;
  if (!isReportedOn(trip, run) || result.outcome !== (step === 'cancel' ? 'cancelled' : 'confirmed'))
    return false;
  // The status in the failed answer proves nothing until another answer confirms this status.
  const own = step === 'book' && last.by === call ? (facts.answer.services?.[0]?.id ?? '') : undefined;
  return ![...last.view.services].some(([id, { status }]) => status === result.outcome && id !== own);
}

/** After this number of intervals, a single look-up is not a poll. A user probably requested the look-up. */
const maxIntervals = 2;

function tooLong(trip: Trip, period: PollRun, run: Run): Found | [] {
  const { window, interval } = period.plan;
  const end = period.since.opened.at + window + interval + tolerance(window, run);
  const late = period.looks.filter((look, index) => {
    const before = period.looks[index - 1] ?? period.since;
    return look.opened.at > end && look.opened.at - before.opened.at <= maxIntervals * interval;
  });
  const [first] = late;
  if (!first) return [];
  return findingWith({
    also: [first, late.at(-1)],
    expected: `A correct client polls no later than ${formatDuration(window + interval)} after the first answer, and then contacts support.`,
  })`The client still polled booking ${trip.id} at ${first.opened}, ${formatDuration(first.opened.at - period.since.opened.at)} after it became ${statusWord(period.status)} at ${period.since.opened} (${period.since}); ${late.length} poll${late.length === 1 ? '' : 's'} came too late. Only support can resolve such a booking.`;
}

/** A client that stops after 30 minutes gets a warning, because the specification can be read to allow it (decision 1). */
function tooShort(trip: Trip, { since, plan, status, looks, ...period }: PollRun, run: Run): Found | [] {
  const { closedAt = 0 } = run;
  const last = looks.at(-1);
  const until = since.opened.at + plan.window - plan.interval;
  if (!last || !period.fromRequest || period.isOver) return [];
  if (closedAt < until || last.opened.at >= until - tolerance(plan.window, run)) return [];
  return findingWith({
    also: [last],
    warn: true,
    expected: `A correct client polls for up to ${formatDuration(plan.window)}.`,
  })`The client polled the OnRequest booking ${trip.id} for the last time at ${last.opened}, when it was still ${statusWord(status)} (since ${since.opened}, ${since}). The hotel has a day to answer.`;
}

/** One look-up to read the voucher. After a restart, a client may have lost the vouchers, so one for each service. */
const allowed = ({ view, looks }: FinalStatus): number =>
  looks.some(({ isAfterRestart }) => isAfterRestart) ? Math.max(1, view.services.size) : 1;

interface FinalStatus {
  readonly by: Call;
  readonly view: BookingView;
  readonly wasPolled: boolean;
  readonly looks: Call[];
}

function readFinals({ events }: Trip): FinalStatus[] {
  const ends: FinalStatus[] = [];
  let current: FinalStatus | undefined;
  let wasPolled = false;
  for (const { call, view } of events) {
    const isLook = call.step === 'look';
    const isRead = isLook && call.isSuccess;
    // A look-up right before a cancellation is allowed, because a client may read the penalty first.
    if (call.step === 'cancel') current?.looks.pop();
    if (!isLook) current = undefined;
    else if (
      current &&
      isRead &&
      hasSeen(call, current.by) &&
      call.opened.at - current.by.opened.at <= window
    )
      current.looks.push(call);
    if (!view) continue;
    const all = [...view.services.values()];
    const isEnd = view.isSure && all.every(({ status }) => isSettled(status)) && !isRejected(view);
    if (!isEnd) {
      current = undefined;
      wasPolled = (isLook && wasPolled) || all.some(({ status }) => isPolled(status));
    } else if (!current) {
      current = { by: call, view, wasPolled, looks: [] };
      wasPolled = false;
      ends.push(current);
    }
  }
  return ends;
}
