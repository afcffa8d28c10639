import { type ExploredReport, type RunReport, writeReport } from '#scenarios/report/index';
import { driftDocument } from '#scenarios/verify';
import { explorationReport, failure } from '../scenarios/explore/exploration-sample.ts';
import { altering, verifyWith } from '../scenarios/verify/stage.ts';

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
  const [cell] = explorationReport.matrix;
  if (!cell) throw new Error('the sample has no matrix');
  return {
    ...explorationReport,
    matrix: [
      { ...cell, held: 2, broken: 1 },
      { ...cell, kind: 'delay', held: 2, broken: 0 },
      { ...cell, operation: 'hotel.search', held: 0, broken: 0 },
    ],
    failures: [failure('one-booking')],
    pictures: [{ story: lost?.story, exchanges: [4] }],
  };
}

/** Returns the page of a drift report with one missing field, and with each part that a page can have. */
export async function driftSample(): Promise<string> {
  const { report } = await verifyWith({
    alter: altering('hotel.search', ({ TimeSpan: _, ...rest }) => rest),
  });
  const shown = driftDocument({
    ...report,
    calls: [{ operation: 'hotel.search', result: 'refused', said: 'no <b>answer</b>' }],
    elsewhere: [{ method: 'GET', path: '/other', times: 2 }],
    bookings: [{ reference: 'r1', state: 'stands', said: 'A booking stands.' }],
  });
  return writeReport('html', shown);
}
