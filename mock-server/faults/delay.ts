import { parseDuration } from '#contracts';
import type { ApplyEffect, FaultCall } from './effect.ts';

/** Everything happens later: by so much, evenly between two durations, or as latencies spread. */
export const applyDelay: ApplyEffect<'delay'> = ({ by, uniform, logNormal }, course, { draw }) => {
  if (by !== undefined) course.delay += parseDuration(by);
  if (uniform)
    course.delay += Math.round(between(parseDuration(uniform[0]), parseDuration(uniform[1]), draw));
  if (logNormal) {
    const { median, p95 } = logNormal;
    course.delay += Math.round(spread({ median: parseDuration(median), p95: parseDuration(p95) }, draw));
  }
  return true;
};

type Draw = FaultCall['draw'];

const between = (from: number, to: number, draw: Draw): number => from + (to - from) * draw('delay');

/** How many standard deviations above the middle of a normal distribution its 95th percentile lies. */
const deviations95 = 1.6448536269514722;

/** A draw from the log-normal distribution with this median and 95th percentile, in milliseconds. */
function spread({ median, p95 }: { median: number; p95: number }, draw: Draw): number {
  if (median <= 0) return 0;
  const sigma = Math.max(0, Math.log(p95 / median)) / deviations95;
  return median * Math.exp(sigma * normal(draw));
}

/** A draw from the standard normal distribution, by Box and Muller. */
function normal(draw: Draw): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draw('delay radius')));
  return radius * Math.cos(2 * Math.PI * draw('delay angle'));
}
