import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { judgeForGood } from '#scenarios/judge/judge-sandbox';
import { type Judged, judgedJunit } from '#scenarios/judge/judged';
import { verdictReportSchema } from '#scenarios/judge/report';
import { formsOfJudged } from '#scenarios/judge/reports/format-judged';
import { rules } from '#scenarios/judge/rules';
import { createHotelClient, createTestSupplier } from '../../mock-server/hotel-client.ts';
import { createFolder } from './clients.ts';

const folder = createFolder();
afterAll(folder.remove);

const odd = 'sandbox "a" <&> \u0000';

/** Traffic of a client that books under a key that is no UUID, and in vain is told of an answer of ours. */
async function judgedTraffic(): Promise<Judged> {
  const supplier = createTestSupplier();
  const client = createHotelClient(supplier.fetch);
  await client.book(undefined, undefined, { headers: { 'idempotency-key': 'booking-1' } });
  return { ...judgeForGood(supplier.sandboxes.require('default')), source: odd };
}

const judged = await judgedTraffic();
const broken: Judged = { ...judged, brokenAnswers: [{ exchange: 7, problem: 'Token: missing' }] };

describe('what was judged, as JSON', () => {
  it('fits its schema, which is that of the package', () => {
    const read = JSON.parse(formsOfJudged([judged, broken], 70).written('json', { colors: false }));
    expect(verdictReportSchema.parse(read)).toEqual(read);
    expect(read).toMatchObject({ format: 'understudy-verdicts', version: 1, exitCode: 70 });
    const published = z.fromJSONSchema(JSON.parse(readFileSync('contracts/verdicts.schema.json', 'utf8')));
    expect(published.safeParse(read)).toMatchObject({ success: true });
    expect(published.safeParse({ ...read, version: 2 })).toMatchObject({ success: false });
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('SKIPPED: a part of test/scenarios/runner/judged-reports.test.ts needs python3');

describe.runIf(hasPython || process.env.CI !== undefined)('what was judged, as JUnit XML', () => {
  it('has a case for each rule, and is read by a parser of XML as it was meant', () => {
    const file = folder.write('junit.xml', judgedJunit([judged, broken]));
    const script = `import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(json.dumps([{'name': suite.get('name'), 'counts': [suite.get(name) for name in ('tests', 'failures', 'errors', 'skipped')],
  'cases': {case.get('name'): [child.tag for child in case if child.tag != 'properties'] for case in suite},
  'failure': suite.find('testcase/failure').text} for suite in root]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const [first, second] = JSON.parse(stdout);
    expect(Object.keys(first.cases)).toEqual(rules.map(({ id }) => id));
    const count = (...words: readonly string[]) =>
      String(judged.verdicts.filter(({ verdict }) => words.includes(verdict)).length);
    expect(first).toMatchObject({
      name: 'sandbox "a" <&> \ufffd',
      counts: [String(rules.length), '1', '0', count('not-observed', 'inconclusive')],
      failure: expect.stringMatching(/^idempotency-key-present \(must\)\nflow\.3: .*\n.*"booking-1".*\n#3 /),
    });
    expect(first.cases).toMatchObject({
      'idempotency-key-present': ['failure'],
      'booking-uses-conditions-token': [],
      'tools-post-only': ['skipped'],
    });
    expect(second.cases['exchange 7']).toEqual(['error']);
    expect(second.counts.slice(0, 3)).toEqual([String(rules.length + 1), '1', '1']);
  });
});

describe('what GitHub is told of traffic', () => {
  const forms = formsOfJudged([broken], 70);

  it('is an error for each broken rule and for each answer of ours that is wrong, on one line', () => {
    const lines = forms.annotations();
    expect(lines.every(line => /^::(?:error|warning) title=[^:\n]+::[^\n]+$/.test(line))).toBe(true);
    expect(lines.filter(line => line.startsWith('::error'))).toEqual([
      expect.stringContaining('%3A idempotency-key-present::DoBooking by exchange 3'),
      expect.stringContaining('the stand-in broke its own contract in exchange 7 (Token: missing)'),
    ]);
  });

  it('is a table of what was not kept, for the summary of the step', () => {
    expect(forms.summary()).toContain('| `idempotency-key-present` | fail |');
    expect(forms.summary()).toMatch(/^3 calls judged$/m);
    expect(formsOfJudged([{ ...judged, verdicts: [] }], 0).summary()).toMatch(
      /^3 calls judged: every rule that they show was kept$/m,
    );
  });
});
