import { describe, expect, it } from 'vitest';
import type { ScenarioReport } from '#scenarios/report/schema';
import { differences, resultsOf } from '../../tools/steady/run-results.ts';

const level = 'must' as const;
const finding = { exchanges: [3], message: 'Token used twice.', expected: 'Once.' };

const played = (change: Partial<ScenarioReport> = {}): { scenarios: ScenarioReport[] } => ({
  scenarios: [
    {
      id: 'hotel-confirmed',
      title: 'A room.',
      state: 'held',
      allowed: ['confirmed'],
      outcome: 'confirmed',
      calls: 4,
      tookMs: 31,
      virtualMs: 0,
      repeat: 'understudy run',
      verdicts: [{ rule: 'token-fresh', verdict: 'pass', findings: [], clauses: [], level }],
      exchanges: [],
      ...change,
    },
  ],
});

const failed = (message: string): Partial<ScenarioReport> => ({
  verdicts: [
    { rule: 'token-fresh', verdict: 'fail', findings: [{ ...finding, message }], clauses: [], level },
  ],
});

const compare = (...reports: { scenarios: ScenarioReport[] }[]) =>
  differences(reports.map(report => resultsOf(report, true)));

describe('the results of two runs', () => {
  it('is the same whatever the machine took', () => {
    expect(compare(played(), played({ tookMs: 9_000 }))).toEqual([]);
  });

  it.each([
    ['an outcome', { outcome: 'failed' }, 'hotel-confirmed: how it ended'],
    ['a count of calls', { calls: 5 }, 'hotel-confirmed: how it ended'],
    ['a verdict', failed('Token used twice.'), 'hotel-confirmed: token-fresh'],
  ] as const)('differs by %s', (_, change, where) => {
    expect(compare(played(), played(change)).map(text => text.split('\n')[0])).toEqual([where]);
  });

  it('differ by a letter of a finding, and each text is reported with its runs', () => {
    const [first, second] = [played(failed('At 10:00:01.')), played(failed('At 10:00:02.'))];
    const [difference = ''] = compare(first, second, first);
    expect(difference.split('\n')).toEqual([
      'hotel-confirmed: token-fresh',
      expect.stringMatching(/10:00:01.* in runs 1, 3$/),
      expect.stringMatching(/10:00:02.* in run 2$/),
    ]);
  });

  it('differ by a scenario that only one run has', () => {
    expect(compare(played(), { scenarios: [] })).toHaveLength(2);
  });
});
