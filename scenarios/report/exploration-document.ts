// Makes a document of the report of `explore`.
import { type Case, type Finding, note, type ReportDocument } from './document.ts';
import { explorationPage } from './page.ts';
import type { ExplorationFailure, ExplorationReport, ExploredReport } from './schema.ts';
import { indent, type Paint, showControls } from './text.ts';
import { counted } from './wording.ts';

export function explorationDocument(report: ExploredReport): ReportDocument {
  const { pictures: _, ...data } = report;
  const failures = byRun(report.failures);
  const left = report.flows.filter(({ state }) => state === 'not-played');
  const cases = [...flowCases(report), ...failureCases(report), ...otherCases(report)];
  const broken = [...flowCases(report), ...otherCases(report)].filter(one => one.result === 'failure');
  const summary = explorationSummary(report);
  return {
    data,
    page: () => explorationPage(report, summary),
    parts: [
      {
        columns: failureColumns,
        findings: [...broken.map(caseFinding), ...failures.flatMap(runFindings)],
        isLoose: true,
        proofs: 'The runs that show the failures',
      },
      { findings: left.map(leftFlow), isLoose: true },
      { findings: exploredFlows(report) },
      report.suite ? testsTable(report) : matrixTable(report),
    ],
    suites: [{ name: 'explore', cases }],
    summary: [summary],
  };
}

const failureColumns = ['failure', 'verdict', 'what happened'];

function explorationSummary(report: ExplorationReport): string {
  const { runs, newTraces, failures, ended, left, flows, skipped, suite } = report;
  const explored = flows.filter(({ state }) => state === 'explored').length;
  const must = failures.filter(isFailure).length;
  const rest = failures.length - must;
  const others = rest > 0 ? [`${rest} known or of level should`] : [];
  const end = {
    complete: '',
    budget: `; the budget ended with about ${left} runs left`,
    stopped: `; stopped with about ${left} runs left`,
  }[ended];
  const skippedRuns = skipped.knownState + skipped.sameEffect;
  const guided = skippedRuns > 0 ? ` (${skippedRuns} skipped, because their effect is known)` : '';
  const found = suite ? suiteSummary(suite) : [counted(must, 'failure'), ...others].join(', ');
  return `${explored} of ${counted(flows.length, suite ? 'test' : 'flow')}, ${counted(runs, 'run')}${guided}, ${counted(newTraces, 'new trace')}: ${found}${end}`;
}

/** Returns both figures about a suite: how often its client is right, and which part of the mistakes its tests notice. */
function suiteSummary({ right, wrong, effects, noticed }: NonNullable<ExplorationReport['suite']>): string {
  const percent = (part: number, whole: number) => `${Math.floor((100 * part) / whole)} %`;
  if (right + wrong + effects === 0) return 'no test was disturbed';
  const score =
    effects === 0
      ? 'nothing to notice'
      : `the suite notices ${percent(noticed, effects)} of what goes wrong (${noticed} of ${effects} effects)`;
  return `the client is right in ${percent(right, Math.max(1, right + wrong))} of the disturbances; ${score}`;
}

/** Whether a failure makes the exploration fail. */
const isFailure = ({ level, known }: ExplorationFailure): boolean => level === 'must' && known !== true;

/** Returns the failures in the order of their importance: failures before warnings, and known ones at the end. */
const failuresFirst = (failures: readonly ExplorationFailure[]): ExplorationFailure[] =>
  failures.toSorted((a, b) => rankOf(a) - rankOf(b));

const rankOf = ({ level, known }: ExplorationFailure): number => (known ? 2 : 0) + (level === 'must' ? 0 : 1);

const failureName = ({ flow, invariant, rule }: ExplorationFailure): string =>
  `${flow}: ${invariant}${rule === undefined ? '' : ` ${rule}`}`;

/** Groups failures by the run that shows them, so that a report tells the story of each run once. */
const byRun = (failures: readonly ExplorationFailure[]): ExplorationFailure[][] => [
  ...Map.groupBy(failuresFirst(failures), one => `${one.replay} ${isFailure(one)}`).values(),
];

