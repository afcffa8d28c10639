import type { RuleId } from '#scenarios/judge';
import { documentOf, writeReport } from '#scenarios/report/index';
import type { RunReport, ScenarioReport } from '#scenarios/report/schema';

/** Returns a report in a format. */
export const written = (
  format: Parameters<typeof writeReport>[0],
  report: Parameters<typeof documentOf>[0],
  paint?: Parameters<typeof writeReport>[2],
): Promise<string> => writeReport(format, documentOf(report), paint);

export type Verdict = ScenarioReport['verdicts'][number];

export const verdict = (rule: RuleId, messages: readonly string[], more: Partial<Verdict> = {}): Verdict => ({
  rule,
  level: 'must',
  verdict: 'fail',
  clauses: ['flow.3'],
  findings: messages.map(message => ({ message, expected: 'A correct client does not.', exchanges: [] })),
  ...more,
});

export const scenarioReport = (
  id: string,
  verdicts: readonly Verdict[],
  more: Partial<ScenarioReport> = {},
): ScenarioReport => ({
  id,
  title: id,
  state: verdicts.some(one => one.verdict === 'fail' && !one.known) ? 'broken' : 'warned',
  allowed: [],
  calls: 1,
  tookMs: 1,
  virtualMs: 1,
  repeat: `understudy run --scenario ${id}`,
  verdicts: [...verdicts],
  exchanges: [],
  ...more,
});

export const runReport = (
  scenarios: readonly ScenarioReport[],
  more: Partial<RunReport> = {},
): RunReport => ({
  format: 'understudy-report',
  version: 1,
  understudy: '1.0.0',
  command: null,
  startedAt: '2026-12-01T10:00:00Z',
  tookMs: 3,
  strict: false,
  exitCode: 1,
  summary: { held: 0, warned: 0, unproven: 0, broken: scenarios.length, 'harness-error': 0, 'not-played': 0 },
  stale: [],
  scenarios: [...scenarios],
  ...more,
});

export const runOf = (
  scenarios: Readonly<Record<string, readonly Verdict[]>>,
  more: Partial<RunReport> = {},
): RunReport =>
  runReport(
    Object.entries(scenarios).map(([id, verdicts]) => scenarioReport(id, verdicts)),
    more,
  );

/** Returns a report in which the first scenarios break a rule. Exchanges 2 and 3 prove it. */
export function withFinding(report: RunReport, count: number, message = 'It was sent again.'): RunReport {
  const failed = { verdict: 'fail' as const, findings: [{ exchanges: [2, 3], message, expected: message }] };
  const scenarios = report.scenarios.map((scenario, index) => {
    if (index >= count) return scenario;
    const verdicts = scenario.verdicts.map(one =>
      one.rule === 'token-used-once' ? { ...one, ...failed } : one,
    );
    return { ...scenario, state: 'broken' as const, verdicts };
  });
  return { ...report, exitCode: 1, scenarios };
}

/** A text that is difficult for each format. */
export const odd = 'as "said" <&> ]]> \u0000\u001b[31m é 😀\n';

/** A scenario in which two rules are broken. */
export const brokenScenario = scenarioReport('hotel-confirmed', [
  verdict('outcome-as-expected', ['The client reported "rejected".'], { clauses: ['svc.1', 'flow.4'] }),
  verdict('booked-as-expected', ['The client booked nothing.']),
]);

const left = scenarioReport('on-request-expired', [], {
  state: 'not-played',
  reason: 'the scenario cannot run here',
});

/** One scenario for each state, with difficult texts. */
export const oddReport = runReport(
  [
    { ...brokenScenario, output: odd, title: odd, trouble: odd },
    scenarioReport('fine', [], { state: 'held' }),
    { ...brokenScenario, id: 'unproven', state: 'unproven' },
    { ...left, id: 'failed', state: 'harness-error', reason: 'our own fault' },
    left,
  ],
  {
    summary: { held: 1, warned: 0, unproven: 1, broken: 1, 'harness-error': 1, 'not-played': 1 },
    stale: [{ scenario: 'car-confirmed', rule: 'token-fresh' }],
  },
);
