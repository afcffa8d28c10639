import { type PollingPlan, pollingPlan } from '#contracts';
import {
  type BookingView,
  type Call,
  hasSeen,
  isOneProcess,
  isPolled,
  type KnownService,
  type Trip,
} from './traffic/index.ts';

interface Undecided extends KnownService {
  readonly plan: PollingPlan;
}

/** A period with one undecided status. If several services are undecided, it has that of the one with the longest polling window. */
export interface PollRun extends Undecided {
  readonly since: Call;
  readonly waiting: readonly Undecided[];
  /** How many services of the booking are decided. */
  readonly settled: number;
  /** Answered or not. */
  readonly looks: Call[];
  /** The look-ups that showed the status. */
  readonly polls: Call[];
  /** The client saw another status or changed the booking. */
  isOver: boolean;
}

/** If n services are undecided, the client may look up each one, so the time is measured from one poll to the n-th after it. */
export function readPolls({ events }: Trip) {
  const pairs: ReturnType<typeof pairOf> = [];
  const runs: PollRun[] = [];
  let run: PollRun | undefined;
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
    // A look-up that showed another undecided status was a poll, but the first look-up was not.
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

function endOf(run: PollRun | undefined): undefined {
  if (run) run.isOver = true;
  return undefined;
}

function pairOf({ polls, waiting, settled }: PollRun, later: Call) {
  const earlier = polls.at(-waiting.length);
  const [service] = waiting;
  if (!service || !earlier || !later.isSuccess || !hasSeen(later, earlier) || !isOneProcess(later, earlier))
    return [];
  return [{ earlier, later, status: service.status, interval: service.plan.interval, settled }];
}

function undecidedIn({ services }: BookingView): Undecided[] {
  const waiting = [...services.values()].flatMap(service => {
    const plan = isPolled(service.status) && pollingPlan(service.status, service.fromRequest);
    return plan ? { ...service, plan } : [];
  });
  return waiting.sort((a, b) => a.plan.interval - b.plan.interval);
}

/** OnRequest and Pending count as equal. */
const kindOf = (waiting: readonly KnownService[]): string =>
  waiting
    .map(({ status, fromRequest }) =>
      status === 'on-request' || status === 'pending' ? `pending ${fromRequest}` : status,
    )
    .join(', ');
