import type { ExplorationFailure, ExplorationReport } from '#scenarios/report/index';

export const failure = (invariant: string, more: Partial<ExplorationFailure> = {}): ExplorationFailure => ({
  flow: 'hotel',
  invariant,
  level: 'must',
  message: `breaks ${invariant}`,
  disturbances: ['call 1 of hotel.doBooking: cut'],
  schedule: ['hotel.doBooking:cut,nth=1'],
  outcome: 'confirmed',
  books: { services: ['confirmed'], charges: [] },
  story: ['+0 s  hotel.doBooking → no answer'],
  runs: 2,
  also: [{ flow: 'hotel', schedule: ['hotel.doBooking:hang,nth=1'] }],
  replay: 'understudy explore --flow hotel --replay hotel.doBooking:cut,nth=1',
  scenario: {},
  ...more,
});

/** A report on an exploration of a client that fails in several ways. */
export const explorationReport: ExplorationReport = {
  format: 'understudy-exploration',
  version: 1,
  understudy: '1.0.0',
  command: null,
  seed: 'understudy',
  exitCode: 1,
  ended: 'complete',
  depth: 1,
  flows: [
    { id: 'hotel', state: 'explored', outcome: 'confirmed', calls: ['a', 'b'] },
    { id: 'car', state: 'explored', outcome: 'confirmed', calls: ['a'] },
    { id: 'tour', state: 'not-played', outcome: 'unsupported', calls: [], reason: 'no tours' },
  ],
  runs: 20,
  byDepth: [20],
  extraRuns: 0,
  newTraces: 3,
  left: 0,
  states: { held: 18, warned: 0, broken: 2, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 },
  skipped: { knownState: 0, sameEffect: 0 },
  matrix: [
    { operation: 'hotel.doBooking', kind: 'cut', held: 0, broken: 2, notApplicable: 0, notReached: 0 },
  ],
  failures: [
    failure('clean-output', {
      level: 'should',
      disturbances: [],
      schedule: [],
      replay: 'understudy explore',
    }),
    failure('one-charge', { known: true }),
    failure('one-booking'),
    failure('rules', { rule: 'no-blind-rebooking', message: 'It books twice.' }),
  ],
  unsteady: [],
  stale: [],
};
