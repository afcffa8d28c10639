import { showControls } from './escape.ts';
import type { ExplorationFailure, ExplorationReport } from './exploration-schema.ts';
import { indent, type Paint } from './paint.ts';

/** One line of a report on an exploration: a flow, a failure, or a line of the baseline. */
export interface ExplorationCase {
  readonly name: string;
  readonly kind: 'ok' | 'failure' | 'warning' | 'skipped';
  /** The first line says what happened. */
  readonly lines: readonly string[];
}

/** Returns the name of a failure: the flow and the invariant. */
export const failureName = ({ flow, invariant, rule }: ExplorationFailure): string =>
  `${flow}: ${invariant}${rule === undefined ? '' : ` ${rule}`}`;

/** Returns the cases of an exploration, for formats that list test cases. */
export function explorationCases(report: ExplorationReport): ExplorationCase[] {
  const { flows, failures, unsteady, stale } = report;
  return [
    ...flows.map(({ id, state, reason = '', calls, traces = [] }): ExplorationCase => {
      if (state === 'not-played') return { name: id, kind: 'skipped', lines: reason.split('\n') };
      if (state === 'non-deterministic')
        return { name: id, kind: 'failure', lines: [`${reason}.`, ...tracesText(traces)] };
      return { name: id, kind: 'ok', lines: [`${calls.length} calls without a disturbance`] };
    }),
    ...failures.map((failure): ExplorationCase => {
      const isFailure = failure.level === 'must' && failure.known !== true;
      return {
        name: failureName(failure),
        kind: isFailure ? 'failure' : 'warning',
        lines: failureLines(failure),
      };
    }),
    ...unsteady.map(
      ({ flow, schedule, traces }): ExplorationCase => ({
        name: `${flow}: the client behaves differently on each run`,
        kind: 'failure',
        lines: [`With ${schedule.join(' and ')}, two equal runs were different.`, ...tracesText(traces)],
      }),
    ),
    ...stale.map(
      (line): ExplorationCase => ({
        name: `baseline: ${line}`,
        kind: 'failure',
        lines: ['The baseline lists a failure that did not happen; remove the line.'],
      }),
    ),
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const tracesText = (traces: readonly (readonly string[])[]): string[] =>
  traces.flatMap((trace, index) => [`Run ${index + 1}:`, ...trace.map(line => `  ${line}`)]);

/** Returns the description of a failure: what happened, the smallest schedule, the story, the books, and how to see it again. */
export function failureLines(failure: ExplorationFailure): string[] {
  const { message, disturbances, story, books, outcome, replay, runs, also } = failure;
  const held = [...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing';
  const others = new Set(also.map(({ flow }) => flow)).size;
  const more =
    also.length === 0
      ? ''
      : `; ${counted(also.length, 'other schedule')} in ${counted(others, 'flow')} ${also.length === 1 ? 'shows' : 'show'} it too`;
  return [
    message,
    ...(disturbances.length === 0
      ? ['It happens without a disturbance.']
      : disturbances.map(one => `Disturbance: ${one}`)),
    'Calls:',
    ...story.map(line => `  ${line}`),
    `The client reported ${outcome}; the supplier holds: ${held}.`,
    `Seen in ${counted(runs, 'run')}${more}.`,
    `Play it again: ${replay}`,
  ];
}

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

const marks = { ok: '', failure: 'broken', warning: 'warning', skipped: 'not played' } as const;

/** Returns the parts of the text report. */
export function explorationParts(report: ExplorationReport, paint: Paint): string[] {
  const cases = explorationCases(report).map(({ name, kind, lines }) => {
    const style = kind === 'failure' ? 'red' : kind === 'ok' ? 'green' : 'yellow';
    const head = `${paint('bold', showControls(name))}  ${paint(style, marks[kind] || 'explored')}`;
    return [head, ...lines.map(line => indent(showControls(line), 2))].join('\n');
  });
  return [
    ...cases,
    matrixLines(report).join('\n'),
    ...(report.curve.length > 0 ? [curveLine(report)] : []),
    paint('bold', explorationSummary(report)),
  ].filter(part => part !== '');
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

/** Returns the lines of the Markdown report. */
export function explorationMarkdown(report: ExplorationReport): string[] {
  const cases = explorationCases(report).filter(({ kind }) => kind !== 'ok');
  return [
    explorationSummary(report),
    ...cases.flatMap(({ name, kind, lines }) => [
      '',
      `#### ${name} (${marks[kind]})`,
      '',
      '```text',
      ...lines.map(showControls),
      '```',
    ]),
    '',
    '```text',
    ...matrixLines(report),
    '```',
  ];
}
