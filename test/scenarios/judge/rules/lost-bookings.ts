import { type TrafficBuilder, traffic } from './build.ts';

/** A DoBooking whose answer was lost, what came then, and another one so many ms after the first. */
export function lostTwice(
  after: number,
  between: (builder: TrafficBuilder) => TrafficBuilder = builder => builder,
): TrafficBuilder {
  const lost = between(traffic().search().conditions().book({ lost: 'reset' }));
  return lost.revalidate('SameRoomsFound').book({ at: after });
}