const runFindings = (failures: readonly ExplorationFailure[]): Finding[] =>
  failures.map((failure, index) => ({
    level: isFailure(failure) ? 'error' : 'warning',
    title: failureName(failure),
    rule: failure.rule ?? failure.invariant,
    short: [failure.message, ...disturbanceLines(failure), againLine(failure)],
    cells: [failureName(failure), verdictOf(failure), failure.message],
    lines: paint => (index === 0 ? runLines(failure, failures, paint) : []),
  }));

/** Returns the word about a failure in one cell. A mistake is noticed if some test is red under each of its effects. */
function verdictOf({ suite, ...failure }: ExplorationFailure): string {
  if (!suite) return isFailure(failure) ? 'BROKEN' : 'warning';
  if (suite.noticed === suite.effects) return 'noticed';
  if (failure.level === 'should') return 'warning';
  return suite.noticed === 0 ? 'NOT NOTICED' : 'PARTLY NOTICED';
}

/** Returns what the tests say about a mistake, and the lines for a test that would notice it. */
function noticeLines({ suite }: ExplorationFailure): string[] {
  if (!suite) return [];
  const { effects, noticed, noticedBy, missedBy, extra, fixture } = suite;
  return [
    `Noticed: ${noticed} of ${counted(effects, 'effect')}. Red: ${noticedBy.join(', ') || 'no test'}. Green: ${missedBy.join(', ') || 'no test'}.`,
    ...(extra > 0 ? [`Left at the supplier beyond a run without a disturbance: ${extra}.`] : []),
    ...(fixture.length > 0 ? ['For a test of this case:', ...fixture.map(line => `  ${line}`)] : []),
  ];
}

/** Returns the text about one run: what it breaks, its calls, and the command that plays it again. */
function runLines(
  first: ExplorationFailure,
  failures: readonly ExplorationFailure[],
  paint: Paint,
): string[] {
  const { flow, disturbances, suite } = first;
  const word = isFailure(first) ? 'broken' : 'warning';
  const style = isFailure(first) ? 'red' : 'yellow';
  const name =
    disturbances.length === 0
      ? `${flow}, without a disturbance`
      : `${flow}, with ${disturbances.join(' and ')}`;
  return titledLines(
    name,
    [
      ...failures.map(one => {
        const { invariant, rule, message, known } = one;
        const id = rule === undefined ? invariant : `${invariant} ${rule}`;
        return `${id}${known ? ' (known)' : ''}: ${message} (Seen ${seenText(one)}.)`;
      }),
      ...storyLines(first),
      ...noticeLines(first),
      againLine(first),
    ],
    paint(style, suite ? verdictOf(first) : word),
    paint,
  );
}

/** Returns a title with a word about it, and lines below the title. */
const titledLines = (title: string, lines: readonly string[], word: string, paint: Paint): string[] => [
  `${paint('bold', showControls(title))}  ${word}`,
  ...lines.map(line => indent(showControls(line), 2)),
];

const againLine = ({ replay }: ExplorationFailure): string => `Play it again: ${replay}`;

const disturbanceLines = ({ disturbances }: ExplorationFailure): string[] =>
  disturbances.length === 0
    ? ['It happens without a disturbance.']
    : disturbances.map(one => `Disturbance: ${one}`);

