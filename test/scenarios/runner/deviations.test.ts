import { describe, expect, it } from 'vitest';
import { type ReportFormat, writeReport } from '#scenarios/reports/index';
import { reportSchema } from '#scenarios/reports/schema';
import { runIds, verdictOn } from './clients.ts';

const ids = ['hotel-confirmed', 'price-up', 'cancel-free'];
const withHabit = (habit: string): [string, ...string[]] => [
  'env',
  `HABIT=${habit}`,
  process.execPath,
  'test/right-clients/client.mjs',
];
const marked = await runIds(ids, { command: withHabit('bom') });

describe('a deviation that the stand-in accepts, in every scenario', () => {
  it('leaves the scenarios held, and is one entry of the run with its places and scenarios', async () => {
    expect(marked.scenarios.map(({ id, state }) => `${id}: ${state}`)).toEqual(ids.map(id => `${id}: held`));
    expect(marked.deviations).toEqual([
      {
        rule: 'request-matches-contract',
        deviation: 'the body begins with a byte-order mark, which is not part of JSON',
        places: [
          'the body of hotel.search',
          'the body of hotel.getBookingConditions',
          'the body of hotel.doBooking',
          'the body of cancelBooking',
        ],
        scenarios: ids,
      },
    ]);
    const read = JSON.parse(await writeReport('json', marked));
    expect(reportSchema.parse(read)).toEqual(read);
  });

  it('gathers numbers that are written as text, whatever the field', async () => {
    const { scenarios, deviations } = await runIds(ids.slice(0, 2), { command: withHabit('number-text') });
    expect(scenarios.map(({ state }) => state)).toEqual(['held', 'held']);
    expect(deviations?.map(({ deviation, places }) => [deviation, places.length])).toEqual([
      ['is text, but the contract has a number; the server converted the value', 5],
    ]);
  });

  it.each<ReportFormat>(['text', 'junit', 'github', 'markdown', 'tap'])(
    'appears once in a report as %s',
    async format => {
      const written = await writeReport(format, marked);
      expect(written.split('byte-order mark')).toHaveLength(2);
      expect(written).toContain('in 3 scenarios');
      expect(written).toContain(`Scenarios: ${ids.join(', ')}`);
    },
  );

  it('does not hide another finding of the same rule', async () => {
    const other = {
      exchanges: [],
      message: 'sends Nights',
      expected: 'A correct client sends none.',
      warn: true as const,
    };
    const scenarios = marked.scenarios.map(scenario => ({
      ...scenario,
      verdicts: scenario.verdicts.map(one =>
        one.rule === 'request-matches-contract' ? { ...one, findings: [...one.findings, other] } : one,
      ),
    }));
    const written = await writeReport('text', { ...marked, scenarios });
    expect(written.split('sends Nights')).toHaveLength(2);
    expect(written).toMatch(/^ {2}request-matches-contract \(must, a warning\) in 3 scenarios$/m);
    expect(written.split('byte-order mark')).toHaveLength(2);
  });

  it('fails each scenario with --strict, and each one says so', async () => {
    const { scenarios, deviations } = await runIds(ids.slice(0, 2), {
      command: withHabit('bom'),
      strict: true,
    });
    expect(deviations).toBeUndefined();
    expect(scenarios.map(({ state }) => state)).toEqual(['broken', 'broken']);
    for (const played of scenarios)
      expect(verdictOn(played, 'request-matches-contract')?.findings).toHaveLength(1);
  });
});
