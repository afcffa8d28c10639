import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { painter, verdictReport } from '#scenarios/report/index';
import { type RunReport, reportSchema, verdictReportSchema } from '#scenarios/report/schema';
import { judgedTraffic, withBrokenAnswer } from './judged-sample.ts';
import { brokenScenario, oddReport, runReport, scenarioReport, verdict, written } from './report-sample.ts';

const text = await written('text', oddReport);

/** Returns the report of a run with one finding. */
const withFinding = (message: string, more: Partial<RunReport['scenarios'][number]> = {}): RunReport =>
  runReport([scenarioReport('hotel-confirmed', [verdict('outcome-as-expected', [message])], more)]);

describe('the report as text', () => {
  it('says for each broken rule where it was broken, its clauses, the finding, the correction and how to repeat it', () => {
    expect(text).toMatch(
      /^ {2}outcome-as-expected \(must\) in 2 scenarios\n {4}svc\.1: Hotels, rental cars.*\n {4}flow\.4: .*\n {4}hotel-confirmed: The client reported "rejected"\.\n {4}A correct client does not\.\n/m,
    );
    expect(text).toMatch(/^ {4}Run it again: understudy run --scenario hotel-confirmed$/m);
  });

  it('says what was not played, and first of all what failed in the judge itself', () => {
    expect(text).toMatch(/^The judge or the stand-in failed\n {2}our own fault\n {4}failed\n/);
    expect(text).toMatch(/^Not played\n {2}the scenario cannot run here\n {4}on-request-expired\n/m);
  });

  it('marks each line of the client output, and replaces control characters and workflow commands', async () => {
    const output = 'one\u001b[2J\u001b]0;title\u0007\u009b31m\rtwo\r\n::stop-commands::x\n\n::error::said\n';
    const marked = runReport([{ ...brokenScenario, output, trouble: 'trouble' }]);
    const shown = await written('text', marked);
    expect(shown).toContain(
      [
        '      | one\u241b[2J\u241b]0;title\u2407\ufffd31m\u240dtwo',
        '      | ::stop-commands::x',
        '      |',
        '      | ::error::said',
      ].join('\n'),
    );
    for (const all of [shown, await written('junit', marked)]) expect(all).not.toMatch(/^\s*::/m);
  });

  it('shows values of the client in a finding the same way', async () => {
    expect(await written('text', withFinding('sends "\u001b[2J\n::error::x"'))).toContain(
      'sends "\u241b[2J\u240a::error::x"',
    );
  });

  it('lists the inconclusive rules that the scenario names, and no others', async () => {
    const verdicts = [
      verdict('poll-interval', [], { verdict: 'inconclusive', named: true }),
      verdict('backoff-schedule', [], { verdict: 'inconclusive' }),
    ];
    const held = runReport([scenarioReport('fine', verdicts, { state: 'held' })]);
    const shown = /^Not decided\n {2}poll-interval is inconclusive\n {4}fine\n$/m;
    expect(await written('text', held)).toMatch(shown);
  });

  it('ends with the sum, and with what is stale in the baseline', () => {
    expect(text).toContain(
      'The baseline lists failures that did not happen; remove these lines:\n  car-confirmed: token-fresh',
    );
    expect(text).toMatch(/\n\n5 scenarios: .*1 stale in the baseline\n2 rules broken\n$/);
  });

  it('has colours where they are wanted, and only there', async () => {
    const report = runReport([brokenScenario]);
    expect(await written('text', report, painter(true))).toContain('\u001b[31mBroken: 2 rules');
    expect(await written('text', report)).not.toContain('\u001b[');
  });
});

it.each(['text', 'junit', 'github', 'markdown'] as const)(
  'a report in a format for people lets no text of a scenario or a client move the cursor, as %s',
  async format => {
    const moving = 'red \u001b[31m \u009b2J \u202e end';
    const broken = withFinding(moving, { title: moving, trouble: moving });
    const failed = scenarioReport('x', [], { title: moving, state: 'harness-error', reason: moving });
    const shown = await written(format, runReport([...broken.scenarios, failed]));
    for (const control of ['\u001b', '\u009b', '\u202e']) expect(shown).not.toContain(control);
  },
);

const judged = await judgedTraffic();

it.each([
  ['report', reportSchema, oddReport],
  ['verdicts', verdictReportSchema, verdictReport([judged, withBrokenAnswer(judged)], 70)],
])(
  'the JSON of the format understudy-%s fits its schema, which is that of the package',
  async (name, schema, report) => {
    const read = JSON.parse(await written('json', report));
    expect(schema.parse(read)).toEqual(read);
    expect(read).toMatchObject({ format: `understudy-${name}`, version: 1, exitCode: report.exitCode });
    const published = z.fromJSONSchema(JSON.parse(readFileSync(`contracts/${name}.schema.json`, 'utf8')));
    expect(published.safeParse(read)).toMatchObject({ success: true });
    expect(published.safeParse({ ...read, version: 2 })).toMatchObject({ success: false });
  },
);

describe('the report for GitHub', () => {
  it('has an annotation for each broken rule, on one line, after an error of our own', async () => {
    const lines = (await written('github', oddReport)).trimEnd().split('\n');
    const own = '::error title=the judge or the stand-in failed::our own fault%0AScenarios: failed';
    expect(lines[0]).toBe(own);
    expect(lines[1]).toContain('the baseline lists failures that did not happen');
    expect(lines[2]).toMatch(
      /^::error title=outcome-as-expected in 2 scenarios::hotel-confirmed: The client.*%0AA correct client .*%0AAlso in: unproven%0ARun it again: /,
    );
    expect(lines.every(line => /^::(?:error|warning) title=[^:\n]+::[^\n]+$/.test(line))).toBe(true);
  });

  it('has a table of the rules for the summary of the step, and a folded one of the scenarios', async () => {
    const shown = await written('markdown', oddReport);
    expect(shown).toMatch(
      /^\| `outcome-as-expected` \| BROKEN \| 2: hotel-confirmed, unproven \| The client reported "rejected"\. A correct client .* \|$/m,
    );
    expect(shown).toMatch(
      /^<details><summary>All scenarios<\/summary>\n[\s\S]*^\| hotel-confirmed \| BROKEN \| .*`outcome-as-expected`, `booked-as-expected` \|$/m,
    );
  });

  it('lets no text of a client become a link, an image, a mention or HTML', async () => {
    const message = 'sends ![x](http://x.test/a.png) <img src=x> @team *a* | b';
    expect(await written('markdown', withFinding(message))).toContain(
      'sends \\!\\[x\\](http://x.test/a.png) &lt;img src=x&gt; &#64;team \\*a\\* \\| b A correct client',
    );
  });
});
