import { dayNumber } from '#contracts';
import { nearest } from '#contracts/util';
import { type ReportFormat, reportFormats } from '../reports/index.ts';
import { ValueError } from './cli-error.ts';

/** A report, and where it goes. */
export interface WantedReport {
  readonly form: ReportFormat;
  /** stdout when absent. */
  readonly file?: string;
}

/**
 * Reads `<form>[=<file>]`.
 *
 * @param forms the forms that there are
 * @throws ValueError for another form, and for an empty file name
 * @example readWantedReport('junit=report.xml') // { form: 'junit', file: 'report.xml' }
 */
export function readWantedReport(
  given: string,
  forms: readonly ReportFormat[] = reportFormats,
): WantedReport {
  const at = given.indexOf('=');
  const name = at < 0 ? given : given.slice(0, at);
  const form = forms.find(known => known === name);
  if (form === undefined) {
    const near = nearest(name, forms);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    throw new ValueError(`expected ${forms.join(' or ')}, and =<file> behind it if wanted${hint}`);
  }
  if (at < 0) return { form };
  const file = given.slice(at + 1);
  if (file === '') throw new ValueError(`expected a file behind "=", as in ${form}=report`);
  return { form, file };
}

/**
 * Reads the day on which scenarios start.
 *
 * @throws ValueError for what is no date that tasks can be counted from
 * @example readStart('2027-05-01') // '2027-05-01'
 */
export function readStart(given: string): string {
  if (given === 'yesterday' || given === 'as-written') return given;
  // Tasks and sandboxes reach some years past their start, and a date has four digits for its year.
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && dayNumber(given) <= dayNumber('9900-12-31')) return given;
  throw new ValueError('expected a date such as 2027-05-01, or yesterday, or as-written');
}

const fastest = 1_000_000;

/**
 * Reads how many times as fast.
 *
 * @throws ValueError for what is neither `auto` nor a number above 0
 */
export function readSpeed(given: string): 'auto' | number {
  if (given === 'auto') return given;
  const speed = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (speed > 0 && speed <= fastest) return speed;
  throw new ValueError(`expected auto, or how many times as fast, above 0 and up to ${fastest}, as in 60`);
}
