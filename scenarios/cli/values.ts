import { dayNumber } from '#contracts';
import { nearest } from '#contracts/util';
import { type ReportFormat, reportFormats } from '../judge/reports/formats.ts';
import { ValueError } from './cli-error.ts';

/** Returns a text that is not empty. Throws a ValueError for an empty one. */
export function notEmpty(text: string): string {
  if (text === '') throw new ValueError('expected a text that is not empty');
  return text;
}

/** Returns a token that an HTTP header can carry. */
export function bearerToken(text: string): string {
  if (!/^[!-~]+$/.test(text)) throw new ValueError('expected a token of printable ASCII without spaces');
  return text;
}

/** Creates a reader of whole numbers from `min` to `max`. */
export function integer(what: string, min: number, max: number): (text: string) => number {
  return text => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new ValueError(`expected ${what}, a whole number from ${min} to ${max}`);
  };
}

/** Creates a reader of one of some words. */
export function choiceOf<W extends string>(...choices: readonly W[]): (text: string) => W {
  return text => {
    const choice = choices.find(known => known === text);
    if (choice !== undefined) return choice;
    throw new ValueError(`expected ${choices.join(' or ')}${didYouMean(text, choices)}`);
  };
}

/** Returns `; did you mean "…"?` with the nearest of some words; an empty text when none is near. */
export function didYouMean(text: string, choices: readonly string[]): string {
  const near = nearest(text, choices);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

/** Returns an http or https address without a slash at its end. */
export function httpAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ValueError('expected an address such as https://understudy.example.com');
  if (url.search !== '' || url.hash !== '') throw new ValueError('expected an address without "?" and "#"');
  return text.replace(/\/+$/, '');
}

/** Returns a date. Throws a ValueError for a text that is not a day of the calendar. */
export function calendarDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text))) return text;
  throw new ValueError('expected a date as YYYY-MM-DD');
}

/** A report, and where it goes. */
export interface ReportTarget {
  readonly form: ReportFormat;
  /** stdout when absent. */
  readonly file?: string;
}

/**
 * Reads `<form>[=<file>]`.
 *
 * @throws ValueError for an unknown form, and for an empty file name
 * @example readReportTarget('junit=report.xml') // { form: 'junit', file: 'report.xml' }
 */
export function readReportTarget(text: string, forms: readonly ReportFormat[] = reportFormats): ReportTarget {
  const [name = '', ...rest] = text.split('=');
  const form = forms.find(known => known === name);
  if (form === undefined)
    throw new ValueError(
      `expected ${forms.join(' or ')}, with =<file> after it if you want a file${didYouMean(name, forms)}`,
    );
  if (rest.length === 0) return { form };
  const file = rest.join('=');
  if (file === '') throw new ValueError(`expected a file after "=", as in ${form}=report`);
  return { form, file };
}
