import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { verdictReport } from '#scenarios/report/index';
import { verdictReportSchema } from '#scenarios/report/schema';
import { judgedTraffic, withBrokenAnswer } from './judged-sample.ts';
import { written } from './report-sample.ts';

const shown = 'sandbox "a" <&> \u2400';
const judged = await judgedTraffic();
const broken = withBrokenAnswer(judged);

it('what was judged, as JSON, fits its schema, which is that of the package', async () => {
  const read = JSON.parse(await written('json', verdictReport([judged, broken], 70)));
  expect(verdictReportSchema.parse(read)).toEqual(read);
  expect(read).toMatchObject({ format: 'understudy-verdicts', version: 1, exitCode: 70 });
  const published = z.fromJSONSchema(JSON.parse(readFileSync('contracts/verdicts.schema.json', 'utf8')));
  expect(published.safeParse(read)).toMatchObject({ success: true });
  expect(published.safeParse({ ...read, version: 2 })).toMatchObject({ success: false });
});

describe('the annotations on GitHub for recorded traffic', () => {
  const report = verdictReport([broken], 70);

  it('is an error for each broken rule and for each answer of ours that is wrong, on one line', async () => {
    const lines = (await written('github', report)).trimEnd().split('\n');
    expect(lines.every(line => /^::(?:error|warning) title=[^:\n]+::[^\n]+$/.test(line))).toBe(true);
    expect(lines.filter(line => line.startsWith('::error'))).toEqual([
      expect.stringContaining('the stand-in broke its own contract in exchange 7 (Token: missing)'),
      expect.stringContaining(
        `title=idempotency-key-present in ${shown}::The client sent DoBooking (exchange 3)`,
      ),
    ]);
  });

  it('is a table of what was not kept, for the summary of the step', async () => {
    const table = await written('markdown', report);
    expect(table).toContain('| `idempotency-key-present` | BROKEN |');
    expect(table).toMatch(/^\*\*sandbox.*: 3 calls; rules: 1 broken, /m);
    expect(
      await written('markdown', verdictReport([{ ...judged, verdicts: [], invariants: [] }], 0)),
    ).toMatch(/: 3 calls; rules: \*\*\n$/);
  });
});
