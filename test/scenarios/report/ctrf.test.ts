import { expect, it } from 'vitest';
import { judge } from '#scenarios/judge';
import { verdictReport } from '#scenarios/report/index';
import { traffic } from '../judge/rules/build.ts';
import { runReport, scenarioReport, written } from './report-sample.ts';

it('CTRF counts each rule and scenario once, and says why a test failed or was skipped', async () => {
  const judged = judge(traffic().search({ request: { countries: ['XX'] } }).facts, { source: 'a.har' });
  const { verdicts } = judged;
  const scenarios = [
    scenarioReport('fine', [], { state: 'held', tookMs: 12 }),
    scenarioReport('bad', verdicts, { title: 'Bad' }),
    scenarioReport('bad too', verdicts),
    scenarioReport('failed', [], { state: 'harness-error', reason: 'our own fault' }),
    scenarioReport('left', [], { state: 'not-played', reason: 'the run was ended' }),
  ];
  const report = JSON.parse(await written('ctrf', runReport(scenarios)));
  const specVersion = expect.stringMatching(/^\d+\.\d+\.\d+$/);
  expect(report).toMatchObject({ reportFormat: 'CTRF', specVersion });
  const { summary, tests } = report.results;
  const withStatus = (status: string) => tests.filter((one: { status: string }) => one.status === status);
  expect(summary).toMatchObject({
    tests: tests.length,
    passed: withStatus('passed').length,
    failed: withStatus('failed').length,
    skipped: withStatus('skipped').length,
    start: Date.parse('2026-12-01T10:00:00Z'),
    stop: Date.parse('2026-12-01T10:00:00Z') + 3,
  });
  const undated = JSON.parse(await written('ctrf', verdictReport([judged], 1)));
  expect(undated.results.summary).toMatchObject({ start: 0, stop: 0 });
  const named = Object.fromEntries(tests.map((one: { name: string }) => [one.name, one]));
  expect(named.fine).toMatchObject({ status: 'passed', duration: 12, suite: ['scenarios'] });
  const proof = { message: expect.stringMatching(/^2 scenarios: /), trace: expect.stringContaining('XX') };
  expect(named['country-codes']).toMatchObject({ status: 'failed', ...proof });
  const failed = { status: 'failed', rawStatus: 'harness-error', message: 'our own fault' };
  expect(named.failed).toMatchObject(failed);
  expect(named.left).toMatchObject({ status: 'skipped', message: 'the run was ended' });
});
