import { clauses, isClauseId } from '#contracts/clauses';
import {
  type Case,
  counted,
  type DocumentPage,
  type Finding,
  indent,
  type Mark,
  note,
  type PageTable,
  type ReportDocument,
  type Section,
} from '../report/index.ts';
import type { ComparedField, DriftReport, LearnedName } from './report-schema.ts';

const maxPlaces = 4;

export function driftDocument(report: DriftReport): ReportDocument {
  const { operations, elsewhere } = report;
  const addresses = elsewhere.map(({ method, path, times }) => timesText(`${method} ${path}`, times));
  return {
    data: report,
    page: () => driftPage(report),
    parts: [
      {
        title: 'All operations',
        columns: ['operation', 'answers', 'fields'],
        rows: operations.map(operationRow),
      },
      differences(report, 'drift', ['red', 'Drift: differs from the specification']),
      differences(report, 'learned', ['yellow', 'Learned: differs where the specification defines nothing']),
      listOf('Addresses that belong to no operation; a profile can map them', addresses),
      listOf('Answered with a success status other than 200', statusLines(report)),
      listOf('Not compared', callLines(report)),
      { heading: ['dim', 'Bookings'], findings: report.bookings.map(bookingFinding) },
    ],
    suites: [{ name: 'verify', tookMs: report.tookMs, timestamp: report.startedAt, cases: casesOf(report) }],
    summary: [summaryLine(report)],
  };
}

const listOf = (heading: string, lines: readonly string[]): Section => ({
  heading: ['dim', heading],
  findings: lines.map(line => ({ ...note(line), lines: () => [`  ${line}`] })),
});

const timesText = (text: string, times: number): string => (times > 1 ? `${text} (${times} times)` : text);

function operationRow({ id, answers, fields }: DriftReport['operations'][number]): string[] {
  const count = (state: ComparedField['state']) => fields.filter(field => field.state === state).length;
  const differing = fields.filter(({ weight }) => weight !== undefined).length;
  const sums = [`${count('same')} as specified`, `${count('known')} not specified and now known`];
  if (count('not-seen') > 0) sums.push(`${count('not-seen')} not seen`);
  if (differing > 0) sums.push(counted(differing, 'difference'));
  return [id, counted(answers, 'answer'), sums.join(', ')];
}

type Place = ReturnType<typeof placesIn>[number];

const placesIn = ({ operations }: DriftReport) =>
  operations.flatMap(({ id, fields }) => fields.map(field => ({ id, field })));

/** Fields that differ in the same way are one finding. */
function differences(
  report: DriftReport,
  weight: 'drift' | 'learned',
  heading: NonNullable<Section['heading']>,
): Section {
  const places = placesIn(report).filter(({ field }) => field.weight === weight);
  const alike = Map.groupBy(places, ({ field }) => {
    const { state, expected, called, got, source } = field;
    return JSON.stringify([nameOf(field), state, expected, called, got, source]);
  });
  const columns = ['field', 'difference', 'places'];
  return { heading, columns, findings: [...alike.values()].map(differenceFinding) };
}

function differenceFinding(same: readonly Place[]): Finding {
  const [{ field: first }] = same as readonly [Place]; // a group is never empty
  const { source = '', weight } = first;
  const name = nameOf(first) || 'the answer itself';
  const places = same.slice(0, maxPlaces).map(({ id, field: { field, answers, of } }) => {
    return `${id}${field && `  ${field}`}  in ${answers} of ${counted(of, 'answer')}`;
  });
  const more = same.length - places.length;
  if (more > 0) places.push(`and in ${counted(more, 'other place')}`);
  const clause = isClauseId(source) ? [`${source}: ${clauses[source].statement}`] : [];
  const isDrift = weight === 'drift';
  return {
    level: isDrift ? 'error' : 'warning',
    title: `${name} differs`,
    short: [differenceText(first), ...places, ...clause],
    cells: [name, differenceText(first), places.join('; ')],
    lines: paint => [
      `  ${paint(isDrift ? 'red' : 'yellow', name)}: ${differenceText(first)}`,
      ...[...places, ...clause.map(line => paint('dim', line))].map(line => indent(line, 6)),
    ],
  };
}

