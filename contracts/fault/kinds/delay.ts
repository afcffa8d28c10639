import * as z from 'zod';
import { duration } from '../../input/index.ts';
import { parseDuration } from '../../util/index.ts';
import { defineFault, type PlanCall } from '../define-fault.ts';
import { isReversed, rangeOf, wrongForm } from './parameters.ts';

const spread = z
  .tuple([duration, duration], {
    error: 'expected the shortest and the longest delay, such as ["PT1S", "PT3S"]',
  })
  .refine(([from, to]) => !isReversed(from, to), {
    error: 'expected a longest delay that is not below the shortest delay',
  });

export const delay = defineFault('delay', {
  part: 'time',
  fields: () => ({
    by: duration.optional().meta({ description: 'A delay that is the same for every call.' }),
    uniform: spread
      .optional()
      .meta({ description: 'A random delay between two durations, evenly distributed.' }),
    logNormal: z
      .strictObject({ median: duration, p95: duration })
      .refine(({ median, p95 }) => !isReversed(median, p95), {
        error: 'expected a p95 that is not below the median',
      })
      .optional()
      .meta({
        description:
          'A random delay, distributed like real latencies. Half of the delays are at most `median`, and 95 of 100 are at most `p95`.',
      }),
  }),
  check: schema =>
    schema.refine(({ by, uniform, logNormal }) => [by, uniform, logNormal].filter(Boolean).length === 1, {
      path: ['by'],
      message: 'send exactly one of "by", "uniform" and "logNormal"',
    }),
  read: {
    uniform: rangeOf,
    logNormal(text) {
      const [median, p95, ...surplus] = rangeOf(text);
      if (surplus.length > 0) throw wrongForm('<median>..<p95>', text, 'effect.logNormal');
      return { median, p95 };
    },
  },
  example: 'delay,logNormal=PT1S..PT2.5S',
  about: "The answer arrives later. The sandbox's clock measures the delay.",
  note: 'Give exactly one of `by`, `uniform` and `logNormal`.',
  // Just below the time-outs of a Search and of DoBooking, and above both.
  trials: ['PT14S', 'PT44S', 'PT60S'].map(by => ({ parameters: { by } })),
  plan({ by, uniform, logNormal }, { draw }) {
    if (by !== undefined) return { delay: parseDuration(by) };
    if (uniform) {
      const [from, to] = uniform.map(parseDuration) as [number, number]; // the schema requires two durations
      return { delay: Math.round(from + (to - from) * draw('delay')) };
    }
    if (!logNormal) return undefined;
    return {
      delay: Math.round(drawLogNormal(parseDuration(logNormal.median), parseDuration(logNormal.p95), draw)),
    };
  },
});

/** Standard deviations between the mean and the 95th percentile of a normal distribution. */
const deviations95 = 1.6448536269514722;

/** From the log-normal distribution with this median and 95th percentile. */
function drawLogNormal(median: number, p95: number, draw: PlanCall['draw']): number {
  if (median <= 0) return 0;
  const sigma = Math.max(0, Math.log(p95 / median)) / deviations95;
  // The Box-Muller transform gives a standard normal value.
  const radius = Math.sqrt(-2 * Math.log(1 - draw('delay radius')));
  return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * draw('delay angle')));
}
