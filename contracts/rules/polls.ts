import type { ServiceStatus } from '../booking-status.ts';
import { type Call, isGood, knew } from './traffic/call.ts';
import { isPolled } from './traffic/status.ts';
import type { SeenService, Sight, Trip } from './traffic/trips.ts';

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

/**
 * Reads how a booking was followed up. A poll is a look answered 200 while the last status seen was ambiguous; whatever is
 * done with the booking in between begins anew. Of a trip with two services that wait, each may have looks of its own, so
 * it is left out.
 */
export function readPolls({ events }: Trip): Polls {
  const pairs: PollPair[] = [];
  const runs: PollRun[] = [];
  let run: PollRun | undefined;
  let poll: Call | undefined;
  for (const { call, sight } of events) {
    const isLook = call.step === 'look';
    const waiting = sight && waitingIn(sight);
    if (run && isLook && knew(call, run.since)) {
      run.looks.push(call);
      if (poll && isGood(call) && knew(call, poll))
        pairs.push({ earlier: poll, later: call, status: run.status, fromRequest: run.fromRequest });
    }
    if (run && !isLook) run.isOver = true;
    if (!isLook) [run, poll] = [undefined, undefined];
    if (!sight) continue;
    const isSame = run && waiting && kindOf(run) === kindOf(waiting);
    if (run && !isSame) run.isOver = true;
    if (!waiting) [run, poll] = [undefined, undefined];
    else if (!isSame) {
      // A look that saw it change from one ambiguous status to another was a poll; one that saw it for the first time was none.
      poll = run ? call : undefined;
      run = { since: call, ...waiting, looks: [], isOver: false };
      runs.push(run);
    } else if (isGood(call)) poll = call;
  }
  return { pairs, runs };
}

/** The one service that is polled; undefined where there is none, several, or the client may not have seen it. */
function waitingIn({ services, isSure }: Sight): SeenService | undefined {
  const waiting = [...services.values()].filter(({ status }) => isPolled(status));
  return isSure && waiting.length === 1 ? waiting[0] : undefined;
}

/** An OnRequest that was seen is Pending from then on. */
const kindOf = ({ status, fromRequest }: SeenService): string =>
  status === 'on-request' || status === 'pending' ? `pending ${fromRequest}` : status;
