import { describe, expect, it } from 'vitest';
import { verdictReport } from '#scenarios/report/index';
import { verdictsPage } from '#scenarios/report/page';
import { judgedTraffic, withBrokenAnswer } from './judged-sample.ts';
import { written } from './report-sample.ts';

const shown = 'sandbox "a" <&> \u2400';
const judged = await judgedTraffic();
const broken = withBrokenAnswer(judged);

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

it('a text counts the same verdicts as the page, the invariants included', async () => {
  const report = verdictReport([judged], 0);
  const cells = verdictsPage(report).plays[0]?.cells ?? '';
  const count = (letter: string) => cells.split(letter).length - 1;
  const text = await written('text', report);
  expect(text).toContain(`rules: ${count('f')} broken, ${count('p')} kept, `);
  expect(text).toContain(` ${count('n')} not observed`);
});
