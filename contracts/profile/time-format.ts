import { escapePattern } from '../util/index.ts';
import type { TimeKind } from './fields.ts';

/** A value of another form stays unchanged. */
interface TimeFormat {
  write(contract: string): unknown;
  read(dialect: unknown): unknown;
}

/** The parts of a format, each with its digits if a value lacks the part. A part has as many digits as letters. */
const parts = { YYYY: '0001', MM: '01', DD: '01', HH: '00', mm: '00', ss: '00' } as const;
type Part = keyof typeof parts;
type Values = Partial<Record<Part, string>>;

const partOf = /YYYY|MM|DD|HH|mm|ss/g;
const patternOf: Record<TimeKind, string> = {
  date: 'YYYY-MM-DD',
  time: 'HH:mm',
  'time stamp': 'YYYY-MM-DD HH:mm:ss',
};
/** A format that writes an instant as one number, in ms since 1970. */
interface NumberFormat {
  print(ms: number): unknown;
  /** NaN for a value of another form. */
  parse(value: unknown): number;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const dotnetForm = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;

const numberFormats: Readonly<Record<string, NumberFormat>> = {
  unix: { print: ms => ms / 1_000, parse: value => numberOf(value) * 1_000 },
  'unix-ms': { print: ms => ms, parse: numberOf },
  dotnet: {
    print: ms => `/Date(${ms})/`,
    parse: value => Number(dotnetForm.exec(String(value))?.[1] ?? Number.NaN),
  },
};

/** All instants are in UTC (date.timespan). Returns a message about a format that does not keep the whole value. */
export function timeFormat(text: string, kind: TimeKind): TimeFormat | string {
  const own = patterned(patternOf[kind]);
  const form = Object.hasOwn(numberFormats, text) ? numberFormats[text] : undefined;
  if (form)
    return kind === 'time'
      ? `"${text}" needs a date, but the field has only a time of day`
      : instants(form, own, kind);
  const pattern = timePattern(text, kind) ?? text;
  const unknown = /[YMD]+|[Hh]+|[ms]+|[dy]+/.exec(pattern.replace(partOf, ' '))?.[0];
  if (unknown !== undefined)
    return `"${text}" has the unknown part "${unknown}"; the parts are ${Object.keys(parts).join(', ')}`;
  const found: string[] = pattern.match(partOf) ?? [];
  const needed = patternOf[kind].match(partOf) ?? [];
  const missing = needed.filter(part => found.filter(one => one === part).length !== 1);
  if (missing.length > 0)
    return `"${text}" does not keep the value: a ${kind} needs ${needed.join(', ')}, each once; or use ${kind === 'time' ? 'iso' : 'iso, unix, unix-ms or dotnet'}`;
  const theirs = patterned(pattern);
  return {
    write: contract => convert(contract, own, theirs),
    read: dialect => (typeof dialect === 'string' ? convert(dialect, theirs, own) : dialect),
  };
}

/** A `NumberFormat` has no pattern. */
export function timePattern(text: string, kind: TimeKind): string | undefined {
  if (Object.hasOwn(numberFormats, text)) return undefined;
  return text === 'iso' ? isoOf[kind] : text;
}

const isoOf: Record<TimeKind, string> = {
  date: 'YYYY-MM-DDTHH:mm:ss',
  time: 'HH:mm:ss',
  'time stamp': 'YYYY-MM-DDTHH:mm:ssZ',
};

type Pattern = ReturnType<typeof patterned>;

function patterned(pattern: string) {
  const names = (pattern.match(partOf) ?? []) as Part[]; // the pattern matches no other text
  const literals = pattern.split(partOf).map(escapePattern);
  const source = names.map((name, index) => `${literals[index]}(\\d{${name.length}})`).join('');
  const form = new RegExp(`^${source}${literals.at(-1)}$`);
  return {
    parse(text: string): Values | undefined {
      const found = form.exec(text);
      return found ? Object.fromEntries(names.map((name, index) => [name, found[index + 1]])) : undefined;
    },
    print: (values: Values) => pattern.replace(partOf, name => values[name as Part] ?? parts[name as Part]),
  };
}

function convert(text: string, from: Pattern, to: Pattern): string {
  const values = from.parse(text);
  return values ? to.print(values) : text;
}

function instants(form: NumberFormat, own: Pattern, kind: TimeKind): TimeFormat {
  return {
    write(contract) {
      const values = own.parse(contract);
      const ms = values ? msOf(values) : Number.NaN;
      // A date that does not exist, such as 31 February, would become another date.
      return Number.isNaN(ms) || textOf(ms, kind) !== contract ? contract : form.print(ms);
    },
    read(dialect) {
      const ms = form.parse(dialect);
      return Math.abs(ms) <= lastMs ? textOf(ms, kind) : dialect;
    },
  };
}

const lastMs = Date.parse('9999-12-31T23:59:59Z');

const msOf = ({ YYYY, MM, DD, HH = '00', mm = '00', ss = '00' }: Values): number =>
  Date.parse(`${YYYY}-${MM}-${DD}T${HH}:${mm}:${ss}Z`);

function textOf(ms: number, kind: TimeKind): string {
  const iso = new Date(ms).toISOString();
  return kind === 'date' ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}
