import { describe, expect, it } from 'vitest';
import { judge } from '#scenarios/judge';
import { documentOf, type Report, type RunReport, verdictReport } from '#scenarios/report/index';
import { compareReports } from '#scenarios/report/merge-document';
import type { PageData, PlaysPage } from '#scenarios/report/page';
import { readRunReport } from '#scenarios/report/read-report';
import { readPage, withData } from '#scenarios/report/web-page';
import { runIds } from '../run/clients.ts';
import { withFinding, written } from './report-sample.ts';

const report = await runIds(['answer-lost-booked', 'client-restarted', 'hotel-confirmed'], { jobs: 1 });

const playsOf = (one: Report): PlaysPage => {
  const page = documentOf(one).page() as PageData; // the page of a report
  if (page.kind !== 'run' && page.kind !== 'judged') throw new Error('this page has no plays');
  return page;
};

/** Returns the data that a page contains. */
function dataIn(html: string): PageData {
  const [, json = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

describe('the HTML report', () => {
  it('contains the report once, in one element that its text cannot leave', async () => {
    const evil = '</script><script>alert(1)</script><!--\u2028\u2029\uD800';
    const html = await written('html', withFinding(report, 1, evil));
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain('<script>alert');
    const plays = [{ verdicts: [{ findings: [{ message: evil }] }] }, {}, {}];
    expect(dataIn(html)).toMatchObject({ kind: 'run', plays });
  });

  it('allows its own script and style only, and loads nothing', async () => {
    const page = await readPage('report');
    expect(page).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
    expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/);
    expect(page).not.toMatch(/\sstyle="/);
  });

  it('has at most 400 kB without data', async () => {
    expect((await readPage('report')).length).toBeLessThan(400_000);
  });

  it('keeps the place for data if the data contain its name', async () => {
    const html = withData(await readPage('report'), { text: '<!--data--> $& $1' });
    expect(dataIn(html)).toEqual({ text: '<!--data--> $& $1' });
  });
});

describe('the data of the page of a run', () => {
  it('has a letter for each rule of each scenario, and the sentences of the rules', () => {
    const page = playsOf(withFinding(report, 1));
    const index = page.rules.findIndex(({ id }) => id === 'token-used-once');
    expect(page.plays.map(({ cells }) => cells.length)).toEqual(page.plays.map(() => page.rules.length));
    expect(page.plays[0]?.cells[index]).toBe('f');
    expect(page.plays[0]).not.toHaveProperty('exchanges'); // a page must stay small
    expect(page.rules[index]?.title).toMatch(/^A correct client /);
    for (const { clauses } of page.rules) for (const id of clauses) expect(page.clauses).toHaveProperty([id]);
  });

  it('says the verdict of the judge for each cell', () => {
    const page = playsOf(report);
    for (const [at, { verdicts }] of report.scenarios.entries())
      for (const { rule, verdict, reason } of verdicts) {
        const index = page.rules.findIndex(({ id }) => id === rule);
        expect(page.plays[at]?.cells[index], rule).toBe(verdict[0]);
        const [, text] = page.plays[at]?.reasons.find(([place]) => place === index) ?? [];
        expect(text === undefined ? undefined : page.texts[text]).toBe(reason);
      }
  });

  it('shows the mode of the clock, the client, the seed, and products to filter by', () => {
    const page = playsOf(report);
    const facts = { Client: 'the reference client', Clock: 'auto', Seed: 'understudy' };
    expect(Object.fromEntries(page.facts)).toMatchObject(facts);
    expect(page.plays[0]?.products).toEqual(['hotel']);
  });

  it('shows all speeds of a scaled clock in one expression, and the virtual time in whole seconds', () => {
    const [first, ...rest] = report.scenarios.map(one => ({ ...one, virtualMs: 700_400 }));
    if (!first) throw new Error('the run has no scenario');
    const speeds = [1, 15].map(speed => ({ ...first, clock: { mode: 'scaled' as const, speed } }));
    const { facts } = playsOf({ ...report, scenarios: [...speeds, ...rest.slice(2)] });
    const shown = { Clock: 'scaled, 1× to 15×', 'Virtual time': '23 min 21 s' };
    expect(Object.fromEntries(facts)).toMatchObject(shown);
  });

  it('counts an end rule as the text does, only where no other rule failed', async () => {
    const bad = withFinding(report, 1);
    const findings = [{ exchanges: [2, 3], message: 'The supplier holds 2 bookings.', expected: 'One.' }];
    const broken = { level: 'must' as const, verdict: 'broken' as const, clauses: [], findings };
    const invariants = [{ ...broken, invariant: 'one-booking' as const }];
    const scenarios = bad.scenarios.map(one => ({ ...one, invariants }));
    const { rules, plays } = playsOf({ ...bad, scenarios });
    const index = rules.findIndex(({ id }) => id === 'one-booking');
    expect(plays.map(({ cells }) => cells[index])).toEqual(['w', 'f', 'f']);
    const counted = plays.map(({ verdicts }) => verdicts.some(({ rule }) => rule === 'one-booking'));
    expect(counted).toEqual([false, true, true]);
    expect(await written('text', { ...bad, scenarios })).toContain('one-booking (must) in 2 scenarios');
  });

  it('has the story of a scenario until the client ends, although the sandbox closes much later', () => {
    const { story, virtualMs = 0 } = playsOf(report).plays[0] ?? {};
    expect(story?.ended).toBeLessThanOrEqual(virtualMs);
    expect(story?.calls.map(({ operation }) => operation)).toContain('hotel.doBooking');
  });
});

it('the data of the page of judged traffic gives two recordings of one source two names', () => {
  const judged = () => judge([], { source: 'traffic.har' });
  const page = playsOf(verdictReport([judged(), judged()], 2));
  expect(page.plays.map(({ name, state }) => [name, state])).toEqual([
    ['traffic.har', 'unproven'],
    ['traffic.har (2)', 'unproven'],
  ]);
  expect(page.notes[0]?.title).toContain('Nothing was judged');
});

describe('compareReports', () => {
  const bad = withFinding(report, 1);
  const changesOf = (...reports: RunReport[]) =>
    compareReports(reports.map((one, index) => ({ name: String(index), report: one }))).findings;

  it.each([
    ['new', report, bad],
    ['fixed', bad, report],
    ['still', bad, bad],
  ] as const)('says what is %s', (change, first, last) => {
    expect(changesOf(first, last)).toMatchObject([
      { play: 'hotel-confirmed', rule: 'token-used-once', change, message: 'It was sent again.' },
    ]);
  });

  const without = { ...report, scenarios: report.scenarios.slice(1) };

  it('says nothing about a change if a report has not judged the rule', () => {
    expect(changesOf(without, bad)).toMatchObject([{ change: 'unknown', results: ['unknown', 'broken'] }]);
    expect(changesOf(report, bad, report)).toMatchObject([{ change: 'unknown' }]);
  });

  it('lists each scenario once, also one that only some reports have', () => {
    const reports = Object.entries({ a: without, b: report });
    const { plays } = compareReports(reports.map(([name, one]) => ({ name, report: one })));
    expect(plays.map(({ states }) => states)).toContainEqual([undefined, 'held']);
    expect(plays).toHaveLength(3);
  });
});

describe('readRunReport', () => {
  it('reads what the JSON report contains', async () => {
    expect(readRunReport(await written('json', report))).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it.each([
    ['an empty file', '', 'the file is empty'],
    [
      'a file that is cut off',
      '{"format":"understudy-report"',
      'not JSON: unexpected end at line 1, column 30',
    ],
    ['another text', 'hello', 'not JSON: unexpected'],
    ['other JSON', '[1]', 'no report of Understudy'],
    ['a report of judge', '{"format":"understudy-verdicts"}', 'a report of judge or exec'],
    ['another version', '{"format":"understudy-report","version":2}', 'version 2'],
    ['a report of no command', '{"format":"constructor"}', 'no report of Understudy'],
    ['a field too few', '{"format":"understudy-report","version":1}', 'is damaged: understudy: missing'],
  ])('refuses %s, and says what to do', (_, text, message) => {
    expect(() => readRunReport(text)).toThrow(message);
    expect(() => readRunReport(text)).toThrow('run --report json=');
  });
});
