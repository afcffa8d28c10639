import { type ExploredReport, type RunReport, writeReport } from '#scenarios/report/index';
import { type DriftReport, driftDocument } from '#scenarios/verify';

/** Returns a report with many plays of one scenario. Only the first play has a story. */
export function manyPlays(report: RunReport, count: number): RunReport {
  const [first] = report.scenarios;
  if (!first) throw new Error('the run has no scenario');
  const { story, ...rest } = first;
  const scenarios = Array.from({ length: count }, (_, index) => ({
    ...rest,
    id: `number-${index}`,
    ...(index === 0 && { story }),
  }));
  return { ...report, scenarios };
}

/** Returns a report on an exploration with one failure, whose story is that of a lost answer. */
export function explorationSample(report: RunReport): ExploredReport {
  const lost = report.scenarios.find(({ id }) => id === 'answer-lost-booked');
  const outcomes = { held: 2, broken: 1, notApplicable: 0, notReached: 0 };
  const cell = { operation: 'hotel.doBooking', kind: 'cut', ...outcomes };
  return {
    format: 'understudy-exploration',
    version: 1,
    understudy: '0.1.0',
    command: ['./client'],
    seed: 'understudy',
    exitCode: 1,
    ended: 'complete',
    depth: 1,
    flows: [{ id: 'hotel', state: 'explored', outcome: 'confirmed', calls: ['hotel.search'] }],
    runs: 40,
    byDepth: [40],
    extraRuns: 3,
    states: { held: 39, warned: 0, broken: 1, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 },
    newTraces: 30,
    skipped: { knownState: 0, sameEffect: 0 },
    left: 0,
    matrix: [
      cell,
      { ...cell, kind: 'delay', broken: 0 },
      { ...cell, operation: 'hotel.search', held: 0, broken: 0 },
    ],
    failures: [
      {
        flow: 'hotel',
        invariant: 'one-booking',
        level: 'must',
        message: 'The supplier holds two bookings.',
        disturbances: ['call 1 of hotel.doBooking: cut, commit=before'],
        schedule: ['hotel.doBooking:cut,commit=before,nth=1'],
        outcome: 'confirmed',
        books: { services: ['confirmed', 'confirmed'], charges: [] },
        story: ['+0 s  hotel.search → 200'],
        runs: 2,
        also: [],
        replay: 'npx travel-understudy explore --flow hotel',
        scenario: {},
      },
    ],
    pictures: [{ story: lost?.story, exchanges: [4] }],
    unsteady: [],
    stale: [],
  };
}

/** Returns the page of a drift report with one missing field and one field as specified. */
export function driftSample(): Promise<string> {
  const field = { field: 'Hotels.Name', answers: 1, of: 1 };
  const missing = { field: 'Hotels.HotelId', state: 'missing', weight: 'drift' };
  const absent = 'known not-seen other-name other-place other-type other-value extra learned';
  const summary = Object.fromEntries(absent.split(' ').map(name => [name, 0]));
  const report = {
    format: 'understudy-drift-report',
    version: 1,
    understudy: '0.1.0',
    source: { kind: 'traffic', name: 'traffic.har' },
    profile: null,
    startedAt: '2026-12-01T10:00:00.000Z',
    tookMs: 10,
    exitCode: 1,
    summary: { ...summary, answers: 1, same: 1, missing: 1, drift: 1 } as DriftReport['summary'], // fromEntries drops the key types
    calls: [{ operation: 'hotel.search', result: 'refused', said: 'no <b>answer</b>' }],
    elsewhere: [{ method: 'GET', path: '/other', times: 2 }],
    operations: [
      {
        id: 'hotel.search',
        provenance: 'specified',
        answers: 1,
        fields: [
          { ...field, state: 'same' },
          { ...field, ...missing, expected: 'number', source: 'flow.1' },
        ],
      },
    ],
    names: [],
    bookings: [{ reference: 'r1', state: 'stands', said: 'A booking stands.' }],
  } satisfies Record<string, unknown>;
  return writeReport('html', driftDocument(report as DriftReport)); // the provenance of the sample is one of several words
}
