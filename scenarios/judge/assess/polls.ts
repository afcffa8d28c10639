import { pollingPlan, type ServiceStatus } from '#contracts';
import {
  type Call,
  hasSeen,
  isGood,
  isPolled,
  isRefused,
  type SeenService,
  type Sight,
  type Trip,
} from '../traffic/index.ts';

/** Two polls one after the other, and what the first has seen. */
export interface PollPair {
  readonly earlier: Call;
  readonly later: Call;
  readonly status: ServiceStatus;
  readonly fromRequest: boolean;
}

/** A status that says as little as before, from when it was first seen, and the looks while it lasted. */
export interface PollRun {
  readonly since: Call;
  /** Of several services that wait, that which may be polled longest. */
  readonly status: ServiceStatus;
  readonly fromRequest: boolean;
  /** Every look, answered or not. */
  readonly looks: Call[];
  /** Another status was seen in the end, or something was done with the booking. */
  isOver: boolean;
}

/** How a booking was polled. */
export interface Polls {
  readonly pairs: PollPair[];
  readonly runs: PollRun[];
}

/** A run that is going on. */
interface OpenRun extends PollRun {
  /** The services that wait, those first that are polled most often. */
  readonly waiting: readonly SeenService[];
  /** The polls so far that were answered. */
  readonly polls: Call[];
}

/**
 * Reads how a booking was followed up. A poll is a look answered 200 while the last status seen was ambiguous; whatever is
 * done with the booking in between begins anew, unless it was refused. Of a trip with several services that wait, each may
 * have looks of its own: then a poll is paired with that which is as many looks before.
 */
export function readPolls({ events }: Trip): Polls {
  const pairs: PollPair[] = [];
  const runs: PollRun[] = [];
  let run: OpenRun | undefined;
  for (const { call, sight } of events) {
    const isLook = call.step === 'look';
    if (!isLook && isRefused(call)) continue;
    if (run && isLook && hasSeen(call, run.since)) {
      run.looks.push(call);
      pairs.push(...pairOf(run, call));
    }
    if (!isLook) run = endOf(run);
    if (!sight) continue;
    const waiting = waitingIn(sight);
    const before = run;
    if (run && kindOf(run.waiting) !== kindOf(waiting)) run = endOf(run);
    if (run) {
      if (isGood(call)) run.polls.push(call);
      continue;
    }
    const [status] = waiting.toSorted((a, b) => windowOf(b) - windowOf(a));
    if (!status) continue;
    // A look that saw it change from one ambiguous status to another was a poll; one that saw it for the first time was none.
    const wasPoll = before?.waiting.length === 1 && waiting.length === 1;
    run = { since: call, ...status, waiting, looks: [], polls: wasPoll ? [call] : [], isOver: false };
    runs.push(run);
  }
  return { pairs, runs };
}

function endOf(run: OpenRun | undefined): undefined {
  if (run) run.isOver = true;
  return undefined;
}

function pairOf({ polls, waiting }: OpenRun, later: Call): PollPair[] {
  const earlier = polls.at(-waiting.length);
  const [service] = waiting;
  if (!service || !earlier || !isGood(later) || !hasSeen(later, earlier)) return [];
  return [{ earlier, later, status: service.status, fromRequest: service.fromRequest }];
}

/** The services that are polled; none where the client may not have seen them. */
function waitingIn({ services, isSure }: Sight): SeenService[] {
  if (!isSure) return [];
  const waiting = [...services.values()].filter(({ status }) => isPolled(status));
  return waiting.length > 1 ? waiting.sort((a, b) => intervalOf(a) - intervalOf(b)) : waiting;
}

const intervalOf = ({ status, fromRequest }: SeenService): number =>
  pollingPlan(status, fromRequest)?.interval ?? 0;
const windowOf = ({ status, fromRequest }: SeenService): number =>
  pollingPlan(status, fromRequest)?.window ?? 0;

/** An OnRequest that was seen is Pending from then on. */
const kindOf = (waiting: readonly SeenService[]): string =>
  waiting
    .map(({ status, fromRequest }) =>
      status === 'on-request' || status === 'pending' ? `pending ${fromRequest}` : status,
    )
    .join(', ');
