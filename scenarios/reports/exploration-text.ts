import { showControls } from './escape.ts';
import {
  explorationCases,
  failureName,
  failuresFirst,
  isFailure,
  seenText,
  storyLines,
} from './exploration.ts';
import type { ExplorationFailure, ExplorationReport } from './exploration-schema.ts';
import { details, table } from './markdown-table.ts';
import { indent, type Paint, plain } from './paint.ts';
import { counted } from './summary.ts';

/** Returns the sentence about the whole exploration. */
export function explorationSummary({
  runs,
  newTraces,
  failures,
  ended,
  left,
  flows,
  skipped,
}: ExplorationReport): string {
  const explored = flows.filter(({ state }) => state === 'explored').length;
  const must = failures.filter(({ level, known }) => level === 'must' && !known).length;
  const rest = failures.length - must;
  const found = [counted(must, 'failure'), ...(rest > 0 ? [`${rest} known or of level should`] : [])].join(
    ', ',
  );
  const end = {
    complete: '',
    budget: `; the budget ended with about ${left} runs left`,
    stopped: `; stopped with about ${left} runs left`,
  }[ended];
  const skippedRuns = skipped.knownState + skipped.sameEffect;
  const guided = skippedRuns > 0 ? ` (${skippedRuns} skipped, because their effect is known)` : '';
  return `${explored} of ${counted(flows.length, 'flow')}, ${counted(runs, 'run')}${guided}, ${counted(newTraces, 'new trace')}: ${found}${end}`;
}

/** Failures that the same run shows. */
interface Shown {
  readonly first: ExplorationFailure;
  readonly failures: readonly ExplorationFailure[];
}

/** Groups failures by the run that shows them, so that a report tells the story of each run once. */
function byRun(failures: readonly ExplorationFailure[]): Shown[] {
  const groups = Map.groupBy(failuresFirst(failures), one => `${one.replay} ${isFailure(one)}`);
  return [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ first, failures: [first, ...more] }] : [],
  );
}

const nameOfRun = ({ flow, disturbances }: ExplorationFailure): string =>
  disturbances.length === 0
    ? `${flow}, without a disturbance`
    : `${flow}, with ${disturbances.join(' and ')}`;

/** Returns the text about one run: what it breaks, its calls, and the command that plays it again. */
const runLines = ({ first, failures }: Shown): string[] => [
  ...failures.map(one => {
    const { invariant, rule, message, known } = one;
    const name = rule === undefined ? invariant : `${invariant} ${rule}`;
    return `${name}${known ? ' (known)' : ''}: ${message} (Seen ${seenText(one)}.)`;
  }),
  ...storyLines(first),
  `Play it again: ${first.replay}`,
];

/** Returns the parts of the text report: errors before warnings, the flows, the table of the operations, and the summary. */
export function explorationParts(report: ExplorationReport, paint: Paint): string[] {
  const shown = byRun(report.failures).map(run => {
    const [style, word] = isFailure(run.first)
      ? (['red', 'broken'] as const)
      : (['yellow', 'warning'] as const);
    const head = `${paint('bold', showControls(nameOfRun(run.first)))}  ${paint(style, word)}`;
    return { run, part: [head, ...runLines(run).map(line => indent(showControls(line), 2))].join('\n') };
  });
  const partsOf = (areFailures: boolean) =>
    shown.filter(({ run }) => isFailure(run.first) === areFailures).map(({ part }) => part);
  const names = new Set(report.failures.map(failureName));
  const others = explorationCases(report).filter(({ name, kind }) => kind === 'failure' && !names.has(name));
  return [
    ...others.map(({ name, lines }) =>
      [
        `${paint('bold', showControls(name))}  ${paint('red', 'broken')}`,
        ...lines.map(line => indent(showControls(line), 2)),
      ].join('\n'),
    ),
    ...partsOf(true),
    ...partsOf(false),
    ...flowParts(report, paint),
    matrixLines(report).join('\n'),
    curveLine(report),
    paint('bold', explorationSummary(report)),
  ].filter(part => part !== '');
}

/** Returns the flows that were not played with their reasons, and one line for all explored flows. */
function flowParts({ flows }: ExplorationReport, paint: Paint): string[] {
  const explored = flows
    .filter(({ state }) => state === 'explored')
    .map(({ id, calls }) => `${id} (${counted(calls.length, 'call')})`);
  const left = flows.filter(({ state }) => state === 'not-played');
  return [
    ...left.map(({ id, reason = '' }) =>
      [`${paint('bold', id)}  ${paint('yellow', 'not played')}`, indent(showControls(reason), 2)].join('\n'),
    ),
    ...(explored.length > 0 ? [`Explored: ${explored.join(', ')}`] : []),
  ];
}

const header = ['operation', 'disturbance', 'held', 'broken', 'not tried'];

/** Returns a table with the numbers of runs for each operation, and for each kind of disturbance that broke something there. */
function matrixLines({ matrix }: ExplorationReport): string[] {
  const operations = [...new Set(matrix.map(({ operation }) => operation))];
  const rows = operations.flatMap(operation => {
    const ofOperation = matrix.filter(row => row.operation === operation);
    const sum = (of: (row: MatrixRow) => number) => ofOperation.reduce((total, row) => total + of(row), 0);
    const broken = ofOperation.filter(row => row.broken > 0);
    const all = [sum(row => row.held), sum(row => row.broken), sum(notTried)];
    return [
      [operation, 'all', ...all.map(String)],
      ...broken.map(row => ['', row.kind, String(row.held), String(row.broken), String(notTried(row))]),
    ];
  });
  const lines = rows.length === 0 ? [] : [header, ...rows];
  const widths = header.map((_, column) => Math.max(0, ...lines.map(row => row[column]?.length ?? 0)));
  return lines.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

type MatrixRow = ExplorationReport['matrix'][number];

const notTried = ({ notApplicable, notReached }: MatrixRow): number => notApplicable + notReached;

function curveLine({ curve }: ExplorationReport): string {
  if (curve.length === 0) return '';
  const points = curve.filter((_, index) => index % 4 === 3 || index === curve.length - 1);
  return `New traces: ${points.map(([runs, traces]) => `${traces} after ${runs}`).join(', ')}`;
}

/** Returns the lines of the Markdown report: a table of the failures, and folded stories. */
export function explorationMarkdown(report: ExplorationReport): string[] {
  const cases = explorationCases(report).filter(({ kind }) => kind === 'failure' || kind === 'warning');
  const ordered = [
    ...cases.filter(({ kind }) => kind === 'failure'),
    ...cases.filter(({ kind }) => kind !== 'failure'),
  ];
  const rows = ordered.map(({ name, kind, lines }) => [
    name,
    kind === 'failure' ? 'BROKEN' : 'warning',
    lines[0] ?? '',
  ]);
  const stories = byRun(report.failures).flatMap(run => [nameOfRun(run.first), ...runLines(run), '']);
  return [
    `**${explorationSummary(report)}**`,
    ...(rows.length > 0 ? ['', ...table(['failure', 'verdict', 'what happened'], rows)] : []),
    ...(stories.length > 0 ? ['', ...details('The runs that show the failures', fence(stories))] : []),
    '',
    ...details('All operations', fence([...flowParts(report, plain), '', ...matrixLines(report)])),
  ];
}

/** Returns lines as a block of code. Text of the client cannot end the block. */
const fence = (lines: readonly string[]): string[] => [
  '```text',
  ...lines.map(line => showControls(line).replaceAll('```', '` ` `')),
  '```',
];
