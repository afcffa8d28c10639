import { clauses, isClauseId } from '#contracts/clauses';
import { indent, type Paint, painter } from '../reports/index.ts';
import type { ComparedField, DriftReport, LearnedName } from './report-schema.ts';

/** The maximum number of places in answers that the report lists for one difference. */
const maxPlaces = 4;

/**
 * Returns a report as text: differences with the reasons of the learned ones, calls that could not be compared, and
 * totals.
 *
 * @example driftText(report, { colors: false })
 */
export function driftText(report: DriftReport, { colors }: { readonly colors: boolean }): string {
  const paint = painter(colors);
  const elsewhere = report.elsewhere.map(({ method, path, times }) =>
    timesText(`  ${method} ${path}`, times),
  );
  const parts: [title: string | undefined, lines: readonly string[]][] = [
    [undefined, report.operations.map(operation => operationLine(operation, report))],
    ['Drift: differs from the specification', differenceLines(report, 'drift', paint)],
    ['Learned: differs where the specification defines nothing', differenceLines(report, 'learned', paint)],
    ['Addresses that belong to no operation; a profile can map them', elsewhere],
    ['Answered with a success status other than 200', statusLines(report)],
    ['Not compared', callLines(report)],
    ['Bookings', bookingLines(report, paint)],
    [undefined, [paint('bold', summaryLine(report))]],
  ];
  const shown = parts.filter(([, lines]) => lines.length > 0);
  const texts = shown.map(([title, lines]) =>
    [...(title ? [paint('bold', title)] : []), ...lines].join('\n'),
  );
  return `${texts.join('\n\n')}\n`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const timesText = (text: string, times: number): string => (times > 1 ? `${text} (${times} times)` : text);

function operationLine(
  { id, answers, fields }: DriftReport['operations'][number],
  { operations }: DriftReport,
): string {
  const width = Math.max(...operations.map(operation => operation.id.length));
  const count = (state: ComparedField['state']) => fields.filter(field => field.state === state).length;
  const differing = fields.filter(({ weight }) => weight !== undefined).length;
  const sums = [`${count('same')} as specified`, `${count('known')} not specified and now known`];
  if (count('not-seen') > 0) sums.push(`${count('not-seen')} not seen`);
  if (differing > 0) sums.push(counted(differing, 'difference'));
  return `${id.padEnd(width)}  ${counted(answers, 'answer').padStart(9)}  ${sums.join(', ')}`;
}

function differenceLines({ operations }: DriftReport, weight: 'drift' | 'learned', paint: Paint): string[] {
  const all = operations.flatMap(({ id, fields }) =>
    fields.filter(field => field.weight === weight).map(field => ({ id, field, name: nameOf(field) })),
  );
  const alike = Map.groupBy(all, ({ field: { state, expected, called, got, source }, name }) =>
    JSON.stringify([name, state, expected, called, got, source]),
  );
  return [...alike.values()].flatMap(same =>
    same.slice(0, 1).flatMap(({ field: first, name }) => {
      const { source = '' } = first;
      const places = same.slice(0, maxPlaces).map(({ id, field: { field, answers, of } }) => {
        return `${id}${field && `  ${field}`}  in ${answers} of ${counted(of, 'answer')}`;
      });
      const more = same.length - places.length;
      if (more > 0) places.push(`and in ${counted(more, 'other place')}`);
      if (isClauseId(source)) places.push(paint('dim', `${source}: ${clauses[source].statement}`));
      const title = paint(weight === 'drift' ? 'red' : 'yellow', name || 'the answer itself');
      return [`  ${title}: ${differenceText(first)}`, ...places.map(line => indent(line, 6))];
    }),
  );
}

const nameOf = ({ field }: ComparedField): string => field.slice(field.lastIndexOf('.') + 1);

/**
 * Returns the text for a change of a field in a profile.
 *
 * @example changeText({ to: 'key', as: 'number' }) // 'key, as: number'
 */
export function changeText({ to, values, ...others }: LearnedName['change']): string {
  const texts = Object.entries(others).map(([key, value]) => `${key}: ${value}`);
  const words = values ? [`values: ${JSON.stringify(values)}`] : [];
  return [...(to === undefined ? [] : [to]), ...texts, ...words].join(', ');
}

/** Returns the text for a difference, such as `missing, expected text`. */
export function differenceText(field: ComparedField): string {
  const { state, expected, got = [], called, because, hint } = field;
  const values = got.join(', ');
  if (state === 'missing') return `missing, expected ${expected}`;
  if (state === 'other-name') return `is called "${called}" (${because})`;
  if (state === 'other-place') return `is in another place (${because})`;
  if (state === 'extra') return `not in the contract, ${values}`;
  const addition = because === undefined ? hint && `; ${hint}` : ` (${because}; the profile converts it)`;
  return `expected ${expected}, got ${values}${addition ?? ''}`;
}

const results: Readonly<Record<DriftReport['calls'][number]['result'], string>> = {
  compared: 'compared',
  'errors-inside': 'compared in part',
  refused: 'refused',
  unanswered: 'not answered',
  unreadable: 'not readable',
  'not-asked': 'not called',
};

function callLines({ calls }: DriftReport): string[] {
  const failed = calls.filter(({ result }) => result !== 'compared');
  return distinct(
    failed.map(({ operation, result, said = '' }) => {
      // Error messages of the client start with the operation, which the line already shows.
      const reason = said.startsWith(`${operation}: `) ? said.slice(operation.length + 2) : said;
      return `  ${operation}: ${results[result]}: ${reason}`;
    }),
  );
}

function statusLines({ calls }: DriftReport): string[] {
  const odd = calls.filter(({ result, status = 200 }) => result === 'compared' && status !== 200);
  return distinct(odd.map(({ operation, status }) => `  ${operation}: ${status}`));
}

const distinct = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, line => line)].map(([line, all]) => timesText(line, all.length));

const bookingLines = ({ bookings }: DriftReport, paint: Paint): string[] =>
  bookings.map(({ state, said, warning }) => {
    const isLeft = state === 'stands' || state === 'unknown';
    const text = isLeft ? `NOT CANCELLED: ${said}` : said;
    return `  ${isLeft || warning !== undefined ? paint('red', text) : text}`;
  });

function summaryLine({ summary, operations }: DriftReport): string {
  if (operations.length === 0) return 'Nothing could be compared';
  const { same, known, drift, learned, answers, 'not-seen': notSeen } = summary;
  return [
    `${counted(answers, 'answer')} of ${counted(operations.length, 'operation')}`,
    `${counted(same, 'field')} as specified`,
    `${known} not specified and now known`,
    `${notSeen} not seen`,
    `${learned} learned`,
    drift === 0 ? 'no drift' : `${drift} DRIFT`,
  ].join(', ');
}
