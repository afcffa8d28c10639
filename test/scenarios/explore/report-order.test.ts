import { describe, expect, it } from 'vitest';
import type { ExplorationFailure, ExplorationReport } from '#scenarios/report/index';
import { written } from '../report/report-sample.ts';

const failure = (invariant: string, more: Partial<ExplorationFailure> = {}): ExplorationFailure => ({
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

const report: ExplorationReport = {
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

describe('the report on an exploration', () => {
  it('tells the story of a run once with all its failures, and has failures before warnings', async () => {
    const text = await written('text', report);
    expect(text.split('\n\n').slice(0, 3)).toEqual([
      [
        'hotel, with call 1 of hotel.doBooking: cut  broken',
        '  one-booking: breaks one-booking (Seen in 2 runs; 1 other schedule in 1 flow shows it too.)',
        '  rules no-blind-rebooking: It books twice. (Seen in 2 runs; 1 other schedule in 1 flow shows it too.)',
        '  Calls:',
        '    +0 s  hotel.doBooking → no answer',
        '  The client reported confirmed; the supplier holds: confirmed.',
        '  Play it again: understudy explore --flow hotel --replay hotel.doBooking:cut,nth=1',
      ].join('\n'),
      expect.stringMatching(/^hotel, without a disturbance {2}warning\n {2}clean-output: /),
      expect.stringMatching(/^hotel, with .* {2}warning\n {2}one-charge \(known\): /),
    ]);
  });

  it('lists the explored flows in one line', async () => {
    expect(await written('text', report)).toContain(
      '\n\ntour  not played\n  no tours\n\nExplored: hotel (2 calls), car (1 call)\n\n',
    );
  });

  it('is a table of the failures in the summary of a step, and short annotations', async () => {
    const rows = (await written('markdown', report)).match(/^\| hotel: .* \|$/gm);
    expect(rows).toEqual([
      '| hotel: one-booking | BROKEN | breaks one-booking |',
      expect.stringContaining('| hotel: rules no-blind-rebooking | BROKEN |'),
      '| hotel: clean-output | warning | breaks clean-output |',
      '| hotel: one-charge | warning | breaks one-charge |',
    ]);
    const [first] = (await written('github', report)).split('\n');
    expect(first).toBe(
      '::error title=hotel%3A one-booking::breaks one-booking%0ADisturbance: call 1 of hotel.doBooking: cut%0APlay it again: understudy explore --flow hotel --replay hotel.doBooking:cut,nth=1',
    );
  });

  it('lets no text of a client end the block of code that contains it', async () => {
    const failures = [failure('one-booking', { story: ['```', '<b>'] })];
    const shown = await written('markdown', { ...report, failures });
    expect(shown.match(/^ *```.*$/gm)).toEqual(['```text', '```']);
  });
});
