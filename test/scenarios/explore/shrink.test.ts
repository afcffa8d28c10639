import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCollector, shrink } from '#scenarios/explore/counterexamples';
import {
  type Injection,
  injectionsAt,
  keyOf,
  readInjection,
  type Schedule,
} from '#scenarios/explore/injections';
import type { Run } from '#scenarios/explore/play';
import { flowOf } from './scripted-client.ts';

const operations = ['hotel.search', 'hotel.getBookingConditions', 'hotel.doBooking'] as const;
const injection = fc
  .tuple(fc.constantFrom(...operations), fc.integer({ min: 1, max: 2 }), fc.nat())
  .map(([operation, nth, index]): Injection => {
    const all = injectionsAt({ operation, nth });
    return all[index % all.length] as Injection; // the list is not empty
  });
const schedules = fc.uniqueArray(injection, { minLength: 1, maxLength: 4, selector: one => keyOf([one]) });

/** A client that fails if the schedule contains all disturbances of a cause, or others of the same kinds at the same operations. */
const failsBy =
  (cause: Schedule) =>
  async (schedule: Schedule): Promise<boolean> =>
    cause.every(one =>
      schedule.some(other => other.operation === one.operation && kindName(other) === kindName(one)),
    );

const kindName = (one: Injection): string => ('crash' in one ? 'crash' : one.effect.kind);

it('the search for a shorter schedule finds a schedule that still fails, and from which nothing can be left out', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, fc.nat(), async (schedule, seed) => {
      const cause = schedule.filter((_, index) => ((seed >> index) & 1) === 1);
      const fails = failsBy(cause);
      const small = await shrink(schedule, fails);
      expect(await fails(small)).toBe(true);
      for (const index of small.keys()) expect(await fails(small.toSpliced(index, 1))).toBe(false);
    }),
    { numRuns: 60, seed: 7 },
  );
});

it('the search for a shorter schedule takes the plainest fault that still fails', async () => {
  const late = readInjection('hotel.search:status=504,nth=2');
  const small = await shrink([late], async ([one]) => one !== undefined && kindName(one) === 'status');
  expect(small).toEqual([readInjection('hotel.search:status=503')]);
});

it('a failure is kept with the shorter schedule, which is played once for all failures of a run', async () => {
  const cut = readInjection('hotel.search:cut,at=mid-body');
  const crash = readInjection('hotel.doBooking:crash=before');
  const broken = ['one-booking', 'one-charge'].map(
    invariant => ({ invariant, level: 'must', message: '', exchanges: [] }) as const,
  );
  const played: string[] = [];
  const play = async (_: unknown, schedule: Schedule, tell?: boolean): Promise<Run> => {
    if (!tell) played.push(keyOf(schedule));
    const found = schedule.includes(crash) ? broken : [];
    const common = { outcome: 'confirmed', calls: [], states: [], books: { services: [], charges: [] } };
    return { ...common, schedule, state: 'broken', trace: keyOf(schedule), broken: found };
  };
  const flow = flowOf('hotel');
  const collector = createCollector(play);
  await collector.add(flow, await play(flow, [cut, crash]));
  expect(collector.found().counterexamples.map(one => one.run.schedule)).toEqual([[crash], [crash]]);
  expect(new Set(played).size).toBe(played.length);
});
