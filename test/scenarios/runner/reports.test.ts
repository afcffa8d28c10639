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
  it('has a line for each scenario, and for a failed one the rule, its clause, the finding and the correction', () => {
    expect(text).toMatch(/^hotel-confirmed {5}BROKEN +[\d.]+ s {2}outcome-as-expected, booked-as-expected$/m);
    expect(text).toMatch(/^on-request-expired {2}not played$/m);
    expect(text).toContain('  outcome-as-expected (must)\n    svc.1: Hotels, rental cars');
    expect(text).toContain('The client reported "rejected"');
    expect(text).toContain('A correct client reports ');
    expect(text).toContain(
      '  Run the scenario again: npx travel-understudy run --scenario hotel-confirmed --seed understudy --speed 1 -- ',
    );
  });

  it('marks each line of the client output, and replaces control characters and workflow commands', async () => {
    const output = 'one\u001b[2J\u001b]0;title\u0007\u009b31m\rtwo\r\n::stop-commands::x\n\n::error::said\n';
    const marked = { ...broken, output, trouble: 'trouble' };
    const written = await writeReport('text', { ...report, scenarios: [marked] });
    expect(written).toContain(
      [
        '    | one\u241b[2J\u241b]0;title\u2407\ufffd31m\u240dtwo',
        '    | ::stop-commands::x',
        '    |',
        '    | ::error::said',
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
    expect(written).toMatch(/^fine {2}held +[\d.]+ s {2}rejected {2}inconclusive: poll-interval$/m);
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
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^5 scenarios: .*1 stale in the baseline$/);
  });

  it('has colours where they are wanted, and only there', async () => {
    expect(await writeReport('text', base, painter(true))).toContain('\u001b[31mBROKEN');
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
suite = root[0]
cases = [[case.get('name'), [child.tag for child in case], (case.find('failure') is not None and case.find('failure').get('message')) or ''] for case in suite]
title = suite[0].find('properties')[0].get('value')
print(json.dumps({'root': root.tag, 'counts': {name: suite.get(name) for name in ('tests', 'failures', 'errors', 'skipped')}, 'cases': cases, 'out': suite[0].find('system-out').text, 'title': title}))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const shown = 'as "said" <&> ]]> \u2400\u241b[31m é 😀\n';
    expect(JSON.parse(stdout)).toEqual({
      root: 'testsuites',
      counts: { tests: '6', failures: '3', errors: '1', skipped: '1' },
      cases: [
        [
          'hotel-confirmed',
          ['properties', 'failure', 'system-out'],
          'outcome-as-expected, booked-as-expected',
        ],
        ['fine', ['properties'], ''],
        ['unproven', ['properties', 'failure', 'system-out'], expect.any(String)],
        ['failed', ['properties', 'error'], ''],
        ['on-request-expired', ['properties', 'skipped'], ''],
        ['baseline', ['failure'], 'the baseline lists failures that no longer happen; remove these lines'],
      ],
      out: '| as "said" <&> ]]> \u2400\u241b[31m é 😀',
      title: shown,
    });
  });
});

describe('the annotations on GitHub', () => {
  it('is an error for each broken rule, on one line', async () => {
    const lines = (await writeReport('github', report)).trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^::error title=hotel-confirmed%3A outcome-as-expected::The client.*%0AA correct client /,
    );
    expect(lines.every(line => /^::(?:error|warning) title=[^:\n]+::[^\n]+$/.test(line))).toBe(true);
    expect(lines.at(-1)).toContain('the baseline lists a failure that did not happen');
  });

  it('is a table for the summary of the step', async () => {
    expect(await writeReport('markdown', report)).toMatch(
      /^\| hotel-confirmed \| BROKEN \| rejected \| `outcome-as-expected`, `booked-as-expected` \|$/m,
    );
  });
});
