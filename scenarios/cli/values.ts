import { dayNumber } from '#contracts/calendar';
import { suggest } from '#contracts/util';
import { type ReportFormat, reportFormats } from '../reports/index.ts';
import { ValueError } from './cli-error.ts';

/** Returns the text unchanged. Throws a ValueError if the text is empty. */
export function notEmpty(text: string): string {
  if (text === '') throw new ValueError('expected a text that is not empty');
  return text;
}

/** Returns a token unchanged if it is valid in an HTTP header. Throws a ValueError if the token contains other characters. */
export function bearerToken(text: string): string {
  if (!/^[!-~]+$/.test(text)) throw new ValueError('expected a token of printable ASCII without spaces');
  return text;
}

/** Returns the address of a store unchanged. Throws a ValueError for an unknown form. */
export function storeAddress(text: string): string {
  if (text === 'memory' || /^sqlite:./s.test(text)) return text;
  if (/^rediss?:/.test(text) && URL.canParse(text) && new URL(text).hostname !== '') return text;
  throw new ValueError('expected memory, sqlite:<folder> or redis://<host>:<port>');
}

const sizeUnits: Readonly<Record<string, number>> = {
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
};
/** The minimum of `--max-memory`, in bytes. With less, a server could refuse its first Searches. */
export const minMemory = 192e6;

/** Parses a size of memory of at least 192MB, and returns bytes. @example memorySize('512MB') // 512000000 */
export function memorySize(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?) ?([KMG]i?B)$/i.exec(text) ?? [];
  const bytes = Math.floor(Number(count) * (sizeUnits[unit.toUpperCase()] ?? 0));
  if (bytes >= minMemory && Number.isSafeInteger(bytes)) return bytes;
  throw new ValueError('expected a size of at least 192MB, such as 512MB, 1.5GB or 512MiB');
}

/** Creates a parser of whole numbers from `min` to `max`. */
export function integer(what: string, min: number, max: number): (text: string) => number {
  return text => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new ValueError(`expected ${what}, a whole number from ${min} to ${max}`);
  };
}

/** The maximum for `--vary` (the number of draws in one run) and for `--draw` (the number of one draw). */
export const maxDraws = 100;

/** Parses the number of a draw. */
export const drawNumber = integer('the number of a draw', 1, maxDraws);

/** Creates a parser that accepts only the given words. */
export function choiceOf<W extends string>(...choices: readonly W[]): (text: string) => W {
  return text => {
    const choice = choices.find(known => known === text);
    if (choice !== undefined) return choice;
    throw new ValueError(`expected ${choices.join(' or ')}${didYouMean(text, choices)}`);
  };
}

/** Returns the text `; did you mean "…"?` with the most similar word; an empty text if no word is similar. */
export const didYouMean = (text: string, choices: readonly string[]): string =>
  suggest(text, choices, '', '; ');

/**
 * Returns an http or https address without a trailing slash. Throws a ValueError for other addresses, and for addresses with a
 * query or a fragment.
 */
export function httpAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ValueError('expected an address such as https://understudy.example.com');
  if (url.search !== '' || url.hash !== '') throw new ValueError('expected an address without "?" and "#"');
  return text.replace(/\/+$/, '');
}

/**
 * Parses one origin of web pages, `*`, or a list of origins with commas between them.
 *
 * @throws ValueError for a text that is not an origin
 * @example readOrigins('http://localhost:5173/') // ['http://localhost:5173']
 */
export const readOrigins = (text: string): string[] => text.split(',').map(part => readOrigin(part.trim()));

function readOrigin(text: string): string {
  if (text === '*') return text;
  const url = URL.parse(text);
  if (url && url.origin !== 'null' && text.replace(/\/$/, '').toLowerCase() === url.origin) return url.origin;
  const isFile = text === 'null' || url?.protocol === 'file:';
  const near = url && url.origin !== 'null' ? `; did you mean "${url.origin}"?` : '';
  const hint = isFile ? '; a page from a file needs *' : near;
  throw new ValueError(`expected an origin such as http://localhost:5173, or *${hint}`);
}

/** Returns a date unchanged. Throws a ValueError if the date does not exist. */
export function calendarDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text))) return text;
  throw new ValueError('expected a date as YYYY-MM-DD');
}

/** The format and the destination of a report. */
export interface ReportTarget {
  readonly form: ReportFormat;
  /** The path of the file. If the path is absent, the report goes to stdout. */
  readonly file?: string;
}

/**
 * Parses the value of an option that names a report, which has the form `<format>[=<file>]`.
 *
 * @throws ValueError for an unknown format, and for an empty file name
 * @example readReportTarget('junit=report.xml') // { form: 'junit', file: 'report.xml' }
 */
export function readReportTarget(text: string): ReportTarget {
  const [name = '', ...rest] = text.split('=');
  const form = reportFormats.find(known => known === name);
  if (form === undefined)
    throw new ValueError(
      `expected ${reportFormats.join(' or ')}, optionally followed by =<file>${didYouMean(name, reportFormats)}`,
    );
  if (rest.length === 0) return { form };
  const file = rest.join('=');
  if (file === '') throw new ValueError(`expected a file after "=", as in ${form}=report`);
  return { form, file };
}