const nameOf = ({ field }: ComparedField): string => field.slice(field.lastIndexOf('.') + 1);

export function changeText({ to, values, ...others }: LearnedName['change']): string {
  const texts = Object.entries(others).map(([key, value]) => `${key}: ${value}`);
  const words = values ? [`values: ${JSON.stringify(values)}`] : [];
  return [...(to === undefined ? [] : [to]), ...texts, ...words].join(', ');
}

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

const failedIn = ({ calls }: DriftReport) => calls.filter(({ result }) => result !== 'compared');

function callLines(report: DriftReport): string[] {
  return distinct(
    failedIn(report).map(({ operation, result, said = '' }) => {
      // Error messages of the client start with the operation, which the line already shows.
      const reason = said.startsWith(`${operation}: `) ? said.slice(operation.length + 2) : said;
      return `${operation}: ${results[result]}: ${reason}`;
    }),
  );
}

function statusLines({ calls }: DriftReport): string[] {
  const odd = calls.filter(({ result, status = 200 }) => result === 'compared' && status !== 200);
  return distinct(odd.map(({ operation, status }) => `${operation}: ${status}`));
}

const distinct = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, line => line)].map(([line, all]) => timesText(line, all.length));

type Booking = DriftReport['bookings'][number];

const mayExist = ({ state }: Booking): boolean => state === 'stands' || state === 'unknown';

const bookingText = (booking: Booking): string =>
  mayExist(booking) ? `NOT CANCELLED: ${booking.said}` : booking.said;

/** Whether the test booking may still exist, or its cancellation had a cost or errors. */
export const needsCare = (booking: Booking): boolean => mayExist(booking) || booking.warning !== undefined;

const bookingFinding = (booking: Booking): Finding => ({
  level: needsCare(booking) ? 'error' : 'note',
  title: 'the test booking needs attention',
  short: [bookingText(booking)],
  cells: [bookingText(booking)],
  lines: paint => [`  ${needsCare(booking) ? paint('red', bookingText(booking)) : bookingText(booking)}`],
});

function casesOf(report: DriftReport): Case[] {
  const { operations, bookings } = report;
  if (operations.length === 0) {
    const message = summaryLine(report);
    return [{ name: 'answers', result: 'failure', message, lines: [message, ...callLines(report)] }];
  }
  const names = new Set(operations.map(({ id }) => id));
  const left = failedIn(report).filter(({ operation }) => !names.has(operation));
  return [
    ...operations.map(({ id: name, fields }): Case => {
      const lines = fields.flatMap(field =>
        field.weight === undefined ? [] : [`${field.field || 'the answer itself'}: ${differenceText(field)}`],
      );
      const drift = fields.filter(({ weight }) => weight === 'drift');
      if (drift.length === 0) return { name, result: 'ok', ...(lines.length > 0 && { lines }) };
      const message = counted(drift.length, 'drifting field');
      return { name, result: 'failure', type: 'drift', message, lines };
    }),
    ...left
      .filter(({ operation }, index) => left.findIndex(one => one.operation === operation) === index)
      .map(({ operation: name, result, said = '' }): Case => {
        return { name, result: 'skipped', message: `${results[result]}: ${said}` };
      }),
    ...bookings.map((booking): Case => {
      const message = bookingText(booking);
      const name = `booking ${booking.reference}`;
      return needsCare(booking)
        ? { name, result: 'failure', message, lines: [message] }
        : { name, result: 'ok' };
    }),
  ];
}

