import { expect, it } from 'vitest';
import { judge } from '#scenarios/judge';
import { explorationDocument } from '#scenarios/report/exploration-document';
import { writeReport } from '#scenarios/report/index';
import { explorationReport, failure } from '../explore/exploration-sample.ts';
import { traffic } from '../judge/rules/build.ts';
import { runReport, scenarioReport, written } from './report-sample.ts';

const { verdicts } = judge(traffic().search({ request: { countries: ['XX'] } }).facts, { source: 'a.har' });

async function sarifOf(scenarios: ReturnType<typeof scenarioReport>[]) {
  const log = JSON.parse(await written('sarif', runReport(scenarios)));
  return { log, ...log.runs[0] };
}

it('SARIF has a result with level, text and place for each broken rule, and describes the rule', async () => {
  const { log, tool, results } = await sarifOf([scenarioReport('bad\u001b[2J', verdicts)]);
  expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({
    ruleId: 'country-codes',
    level: 'error',
    message: { text: expect.stringContaining('XX') },
    // A fingerprint with the number of scenarios would make a known finding a new one when the number changes.
    partialFingerprints: { 'finding/v1': 'country-codes' },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'understudy' } } }],
  });
  expect(JSON.stringify(log)).not.toContain('\\u001b');
  const described = { id: 'country-codes', defaultConfiguration: { level: 'error' } };
  expect(tool.driver.rules).toMatchObject([described]);
});

it('SARIF describes a broken rule about the end of a run', async () => {
  const finding = { message: 'Two bookings stand.', expected: 'A correct client books once.', exchanges: [] };
  const invariants: ReturnType<typeof scenarioReport>['invariants'] = [
    { invariant: 'one-booking', level: 'must', clauses: ['flow.3'], verdict: 'broken', findings: [finding] },
  ];
  const { tool } = await sarifOf([scenarioReport('twice', [], { state: 'broken', invariants })]);
  const text = expect.stringContaining('A correct client leaves at most one standing booking');
  const described = { id: 'one-booking', shortDescription: { text } };
  expect(tool.driver.rules).toMatchObject([{ ...described, defaultConfiguration: { level: 'error' } }]);
});

it('SARIF has a warning for a scenario that proves nothing, and no result for scenarios that hold', async () => {
  const held = scenarioReport('fine', [], { state: 'held' });
  expect((await sarifOf([held])).results).toEqual([]);
  const open = scenarioReport('open', [], { state: 'unproven', reason: 'too few calls' });
  expect((await sarifOf([held, open])).results).toMatchObject([{ level: 'warning' }]);
});

it('SARIF tells the findings of two tests apart, also if the names of the tests begin with the rule', async () => {
  const failures = ['car', 'tour'].map(one => failure('one-booking', { flow: `one-booking of a ${one}` }));
  const log = JSON.parse(await writeReport('sarif', explorationDocument({ ...explorationReport, failures })));
  const prints = log.runs[0].results.map((one: typeof log) => one.partialFingerprints['finding/v1']);
  expect(prints).toEqual(['one-booking of a car: one-booking', 'one-booking of a tour: one-booking']);
});