function storyLines({ story, books, outcome, suite }: ExplorationFailure): string[] {
  const held = [...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing';
  return [
    'Calls:',
    ...story.map(line => `  ${line}`),
    `${suite ? 'The test was' : 'The client reported'} ${outcome}; the supplier holds: ${held}.`,
  ];
}

/** Returns how often a failure was seen. @example seenText(failure) // 'in 31 runs; 30 other schedules in 1 flow show it too' */
function seenText({ runs, also, suite }: ExplorationFailure): string {
  const flows = new Set(also.map(({ flow }) => flow)).size;
  const others =
    also.length === 0
      ? ''
      : `; ${counted(also.length, 'other schedule')} in ${counted(flows, suite ? 'test' : 'flow')} ${also.length === 1 ? 'shows' : 'show'} it too`;
  return `in ${counted(runs, 'run')}${others}`;
}

const flowCases = ({ flows }: ExplorationReport): Case[] =>
  flows.map(({ id: name, state, reason = '', calls, traces = [] }) => {
    if (state === 'not-played') return { name, result: 'skipped', message: reason.split('\n')[0] ?? '' };
    if (state === 'explored')
      return { name, result: 'ok', lines: [`${calls.length} calls without a disturbance`] };
    return failedCase(name, [`${reason}.`, ...tracesText(traces)]);
  });

const failedCase = (name: string, lines: readonly string[]): Case => ({
  name,
  result: 'failure',
  message: lines[0] ?? '',
  lines,
});

/** Returns a case for each failure. A failure of level should, or a known one, does not fail its case. */
const failureCases = ({ failures }: ExplorationReport): Case[] =>
  failuresFirst(failures).map(failure => {
    const name = failureName(failure);
    const lines = [
      failure.message,
      ...disturbanceLines(failure),
      ...storyLines(failure),
      ...noticeLines(failure),
      `Seen ${seenText(failure)}.`,
      againLine(failure),
    ];
    return isFailure(failure)
      ? failedCase(name, lines)
      : { name, result: 'ok', lines, stdout: lines.join('\n') };
  });

/** Returns a case for each run that was not repeatable, and for each stale line of the baseline. */
const otherCases = ({ unsteady, stale }: ExplorationReport): Case[] => [
  ...unsteady.map(({ flow, schedule, traces }) =>
    failedCase(`${flow}: the client behaves differently on each run`, [
      `With ${schedule.join(' and ')}, two equal runs were different.`,
      ...tracesText(traces),
    ]),
  ),
  ...stale.map(line =>
    failedCase(`baseline: ${line}`, ['The baseline lists a failure that did not happen; remove the line.']),
  ),
];

const caseFinding = ({ name, lines = [] }: Case): Finding => ({
  level: 'error',
  title: name,
  short: lines,
  cells: [name, 'BROKEN', lines[0] ?? ''],
  lines: paint => titledLines(name, lines, paint('red', 'broken'), paint),
});

const tracesText = (traces: readonly (readonly string[])[]): string[] =>
  traces.flatMap((trace, index) => [`Run ${index + 1}:`, ...trace.map(line => `  ${line}`)]);

const leftFlow = ({ id, reason = '' }: ExplorationReport['flows'][number]): Finding => ({
  level: 'note',
  title: id,
  cells: [`${id}: not played: ${reason}`],
  lines: paint => titledLines(id, [reason], paint('yellow', 'not played'), paint),
});

function exploredFlows({ flows }: ExplorationReport): Finding[] {
  const names = flows
    .filter(({ state }) => state === 'explored')
    .map(({ id, calls }) => `${id} (${counted(calls.length, 'call')})`);
  return names.length === 0 ? [] : [note(`Explored: ${names.join(', ')}`)];
}

type MatrixRow = ExplorationReport['matrix'][number];

/** Returns the numbers of runs for each operation, and for each kind of disturbance that broke something there. */
function matrixTable({ matrix }: ExplorationReport) {
  const rows = [...Map.groupBy(matrix, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const sum = (of: (row: MatrixRow) => number) => own.reduce((total, row) => total + of(row), 0);
    const broken = own.filter(row => row.broken > 0);
    const all = [sum(row => row.held), sum(row => row.broken), sum(notTried)];
    return [
      [operation, 'all', ...all.map(String)],
      ...broken.map(row => ['', row.kind, String(row.held), String(row.broken), String(notTried(row))]),
    ];
  });
  const columns = ['operation', 'disturbance', 'held', 'broken', 'not tried'];
  return { title: 'All operations', columns, rows };
}

/** Returns both verdicts on the runs of each call of each test. */
function testsTable({ matrix }: ExplorationReport) {
  const rows = [...Map.groupBy(matrix, ({ test, operation }) => `${test} ${operation}`).values()].map(own => {
    const sum = (of: (row: MatrixRow) => number | undefined) =>
      own.reduce((all, row) => all + (of(row) ?? 0), 0);
    const [held, heldRed] = [sum(row => row.held), sum(row => row.heldRed)];
    const [broken, brokenRed] = [sum(row => row.broken), sum(row => row.brokenRed)];
    const counts = [held - heldRed, heldRed, brokenRed, broken - brokenRed, sum(notTried)];
    return [own[0]?.test ?? '', own[0]?.operation ?? '', ...counts.map(String)];
  });
  const columns = ['test', 'call', 'survived', 'right, but red', 'noticed', 'not noticed', 'not tried'];
  return { title: 'All tests', columns, rows };
}

const notTried = ({ notApplicable, notReached }: MatrixRow): number => notApplicable + notReached;
