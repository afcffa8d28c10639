import { type Paint, painter } from '../reports/index.ts';
import type { DriftReport, MadeCall } from './compare/index.ts';
import { counted, differenceLines } from './drift-lines.ts';

/**
 * How a supplier compares with the contract, for people: what differs, what was learned, what could not be compared, the sum.
 *
 * @example driftText(report, { colors: false })
 */
export function driftText(report: DriftReport, { colors }: { readonly colors: boolean }): string {
  const paint = painter(colors);
  const parts = [
    operationLines(report),
    part('Drift: the specification says otherwise', differenceLines(report, 'drift', paint), paint),
    part('Learned: the specification is silent there', differenceLines(report, 'learned', paint), paint),
    part('Addresses of no operation; a profile can say which they are', elsewhereLines(report), paint),
    part('Answered with another status than 200', statusLines(report), paint),
    part('Not compared', callLines(report), paint),
    part('Bookings', bookingLines(report, paint), paint),
    [paint('bold', summaryLine(report))],
  ];
  return `${parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`;
}

const part = (title: string, lines: readonly string[], paint: Paint): string[] =>
  lines.length === 0 ? [] : [paint('bold', title), ...lines];

function operationLines({ operations }: DriftReport): string[] {
  const width = Math.max(0, ...operations.map(({ id }) => id.length));
  return operations.map(({ id, answers, fields }) => {
    const count = (wanted: string) => fields.filter(({ state }) => state === wanted).length;
    const differing = fields.filter(({ weight }) => weight !== undefined).length;
    const seen = [
      `${count('same')} as specified`,
      `${count('known')} assumed and now known`,
      ...(count('not-seen') > 0 ? [`${count('not-seen')} not seen`] : []),
      ...(differing > 0 ? [counted(differing, 'difference')] : []),
    ];
    return `${id.padEnd(width)}  ${counted(answers, 'answer').padStart(9)}  ${seen.join(', ')}`;
  });
}

const results: Readonly<Record<MadeCall['result'], string>> = {
  compared: 'compared',
  'errors-inside': 'only in part',
  refused: 'refused',
  unanswered: 'not answered',
  unreadable: 'not readable',
  'not-asked': 'not asked',
};

function callLines({ calls }: DriftReport): string[] {
  const told = calls.filter(({ result }) => result !== 'compared');
  const lines = told.map(({ operation, result, said = '' }) => {
    // The client's own messages begin with the operation.
    const why = said.startsWith(`${operation}: `) ? said.slice(operation.length + 2) : said;
    return `  ${operation}: ${results[result]}: ${why}`;
  });
  return once(lines);
}

/** What was compared all the same. */
function statusLines({ calls }: DriftReport): string[] {
  const odd = calls.filter(({ result, status = 200 }) => result === 'compared' && status !== 200);
  return once(odd.map(({ operation, status }) => `  ${operation}: ${status}`));
}

/** Each line once, with how often it came. */
function once(lines: readonly string[]): string[] {
  const same = Map.groupBy(lines, line => line);
  return [...same].map(([line, all]) => (all.length > 1 ? `${line} (${all.length} times)` : line));
}

const elsewhereLines = ({ elsewhere }: DriftReport): string[] =>
  elsewhere.map(({ method, path, times }) => `  ${method} ${path}${times > 1 ? ` (${times} times)` : ''}`);

const bookingLines = ({ bookings }: DriftReport, paint: Paint): string[] =>
  bookings.map(({ state, said, warning }) => {
    const isLeft = state === 'stands' || state === 'unknown';
    const told = isLeft ? `NOT CANCELLED: ${said}` : said;
    return `  ${isLeft || warning !== undefined ? paint('red', told) : told}`;
  });

function summaryLine({ summary, operations }: DriftReport): string {
  if (operations.length === 0) return 'Nothing could be compared';
  const { same, known, drift, learned, answers } = summary;
  const notSeen = summary['not-seen'];
  return [
    `${counted(answers, 'answer')} of ${counted(operations.length, 'operation')}`,
    `${counted(same, 'field')} as specified`,
    `${known} assumed and now known`,
    `${notSeen} not seen`,
    `${learned} learned`,
    drift === 0 ? 'no drift' : `${drift} DRIFT`,
  ].join(', ');
}
