import { expect, it } from 'vitest';
import { judge } from '#scenarios/judge';
import { verdictReport } from '#scenarios/report/index';
import { traffic } from '../judge/rules/build.ts';
import { runReport, scenarioReport, written } from './report-sample.ts';

const judgement = judge(traffic().search({ request: { countries: ['XX'] } }).facts, { source: 'a#b.har' });

it('the TAP report has a test point for each rule of recorded traffic, and its findings as comments', async () => {
  const lines = (await written('tap', verdictReport([judgement], 1))).trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual(['TAP version 14', `1..${judgement.verdicts.length}`]);
  const at = lines.findIndex(line => line.startsWith('not ok'));
  expect(lines[at]).toMatch(/^not ok \d+ - a\\#b\.har: country-codes$/);
  expect(lines[at + 1]).toBe('# country-codes (must)');
  const untold = judgement.verdicts.filter(({ verdict }) =>
    ['not-observed', 'inconclusive'].includes(verdict),
  );
  expect(lines.filter(line => / # SKIP ./.test(line))).toHaveLength(untold.length);
  expect(lines.slice(2).filter(line => !/^(?:(?:not )?ok \d+ - |# )/.test(line))).toEqual([]);
});

it('the TAP report has a test point for each scenario of a run, and one for each stale line of the baseline', async () => {
  const scenarios = [
    scenarioReport('fine', [], { title: 'All is well', state: 'held' }),
    scenarioReport('bad', judgement.verdicts, { title: 'x\u001b[2J' }),
    scenarioReport('left', [], { title: 'Later', state: 'not-played', reason: 'the run was ended' }),
  ];
  const stale = [{ scenario: 'fine', rule: 'token-fresh' as const }];
  const shown = await written('tap', runReport(scenarios, { stale }));
  expect(shown.split('\n').filter(line => !line.startsWith('#'))).toEqual([
    'TAP version 14',
    '1..4',
    'ok 1 - fine: All is well',
    'not ok 2 - bad: x\u241b[2J',
    'ok 3 - left: Later # SKIP the run was ended',
    'not ok 4 - the baseline lists a failure that did not happen: fine: token-fresh',
    '',
  ]);
});

it('the TAP report fails the test point of a scenario in which the judge or the stand-in failed', async () => {
  const failed = scenarioReport('failed', [], { state: 'harness-error', reason: 'our own fault' });
  expect(await written('tap', runReport([failed]))).toContain('not ok 1 - failed: failed\n# our own fault\n');
});
