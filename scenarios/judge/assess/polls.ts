import { type PollingPlan, pollingPlan, type ServiceStatus } from '#contracts';
import {
  type BookingView,
  type Call,
  hasSeen,
  isOneProcess,
  isPolled,
  type KnownService,
  type Trip,
} from '../traffic/index.ts';

interface PollPair {
  readonly earlier: Call;
  readonly later: Call;
  readonly status: ServiceStatus;
  /** The time that a client must leave between two polls of this status, in milliseconds. */
  readonly interval: number;
  /** The number of services of the booking whose status was decided. */
  readonly settled: number;
}

/** A service whose status is undecided, with the plan by which a client polls it. */
interface Undecided extends KnownService {
  readonly plan: PollingPlan;
}

/**
 * A period in which the client saw one undecided status of a booking, with the look-ups in this period. If several services are
 * undecided, it has the status and the plan of the one with the longest polling window.
 */
export interface PollRun extends Undecided {
  readonly since: Call;
  /** Every look-up in the period, answered or not. */
  readonly looks: Call[];
  /** Whether the period has ended because the client saw another status or changed the booking. */
  isOver: boolean;
}

export interface Polls {
  readonly pairs: PollPair[];
  readonly runs: PollRun[];
}

interface OpenRun extends PollRun {
  readonly waiting: readonly Undecided[];
  readonly settled: number;
  readonly polls: Call[];
}

/**
 * Reads how a client polled a booking. A poll is a look-up answered 200 while the last known status was undecided. Any accepted
 * change of the booking starts a new `PollRun`. If n services are undecided, the client may look up each service separately. Then
 * the time between two polls is measured from one poll to the n-th poll after it.
 */
export function readPolls({ events }: Trip): Polls {
  const pairs: PollPair[] = [];
  const runs: PollRun[] = [];
  let run: OpenRun | undefined;
  for (const { call, view } of events) {
    const isLook = call.step === 'look';
    if (!isLook && call.isRefused) continue;
    if (run && isLook && hasSeen(call, run.since)) {
      run.looks.push(call);
      pairs.push(...pairOf(run, call));
    }
    if (!isLook) run = endOf(run);
    if (!view) continue;
    // The client may not have received this answer, but the answer shows no change.
    if (run && !view.isSure && kindOf(run.waiting) === kindOf(undecidedIn(view))) continue;
    const waiting = view.isSure ? undecidedIn(view) : [];
    const before = run;
    if (run && kindOf(run.waiting) !== kindOf(waiting)) run = endOf(run);
    if (run) {
      if (call.isSuccess) run.polls.push(call);
      continue;
    }
    const [status] = waiting.toSorted((a, b) => b.plan.window - a.plan.window);
    if (!status) continue;
    // A look-up that showed a change from one undecided status to another was a poll. The first look-up was not a poll.
    const wasPoll = before?.waiting.length === 1 && waiting.length === 1;
    const settled = view.services.size - waiting.length;
    run = {
      since: call,
      ...status,
      waiting,
      settled,
      looks: [],
      polls: wasPoll ? [call] : [],
      isOver: false,
    };
    runs.push(run);
  }
  return { pairs, runs };
}

function endOf(run: OpenRun | undefined): undefined {
  if (run) run.isOver = true;
  return undefined;
}

function pairOf({ polls, waiting, settled }: OpenRun, later: Call): PollPair[] {
  const earlier = polls.at(-waiting.length);
  const [service] = waiting;
  if (!service || !earlier || !later.isSuccess || !hasSeen(later, earlier) || !isOneProcess(later, earlier))
    return [];
  return [{ earlier, later, status: service.status, interval: service.plan.interval, settled }];
}

/** Sorted by their polling interval, shortest first. */
function undecidedIn({ services }: BookingView): Undecided[] {
  const waiting = [...services.values()].flatMap(service => {
    const plan = isPolled(service.status) && pollingPlan(service.status, service.fromRequest);
    return plan ? { ...service, plan } : [];
  });
  return waiting.sort((a, b) => a.plan.interval - b.plan.interval);
}

/** Returns a text by which the statuses of services are compared. OnRequest and Pending count as equal. */
const kindOf = (waiting: readonly KnownService[]): string =>
  waiting
    .map(({ status, fromRequest }) =>
      status === 'on-request' || status === 'pending' ? `pending ${fromRequest}` : status,
    )
    .join(', ');
