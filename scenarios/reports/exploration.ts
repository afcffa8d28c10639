import type { ExplorationFailure, ExplorationReport } from './exploration-schema.ts';
import { counted } from './summary.ts';

/** One line of a report on an exploration: a flow, a failure, or a line of the baseline. */
export interface ExplorationCase {
  readonly name: string;
  readonly kind: 'ok' | 'failure' | 'warning' | 'skipped';
  /** The first line says what happened. */
  readonly lines: readonly string[];
  /** The most important of these lines, for a format with little space. */
  readonly short?: readonly string[];
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
    ...failuresFirst(failures).map(
      (failure): ExplorationCase => ({
        name: failureName(failure),
        kind: isFailure(failure) ? 'failure' : 'warning',
        lines: failureLines(failure),
        short: [failure.message, ...disturbanceLines(failure), `Play it again: ${failure.replay}`],
      }),
    ),
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

const tracesText = (traces: readonly (readonly string[])[]): string[] =>
  traces.flatMap((trace, index) => [`Run ${index + 1}:`, ...trace.map(line => `  ${line}`)]);

/** Whether a failure makes the exploration fail. */
export const isFailure = ({ level, known }: ExplorationFailure): boolean =>
  level === 'must' && known !== true;

/** Returns the failures in the order of their importance: failures before warnings, and known ones at the end. */
export const failuresFirst = (failures: readonly ExplorationFailure[]): ExplorationFailure[] =>
  failures.toSorted((a, b) => rankOf(a) - rankOf(b));

const rankOf = ({ level, known }: ExplorationFailure): number => (known ? 2 : 0) + (level === 'must' ? 0 : 1);

/** Returns the description of a failure: what happened, the smallest schedule, the story, the books, and how to see it again. */
const failureLines = (failure: ExplorationFailure): string[] => [
  failure.message,
  ...disturbanceLines(failure),
  ...storyLines(failure),
  `Seen ${seenText(failure)}.`,
  `Play it again: ${failure.replay}`,
];

const disturbanceLines = ({ disturbances }: ExplorationFailure): string[] =>
  disturbances.length === 0
    ? ['It happens without a disturbance.']
    : disturbances.map(one => `Disturbance: ${one}`);

/** Returns the calls of the run that shows a failure, and the result at both sides. */
export function storyLines({ story, books, outcome }: ExplorationFailure): string[] {
  const held = [...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing';
  return [
    'Calls:',
    ...story.map(line => `  ${line}`),
    `The client reported ${outcome}; the supplier holds: ${held}.`,
  ];
}

/** Returns how often a failure was seen. @example seenText(failure) // 'in 31 runs; 30 other schedules in 1 flow show it too' */
export function seenText({ runs, also }: ExplorationFailure): string {
  const flows = new Set(also.map(({ flow }) => flow)).size;
  const others =
    also.length === 0
      ? ''
      : `; ${counted(also.length, 'other schedule')} in ${counted(flows, 'flow')} ${also.length === 1 ? 'shows' : 'show'} it too`;
  return `in ${counted(runs, 'run')}${others}`;
}
