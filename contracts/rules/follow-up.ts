import type { ServiceStatus } from '../booking-status.ts';
import type { JudgeContext } from './context.ts';
import { type Finding, finding, ifOneTask, noCase } from './opinion.ts';
import { inWords, tell } from './time.ts';
import type { Call } from './traffic/call.ts';
import { wordOf } from './traffic/status.ts';
import type { Trip } from './traffic/trips.ts';

/** What has to be followed up. */
export interface FollowUp {
  /** Whether a status that a call showed asks for a look. */
  isDue(status: ServiceStatus, call: Call): boolean;
  /** After so many ms it should have come, ms. */
  readonly within: number;
}

/**
 * Whether what a booking was seen as was followed up: by any look, whatever came of it. That none came shows only where the
 * sandbox was closed, and its clock past the time.
 */
export function judgeFollowUp(
  trip: Trip,
  context: JudgeContext,
  { isDue, within }: FollowUp,
): Finding | typeof noCase | undefined {
  const last = trip.events.findLastIndex(
    ({ call, sight }) =>
      sight?.isSure && [...sight.services.values()].some(({ status }) => isDue(status, call)),
  );
  const { call, sight } = trip.events[last] ?? {};
  if (!call || !sight) return noCase;
  // A look is a poll itself: when those may end is a matter of their window.
  const isFollowed = trip.events.slice(last + 1).some(({ call: { step } }) => step !== 'book');
  if (call.step === 'look' || isFollowed) return undefined;
  const { closedAt } = context;
  if (closedAt === undefined || !call.ended || closedAt - call.ended.at < within) return noCase;
  const status = [...sight.services.values()].find(service => isDue(service.status, call))?.status;
  const [at] = tell(call.opened.at);
  const found = finding([call], {
    message: `Booking ${trip.id} was ${status && wordOf(status)} at ${at} (exchange ${call.number}); up to ${inWords(closedAt - call.ended.at)} later nobody looked at it.`,
    expected: `GetBookingDetail every ${inWords(within)}.`,
  });
  return ifOneTask(found, context);
}
