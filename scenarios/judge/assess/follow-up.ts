import { limits, pollingPlan, type ServiceStatus } from '#contracts';
import type { Finding } from '#contracts/control';
import { type Call, isGood, isRefused, type Trip, wordOf } from '../traffic/index.ts';
import type { JudgeContext } from './context.ts';
import { readPolls } from './polls.ts';
import { asWarning, finding, ifOneTask, type Ruling } from './rule.ts';
import { clockOf, formatTime, inWords, isObservable, tolerance } from './time.ts';

const window = limits.pollWindow.value;

/** What has to be followed up. */
export interface FollowUp {
  /** Whether a status that a call showed asks for a look. */
  isDue(status: ServiceStatus, call: Call): boolean;
  /** After so many ms it should have come, ms. */
  readonly within: number;
}

/** Whether a call asks what became of a booking, or ends the question; what was refused does neither. */
const isFollowing = (call: Call): boolean =>
  call.step === 'look' || (call.step !== 'book' && !isRefused(call));

/**
 * Whether what a booking was seen as was followed up: by any look, whatever came of it. That none came shows only where the
 * sandbox was closed, and its clock past the time.
 */
export function judgeFollowUp(trip: Trip, context: JudgeContext, { isDue, within }: FollowUp): Ruling {
  const last = trip.events.findLastIndex(
    ({ call, sight }) =>
      sight?.isSure && [...sight.services.values()].some(({ status }) => isDue(status, call)),
  );
  const { call, sight } = trip.events[last] ?? {};
  if (!call || !sight) return 'not applicable';
  // A look is a poll itself: when those may end is a matter of their window.
  const isFollowed = trip.events.slice(last + 1).some(one => isFollowing(one.call));
  if (call.step === 'look' || isFollowed) return givenUp(trip, context, isDue);
  const { closedAt } = context;
  if (closedAt === undefined || !call.ended || closedAt - call.ended.at < within) return 'not applicable';
  const { status, fromRequest = false } =
    [...sight.services.values()].find(service => isDue(service.status, call)) ?? {};
  const interval = status && pollingPlan(status, fromRequest)?.interval;
  const [at] = formatTime(call.opened.at);
  const found = finding([call], {
    message: `Booking ${trip.id} was ${status && wordOf(status)} at ${at} (exchange ${call.number}); up to ${inWords(closedAt - call.ended.at)} later nobody looked at it.`,
    expected: `GetBookingDetail every ${inWords(interval ?? within)}.`,
  });
  return ifOneTask(found, context);
}

/**
 * Polling that ended although the next poll was due within the 30 minutes. Who never polled after the first interval did not
 * follow it up; who stopped later may read "up to 30 minutes" as a limit alone. How long a client waited shows only where all
 * calls are of one task, on a clock that does not jump at polls, and after the sandbox was closed.
 */
function givenUp(trip: Trip, context: JudgeContext, isDue: FollowUp['isDue']): Finding | undefined {
  const { task, closedAt = 0 } = context;
  const run = readPolls(trip).runs.at(-1);
  const interval = run && pollingPlan(run.status, run.fromRequest)?.interval;
  const look = run?.looks.at(-1);
  // Whoever could not look may have given up for that.
  if (look && !isGood(look)) return undefined;
  if (!task || !run || run.isOver || interval === undefined || !isDue(run.status, run.since))
    return undefined;
  if (clockOf(context).mode === 'per-poll' || !isObservable(interval, context)) return undefined;
  const begin = beginOf(trip, run.since);
  const times = [begin, ...run.looks].map(({ opened }) => opened.at);
  const rhythm = Math.max(interval, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  const [first = 0, last = first] = [times[0], times.at(-1)];
  const slack = tolerance(window, context);
  if (closedAt < first + window || last + rhythm > first + window - slack) return undefined;
  const [since, seen] = formatTime(first, last);
  const found = finding([run.since, look], {
    message: `Booking ${trip.id} was ${wordOf(run.status)} from ${since} (exchange ${run.since.number}) and looked at for the last time at ${seen}${look ? ` (exchange ${look.number})` : ''}, still undecided; the next poll was due ${inWords(interval)} later.`,
    expected: `A poll every ${inWords(interval)} until the status is final, or ${inWords(window)} are over.`,
  });
  return last - first < interval - tolerance(interval, context) ? found : asWarning(found);
}

/** What a client may count from: the call that was answered so, or that which a look found out about. */
function beginOf({ events }: Trip, since: Call): Call {
  const index = events.findIndex(({ call }) => call === since);
  return events.slice(0, index + 1).findLast(({ call }) => call.step !== 'look')?.call ?? since;
}
