import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { painter, writeReport } from '#scenarios/reports/index';
import { type RunReport, reportSchema } from '#scenarios/reports/schema';
import { createFolder, reporter, runIds } from './clients.ts';

const folder = createFolder();
afterAll(folder.remove);

const odd = 'as "said" <&> ]]> \u0000\u001b[31m é 😀\n';
const command = reporter({ outcome: 'rejected', why: odd });
const base = await runIds(['hotel-confirmed', 'on-request-expired'], { command });
const [broken, left] = base.scenarios;
if (!broken || !left) throw new Error('two scenarios are played');
/** One scenario for each state, with texts that are difficult for each format. */
const report: RunReport = {
  ...base,
  summary: { ...base.summary, held: 1, unproven: 1, 'harness-error': 1 },
  stale: [{ scenario: 'car-confirmed', rule: 'token-fresh' }],
  scenarios: [
    { ...broken, output: odd, title: odd, trouble: odd },
    { ...broken, id: 'fine', state: 'held', verdicts: [], exchanges: [] },
    { ...broken, id: 'unproven', state: 'unproven' },
    { ...left, id: 'failed', state: 'harness-error', reason: 'our own fault' },
    left,
  ],
};

const text = await writeReport('text', report);

describe('the report as text', () => {
  it('says for each broken rule where it was broken, its clause, the finding and the correction', () => {
    expect(text).toMatch(
      /^ {2}outcome-as-expected \(must\) in 2 scenarios\n {4}svc\.1: Hotels, rental cars.*\n {4}flow\.4: .*\n {4}hotel-confirmed: The client reported "rejected"/m,
    );
    expect(text).toMatch(/^ {4}A correct client reports /m);
    expect(text).toMatch(
      /^ {4}Run it again: npx travel-understudy run --scenario hotel-confirmed --seed understudy --speed 1 -- /m,
    );
  });

  it('says what was not played, and first of all what failed in the judge itself', () => {
    expect(text).toMatch(/^The judge or the stand-in failed\n {2}our own fault\n {4}failed\n/);
    expect(text).toMatch(/^Not played\n {2}the scenario cannot run .*\n {4}on-request-expired\n/m);
  });

  it('marks each line of the client output, and replaces control characters and workflow commands', async () => {
    const output = 'one\u001b[2J\u001b]0;title\u0007\u009b31m\rtwo\r\n::stop-commands::x\n\n::error::said\n';
    const marked = { ...broken, output, trouble: 'trouble' };
    const written = await writeReport('text', { ...report, scenarios: [marked] });
    expect(written).toContain(
      [
        '      | one\u241b[2J\u241b]0;title\u2407\ufffd31m\u240dtwo',
        '      | ::stop-commands::x',
        '      |',
        '      | ::error::said',
      ].join('\n'),
    );
    const xml = await writeReport('junit', { ...report, scenarios: [marked] });
    for (const all of [written, xml]) expect(all).not.toMatch(/^\s*::/m);
  });

  it('shows values of the client in a finding the same way', async () => {
    const [first] = broken.verdicts.filter(({ verdict }) => verdict === 'fail');
    if (!first) throw new Error('a rule is broken');
    const findings = [{ exchanges: [], message: 'sends "\u001b[2J\n::error::x"', expected: 'nothing' }];
    const scenarios = [{ ...broken, verdicts: [{ ...first, findings }] }];
    const written = await writeReport('text', { ...report, scenarios });
    expect(written).toContain('    sends "\u241b[2J\u240a::error::x"');
  });

  it('lists the inconclusive rules that the scenario names, and no others', async () => {
    const untold = { level: 'must' as const, clauses: [], verdict: 'inconclusive' as const, findings: [] };
    const held: RunReport['scenarios'][number] = {
      ...broken,
      id: 'fine',
      state: 'held',
      verdicts: [
        { ...untold, rule: 'poll-interval', named: true },
        { ...untold, rule: 'backoff-schedule' },
      ],
      exchanges: [],
    };
    const written = await writeReport('text', { ...report, scenarios: [held] });
    expect(written).toMatch(/^Not decided\n {2}poll-interval is inconclusive\n {4}fine\n$/m);
  });

  it('lets no text of a scenario or a client move the cursor, in any format for people', async () => {
    const moving = 'red \u001b[31m \u009b2J \u202e end';
    const [first] = broken.verdicts.filter(({ verdict }) => verdict === 'fail');
    if (!first) throw new Error('a rule is broken');
    const finding = { exchanges: [], message: moving, expected: moving };
    const scenarios: RunReport['scenarios'] = [
      { ...broken, title: moving, trouble: moving, verdicts: [{ ...first, findings: [finding] }] },
      { ...broken, title: moving, state: 'harness-error', reason: moving },
    ];
    for (const format of ['text', 'junit', 'github', 'markdown'] as const) {
      const written = await writeReport(format, { ...report, scenarios });
      for (const control of ['\u001b', '\u009b', '\u202e'])
        expect.soft(written, format).not.toContain(control);
    }
  });

  it('ends with the sum, and with what is stale in the baseline', () => {
    expect(text).toContain(
      'The baseline lists failures that did not happen; remove these lines:\n  car-confirmed: token-fresh',
    );
    expect(text).toMatch(/\n\n5 scenarios: .*1 stale in the baseline\n2 rules broken\n$/);
  });

  it('has colours where they are wanted, and only there', async () => {
    expect(await writeReport('text', base, painter(true))).toContain('\u001b[31mBroken: 2 rules');
    expect(await writeReport('text', base)).not.toContain('\u001b[');
  });
});

