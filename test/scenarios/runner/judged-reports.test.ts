import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Judgement, rules } from '#scenarios/judge';
import { closeAndJudge } from '#scenarios/judge-sandbox';
import { verdictReport, writeReport } from '#scenarios/reports/index';
import { verdictReportSchema } from '#scenarios/reports/schema';
import { createHotelClient, createTestSupplier } from '../../mock-server/hotel-client.ts';
import { createFolder } from './clients.ts';

const folder = createFolder();
afterAll(folder.remove);

const odd = 'sandbox "a" <&> \u0000';
const shown = 'sandbox "a" <&> \u2400';

/** Traffic of a client that books with a key that is not a UUID, and of a stand-in with an invalid answer. */
async function judgedTraffic(): Promise<Judgement> {
  const supplier = createTestSupplier();
  const client = createHotelClient(supplier.fetch);
  await client.book(undefined, undefined, { headers: { 'idempotency-key': 'booking-1' } });
  return { ...closeAndJudge(supplier.sandboxes.require('default')), source: odd };
}

const judged = await judgedTraffic();
const broken: Judgement = { ...judged, brokenAnswers: [{ exchange: 7, problem: 'Token: missing' }] };

describe('what was judged, as JSON', () => {
  it('fits its schema, which is that of the package', async () => {
    const read = JSON.parse(await writeReport('json', verdictReport([judged, broken], 70)));
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
  it('has a case for each rule, and is read by a parser of XML as it was meant', async () => {
    const file = folder.write('junit.xml', await writeReport('junit', verdictReport([judged, broken], 70)));
    const script = `import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(json.dumps([{'name': suite.get('name'), 'counts': [suite.get(name) for name in ('tests', 'failures', 'errors', 'skipped')],
  'cases': {case.get('name'): [child.tag for child in case if child.tag != 'properties'] for case in suite},
  'failure': suite.find('testcase/failure').text, 'errors': [case.get('name') for case in suite if case.find('error') is not None]} for suite in root]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const [suite, ...others] = JSON.parse(stdout);
    expect(others).toEqual([]);
    expect(Object.keys(suite.cases)).toEqual([...rules.map(({ id }) => id), `${shown}: exchange 7`]);
    const count = (...words: readonly string[]) =>
      String(judged.verdicts.filter(({ verdict }) => words.includes(verdict)).length);
    expect(suite).toMatchObject({
      name: 'rules',
      counts: [String(rules.length + 1), '1', '1', count('not-observed', 'inconclusive')],
      failure: expect.stringMatching(
        /^idempotency-key-present \(must\).*\n {2}flow\.3: .*\n.*"booking-1".*\n {4}#3 /,
      ),
      errors: [`${shown}: exchange 7`],
    });
    expect(suite.cases).toMatchObject({
      'idempotency-key-present': ['failure'],
      'booking-uses-conditions-token': [],
      'tools-post-only': ['skipped'],
    });
  });
});

describe('the annotations on GitHub for recorded traffic', () => {
  const report = verdictReport([broken], 70);

  it('is an error for each broken rule and for each answer of ours that is wrong, on one line', async () => {
    const lines = (await writeReport('github', report)).trimEnd().split('\n');
    expect(lines.every(line => /^::(?:error|warning) title=[^:\n]+::[^\n]+$/.test(line))).toBe(true);
    expect(lines.filter(line => line.startsWith('::error'))).toEqual([
      expect.stringContaining('the stand-in broke its own contract in exchange 7 (Token: missing)'),
      expect.stringContaining(
        `title=idempotency-key-present in ${shown}::The client sent DoBooking (exchange 3)`,
      ),
    ]);
  });

  it('is a table of what was not kept, for the summary of the step', async () => {
    const table = await writeReport('markdown', report);
    expect(table).toContain('| `idempotency-key-present` | BROKEN |');
    expect(table).toMatch(/^3 calls judged$/m);
    expect(
      await writeReport('markdown', verdictReport([{ ...judged, verdicts: [], invariants: [] }], 0)),
    ).toMatch(/^3 calls judged: no rule was broken$/m);
  });
});
