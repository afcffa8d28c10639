import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { rules } from '#scenarios/judge';
import { type Report, verdictReport } from '#scenarios/report/index';
import { createFolder } from '../../folder.ts';
import { canRun } from '../../programs/installed.ts';
import { judgedTraffic, withBrokenAnswer } from './judged-sample.ts';
import { oddReport, written } from './report-sample.ts';

const folder = createFolder();

/** Reads a report with the XML parser of Python. */
async function readJunit(report: Report) {
  const file = folder.write('junit.xml', await written('junit', report));
  const script = `import json, sys, xml.etree.ElementTree as tree
def read(case):
  texts = {child.tag: child.text or '' for child in case if child.tag != 'properties'}
  title = case.find('properties/property')
  return {'name': case.get('name'), 'texts': texts, 'title': title is not None and title.get('value')}
counts = ('tests', 'failures', 'errors', 'skipped')
root = tree.parse(sys.argv[1]).getroot()
print(json.dumps([{'name': suite.get('name'), 'counts': [suite.get(name) for name in counts],
  'cases': [read(case) for case in suite if case.tag == 'testcase']} for suite in root]))`;
  const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const suites: { name: string; counts: string[]; cases: Case[] }[] = JSON.parse(stdout);
  return suites;
}

interface Case {
  name: string;
  texts: Record<string, string>;
  title: string | false;
}
const tagsOf = ({ texts }: Case) => Object.keys(texts);

describe.runIf(canRun('junit.system.test.ts', 'python3'))('the report as JUnit XML', () => {
  it('is read by a parser of XML as it was meant', async () => {
    const [ruleSuite, suite, ...others] = await readJunit(oddReport);
    expect([ruleSuite?.name, suite?.name, others]).toEqual(['rules', 'scenarios', []]);
    const failed = ruleSuite?.cases.filter(one => tagsOf(one).includes('failure'));
    expect(failed?.map(({ name, texts }) => [name, texts.failure?.split('\n')[0]])).toEqual([
      ['outcome-as-expected', 'outcome-as-expected (must) in 2 scenarios'],
      ['booked-as-expected', 'booked-as-expected (must) in 2 scenarios'],
    ]);
    expect(suite?.counts).toEqual(['6', '3', '1', '1']);
    expect(suite?.cases.map(one => [one.name, ...tagsOf(one)])).toEqual([
      ['hotel-confirmed', 'failure', 'system-out'],
      ['fine'],
      ['unproven', 'failure'],
      ['failed', 'error'],
      ['on-request-expired', 'skipped'],
      ['baseline', 'failure'],
    ]);
    const [first] = suite?.cases ?? [];
    expect(first?.title).toBe('as "said" <&> ]]> \u2400\u241b[31m é 😀\n');
    expect(first?.texts).toMatchObject({
      failure: expect.stringMatching(/^Broken rules: outcome-as-expected, booked-as-expected\n/),
      'system-out': '| as "said" <&> ]]> \u2400\u241b[31m é 😀',
    });
  });

  it('has a case for each rule if traffic was judged', async () => {
    const judged = await judgedTraffic();
    const [suite, ...others] = await readJunit(verdictReport([judged, withBrokenAnswer(judged)], 70));
    expect(others).toEqual([]);
    const wrongAnswer = 'sandbox "a" <&> \u2400: exchange 7';
    expect(suite?.cases.map(({ name }) => name)).toEqual([...rules.map(({ id }) => id), wrongAnswer]);
    const skipped = judged.verdicts.filter(({ verdict }) =>
      ['not-observed', 'inconclusive'].includes(verdict),
    );
    expect(suite?.counts).toEqual([String(rules.length + 1), '1', '1', String(skipped.length)]);
    const byName = (name: string) => suite?.cases.find(one => one.name === name);
    expect(byName('idempotency-key-present')?.texts.failure).toMatch(
      /^idempotency-key-present \(must\).*\n {2}flow\.3: .*\n.*"booking-1".*\n {4}#3 /,
    );
    expect(byName('booking-uses-conditions-token')?.texts).toEqual({});
    expect(byName('tools-post-only')?.texts).toHaveProperty('skipped');
    expect(byName(wrongAnswer)?.texts).toHaveProperty('error');
  });
});
