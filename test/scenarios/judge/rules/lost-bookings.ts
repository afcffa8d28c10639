import { type TrafficBuilder, traffic } from './build.ts';

/** Returns traffic with a lost DoBooking, some calls after it, and another DoBooking the given ms after the first. */
export function lostTwice(
  after: number,
  between: (builder: TrafficBuilder) => TrafficBuilder = builder => builder,
): TrafficBuilder {
  const lost = between(traffic().search().conditions().book({ lost: 'reset' }));
  return lost.revalidate('SameRoomsFound').book({ at: after });
}
