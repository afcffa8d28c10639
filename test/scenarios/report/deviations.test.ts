import { describe, expect, it } from 'vitest';
import type { ReportFormat } from '#scenarios/report/index';
import { collectDeviations } from '#scenarios/report/remarks';
import { reportSchema } from '#scenarios/report/schema';
import { runIds, verdictOn } from '../run/clients.ts';
import { runReport, scenarioReport, type Verdict, verdict, written } from './report-sample.ts';

const bom = 'the body begins with a byte-order mark, which is not part of JSON';
const ids = ['hotel-confirmed', 'price-up', 'cancel-free'];

/** Returns a warning about a deviation that the stand-in accepts. */
function deviating(...places: string[]): Verdict {
  const marks = { exchanges: [1], message: 'sends a mark', expected: 'None.', warn: true as const };
  const findings = [{ ...marks, harmless: { deviation: bom, places } }];
  return verdict('request-matches-contract', [], { verdict: 'warn', findings });
}

const scenarios = ids.map(id =>
  scenarioReport(id, [deviating('the body of hotel.search', `the body of ${id}`)], { state: 'held' }),
);
const marked = runReport(scenarios, { deviations: collectDeviations(scenarios) });

describe('a deviation that the stand-in accepts, in every scenario', () => {
  it('is one entry of the run with each of its places and scenarios once', async () => {
    const places = ['the body of hotel.search', ...ids.map(id => `the body of ${id}`)];
    expect(marked.deviations).toEqual([
      { rule: 'request-matches-contract', deviation: bom, places, scenarios: ids },
    ]);
    const read = JSON.parse(await written('json', marked));
    expect(reportSchema.parse(read)).toEqual(read);
  });

  it.each<ReportFormat>(['text', 'junit', 'github', 'markdown', 'tap'])(
    'appears once in a report as %s',
    async format => {
      const shown = await written(format, marked);
      expect(shown.split('byte-order mark')).toHaveLength(2);
      expect(shown).toContain('in 3 scenarios');
      expect(shown).toContain(`Scenarios: ${ids.join(', ')}`);
    },
  );

  it('does not hide another finding of the same rule', async () => {
    const other = { exchanges: [], message: 'sends Nights', expected: 'None.', warn: true as const };
    const both = marked.scenarios.map(scenario => ({
      ...scenario,
      verdicts: scenario.verdicts.map(one => ({ ...one, findings: [...one.findings, other] })),
    }));
    const shown = await written('text', { ...marked, scenarios: both });
    expect(shown.split('sends Nights')).toHaveLength(2);
    expect(shown).toMatch(/^ {2}request-matches-contract \(must, a warning\) in 3 scenarios$/m);
    expect(shown.split('byte-order mark')).toHaveLength(2);
  });
});

describe('a client that marks its bodies', () => {
  const client = 'test/clients/right/client.mjs';
  const command: [string, ...string[]] = ['env', 'HABIT=bom', process.execPath, client];

  it('holds its scenario, and fails it with --strict, where the finding stays in the scenario', async () => {
    const { scenarios, deviations } = await runIds(['hotel-confirmed'], { command });
    expect(scenarios.map(({ state }) => state)).toEqual(['held']);
    expect(deviations).toMatchObject([{ deviation: bom, scenarios: ['hotel-confirmed'] }]);
    const strict = await runIds(['hotel-confirmed'], { command, strict: true });
    expect(strict.deviations).toBeUndefined();
    const [played] = strict.scenarios;
    expect(played?.state).toBe('broken');
    expect(played && verdictOn(played, 'request-matches-contract')?.findings).toHaveLength(1);
  });
});