describe('the report as JSON', () => {
  it('fits its schema, which is that of the package', async () => {
    const read = JSON.parse(await writeReport('json', report));
    expect(reportSchema.parse(read)).toEqual(read);
    expect(read).toMatchObject({ format: 'understudy-report', version: 1 });
    const published = z.fromJSONSchema(JSON.parse(readFileSync('contracts/report.schema.json', 'utf8')));
    expect(published.safeParse(read)).toMatchObject({ success: true });
    expect(published.safeParse({ ...read, version: 2 })).toMatchObject({ success: false });
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('SKIPPED: a part of test/scenarios/runner/reports.test.ts needs python3');

describe.runIf(hasPython || process.env.CI !== undefined)('the report as JUnit XML', () => {
  it('is read by a parser of XML as it was meant', async () => {
    const file = folder.write('junit.xml', await writeReport('junit', report));
    const script = `import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
def read(suite): return [[case.get('name'), [child.tag for child in case if child.tag != 'properties'], (case.find('failure') is not None and case.find('failure').text.split('\\n')[0]) or ''] for case in suite if case.tag == 'testcase']
rules, suite = root
title = suite[0].find('properties')[0].get('value')
print(json.dumps({'root': root.tag, 'counts': {name: suite.get(name) for name in ('tests', 'failures', 'errors', 'skipped')}, 'suites': [one.get('name') for one in root],
  'rules': [case for case in read(rules) if 'failure' in case[1]], 'cases': read(suite), 'out': suite[0].find('system-out').text, 'title': title}))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const shown = 'as "said" <&> ]]> \u2400\u241b[31m é 😀\n';
    expect(JSON.parse(stdout)).toEqual({
      root: 'testsuites',
      suites: ['rules', 'scenarios'],
      rules: [
        ['outcome-as-expected', ['failure'], 'outcome-as-expected (must) in 2 scenarios'],
        ['booked-as-expected', ['failure'], 'booked-as-expected (must) in 2 scenarios'],
      ],
      counts: { tests: '6', failures: '3', errors: '1', skipped: '1' },
      cases: [
        [
          'hotel-confirmed',
          ['failure', 'system-out'],
          'Broken rules: outcome-as-expected, booked-as-expected',
        ],
        ['fine', [], ''],
        ['unproven', ['failure', 'system-out'], expect.any(String)],
        ['failed', ['error'], ''],
        ['on-request-expired', ['skipped'], ''],
        ['baseline', ['failure'], 'the baseline lists failures that no longer happen; remove these lines'],
      ],
      out: '| as "said" <&> ]]> \u2400\u241b[31m é 😀',
      title: shown,
    });
  });
});

describe('the annotations on GitHub', () => {
  it('is an error for each broken rule, on one line, after an error of our own', async () => {
    const lines = (await writeReport('github', report)).trimEnd().split('\n');
    expect(lines[0]).toBe(
      '::error title=the judge or the stand-in failed::our own fault%0AScenarios: failed',
    );
    expect(lines[1]).toContain('the baseline lists failures that did not happen');
    expect(lines[2]).toMatch(
      /^::error title=outcome-as-expected in 2 scenarios::hotel-confirmed: The client.*%0AA correct client .*%0AAlso in: unproven%0ARun it again: /,
    );
    expect(lines.every(line => /^::(?:error|warning) title=[^:\n]+::[^\n]+$/.test(line))).toBe(true);
  });

  it('is a table of the rules for the summary of the step, and a folded one of the scenarios', async () => {
    const written = await writeReport('markdown', report);
    expect(written).toMatch(
      /^\| `outcome-as-expected` \| BROKEN \| 2: hotel-confirmed, unproven \| The client reported "rejected", .* A correct client .* \|$/m,
    );
    expect(written).toMatch(
      /^<details><summary>All scenarios<\/summary>\n[\s\S]*^\| hotel-confirmed \| BROKEN \| rejected \| `outcome-as-expected`, `booked-as-expected` \|$/m,
    );
  });

  it('lets no text of a client become a link, an image, a mention or HTML', async () => {
    const message = 'sends ![x](http://x.test/a.png) <img src=x> @team *a* | b';
    const [first] = broken.verdicts.filter(({ verdict }) => verdict === 'fail');
    if (!first) throw new Error('a rule is broken');
    const findings = [{ exchanges: [], message, expected: 'nothing' }];
    const scenarios = [{ ...broken, verdicts: [{ ...first, findings }] }];
    expect(await writeReport('markdown', { ...report, scenarios })).toContain(
      'sends \\!\\[x\\](http://x.test/a.png) &lt;img src=x&gt; &#64;team \\*a\\* \\| b nothing',
    );
  });
});