function summaryLine({ summary, operations, skipped = 0 }: DriftReport): string {
  if (operations.length === 0) return 'Nothing could be compared';
  const { same, known, drift, learned, answers, 'not-seen': notSeen } = summary;
  return [
    `${counted(answers, 'answer')} of ${counted(operations.length, 'operation')}`,
    `${counted(same, 'field')} as specified`,
    `${known} not specified and now known`,
    `${notSeen} not seen`,
    `${learned} learned`,
    drift === 0 ? 'no drift' : `${drift} DRIFT`,
    ...(skipped > 0 ? [`entries that are no calls to the supplier: ${skipped}`] : []),
  ].join(', ');
}

/** In the order of the page: what fails the command comes first, and what is as specified comes last. */
const tones = { drift: 'bad', learned: 'warn', 'not-seen': 'none', known: 'good', same: 'good' } as const;
const stateNames: Partial<Record<ComparedField['state'], string>> = {
  known: 'now known',
  same: 'as specified',
};

/** A field with a difference has a weight. */
const kindOf = ({ weight, state }: ComparedField): keyof typeof tones =>
  weight ?? (state === 'known' || state === 'same' ? state : 'not-seen');

function driftPage(report: DriftReport): DocumentPage {
  const { elsewhere, bookings } = report;
  const rankOf = ({ field }: Place) => Object.keys(tones).indexOf(kindOf(field));
  const fields = placesIn(report).sort((a, b) => rankOf(a) - rankOf(b));
  const left = [
    ...failedIn(report).map(({ operation, result, said = '' }) => [operation, results[result], said]),
    ...elsewhere.map(({ method, path, times }) => {
      return [`${method} ${path}`, 'an address of no operation', `${times} times`];
    }),
  ];
  return {
    kind: 'document',
    headline: driftHeadline(report),
    what: 'a comparison with the contract',
    facts: driftFacts(report),
    notes: bookings.map(booking => ({
      text: `${booking.said} ${booking.warning ?? ''}`,
      tone: mayExist(booking) ? 'bad' : 'none',
    })),
    tables: [
      {
        title: 'Fields',
        columns: ['result', 'operation', 'field', 'comparison'],
        rows: fields.map(fieldRow),
      },
      {
        title: 'Not compared',
        columns: ['call', 'result', 'answer'],
        rows: left.map(cells => ({ cells })),
      },
    ],
  };
}

function driftHeadline({ summary: { drift, learned, answers } }: DriftReport): Mark {
  if (answers === 0) return { text: 'Nothing could be compared', tone: 'warn' };
  if (drift > 0) {
    const fields = drift === 1 ? 'field differs' : 'fields differ';
    return { text: `${drift} ${fields} from the specification`, tone: 'bad' };
  }
  return learned > 0
    ? { text: `No drift, ${learned} learned`, tone: 'warn' }
    : { text: 'No drift', tone: 'good' };
}

function driftFacts(report: DriftReport): DocumentPage['facts'] {
  const { source, profile, summary, startedAt, tookMs, understudy, operations } = report;
  return [
    [source.kind === 'target' ? 'Supplier' : 'Traffic', source.name],
    ['Answers', `${summary.answers} of ${operations.length} operations`],
    ['As specified', String(summary.same)],
    ['Not specified, now known', String(summary.known)],
    ['Not seen', String(summary['not-seen'])],
    ['Profile', profile ?? 'none'],
    ['Started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Real time', `${(tookMs / 1_000).toFixed(1)} s`],
    ['Version', understudy],
  ];
}

function fieldRow({ id, field }: Place): PageTable['rows'][number] {
  const { expected, got = [], called, weight, source = '', state } = field;
  const said = [
    called && `called ${called}`,
    expected && `expected ${expected}`,
    got.length > 0 && `got ${got.join(', ')}`,
    field.because,
    field.hint,
    field.of > 0 && `in ${field.answers} of ${field.of} answers`,
    weight && isClauseId(source) && `${source}: ${clauses[source].statement}`,
  ];
  const mark = { text: stateNames[state] ?? state.replace('-', ' '), tone: tones[kindOf(field)] };
  const cells = [mark, id, field.field || 'the whole answer', said.filter(Boolean).join('; ')];
  return { cells, isQuiet: weight === undefined };
}
