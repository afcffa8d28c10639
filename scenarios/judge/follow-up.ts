import { limits, pollingPlan, type ServiceStatus } from '#contracts';
import { isOfOneClient, type Run } from './context.ts';
import { readPolls } from './polls.ts';
import { type Found, findingWith, type Ruling } from './rule.ts';
import { clockOf, formatDuration, formatTime, isObservable, tolerance } from './time.ts';
import { type Call, statusWord, type Trip } from './traffic/index.ts';

const window = limits.pollWindow.value;

interface FollowUp {
  /** Whether a client must look up the booking after this call showed this status. */
  isDue(status: ServiceStatus, call: Call): boolean;
  /** From the answer, in milliseconds. */
  readonly within: number;
}

const isFollowing = (call: Call): boolean =>
  call.step === 'look' || (call.step !== 'book' && !call.isRefused);

/** The answer to the look-up does not matter. It counts as missing only if the sandbox was closed after the time limit. */
export function judgeFollowUp(trip: Trip, run: Run, { isDue, within }: FollowUp): Ruling {
  const last = trip.events.findLastIndex(
    ({ call, view }) => view?.isSure && [...view.services.values()].some(({ status }) => isDue(status, call)),
  );
  const { call, view } = trip.events[last] ?? {};
  if (!call || !view) return 'not applicable';
  const isFollowed = trip.events.slice(last + 1).some(one => isFollowing(one.call));
  if (call.step === 'look' || isFollowed) return stoppedPolling(trip, run, isDue);
  const closedAt = endOf(run);
  if (closedAt === undefined || !call.ended || closedAt - call.ended.at < within) return 'not applicable';
  const { status, fromRequest = false } =
    [...view.services.values()].find(service => isDue(service.status, call)) ?? {};
  const interval = status && pollingPlan(status, fromRequest)?.interval;
  const lists = run.looksBy(call.by).filter(({ step, number }) => step === 'list' && number > call.number);
  const what =
    lists.length === 0
      ? `sent no look-up of booking ${trip.id}`
      : `sent ${lists.length} GetBookingList, but neither GetBookingDetail nor GetBooking for booking ${trip.id}`;
  const why =
    lists.length === 0
      ? 'Only a look-up shows the final status.'
      : 'A list shows the stored status. Only GetBookingDetail and GetBooking bring it in line with the supplier (trans.sync).';
  return findingWith({
    also: lists.slice(0, 1),
    expected: `A correct client sends GetBookingDetail every ${formatDuration(interval ?? within)}.`,
  })`The client ${what} ${run.isOneClient ? 'before it ended' : `within ${formatDuration(closedAt - call.ended.at)}`}, although it was ${status && statusWord(status)} at ${call.opened} (${call}). ${why}`;
}

/** After the first interval, only a warning, because "up to 30 minutes" can also be read as a limit. */
function stoppedPolling(trip: Trip, run: Run, isDue: FollowUp['isDue']): Found | undefined {
  const closedAt = endOf(run) ?? 0;
  const period = readPolls(trip).runs.at(-1);
  const interval = period?.plan.interval;
  const look = period?.looks.at(-1);
  // A failed look-up may be the reason why the client stopped.
  if (look && !look.isSuccess) return undefined;
  if (
    !isOfOneClient(run) ||
    !period ||
    period.isOver ||
    interval === undefined ||
    !isDue(period.status, period.since)
  )
    return undefined;
  if (clockOf(run).mode === 'per-poll' || !isObservable(interval, run)) return undefined;
  const begin = countedFrom(trip, period.since);
  const times = [begin, ...period.looks].map(({ opened }) => opened.at);
  const rhythm = Math.max(interval, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  const [first = 0, last = first] = [times[0], times.at(-1)];
  const slack = tolerance(window, run);
  if (closedAt < first + window || last + rhythm > first + window - slack) return undefined;
  const [since, seen] = formatTime(first, last);
  const warn = last - first >= interval - tolerance(interval, run);
  return findingWith({
    also: [look],
    warn,
    expected: `A correct client polls every ${formatDuration(interval)} until the status is final or ${formatDuration(window)} have passed.`,
  })`The client stopped polling booking ${trip.id} at ${seen}${look ? ` (exchange ${look.number})` : ''}, although it was ${statusWord(period.status)} since ${since} (${period.since}) and the next poll was due ${formatDuration(interval)} later. The client does not know the final status.`;
}

/** A client of a test has ended with its test, so a look-up that it did not send by then never comes. */
const endOf = ({ isOneClient, closedAt }: Run): number | undefined =>
  isOneClient ? Number.POSITIVE_INFINITY : closedAt;

/** From which a client may count the interval: if a look-up showed the status, the last booking or change before that look-up. */
function countedFrom({ events }: Trip, since: Call): Call {
  const index = events.findIndex(({ call }) => call === since);
  return events.slice(0, index + 1).findLast(({ call }) => call.step !== 'look')?.call ?? since;
}
