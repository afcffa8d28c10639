const dayMs = 86_400_000;

// Without limits of month and day, Date.parse would also read 0001-13-05, in its own way and in local time.
const dateForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Days since 1970-01-01; NaN for a text that is not a date. */
export function dayNumber(date: string): number {
  // Date.parse also accepts years with six digits.
  if (!dateForm.test(date)) return Number.NaN;
  const day = Date.parse(date) / dayMs; // a date without a time is in UTC
  // Date.parse reads February 31 as a day in March.
  return Number(date.slice(8)) > 28 && Number.isFinite(day) && dateOfDay(day) !== date ? Number.NaN : day;
}

/** The last day with a year of four digits. Every later day has the date of this day. */
const lastDay = Date.parse('9999-12-31') / dayMs;

/** @throws RangeError for NaN */
export function dateOfDay(day: number): string {
  const date = new Date(Math.min(day, lastDay) * dayMs);
  const year = date.getUTCFullYear();
  // Most of a call's dates are written here, and `toISOString` takes four times as long. It writes the other years, and throws.
  if (!(year >= 1_000)) return date.toISOString().slice(0, 10);
  return `${year}-${twoDigits[date.getUTCMonth() + 1]}-${twoDigits[date.getUTCDate()]}`;
}

const twoDigits = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, '0'));

/**
 * Returns the date `days` days later, or earlier for a negative number.
 *
 * @example addDays('2026-12-31', 1) // '2027-01-01'
 */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days);
}

/** Returns the nights between two dates; NaN for an invalid date. */
export function nightsBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * Returns an instant in the format of the supplier: `YYYY-MM-DD HH:MM:SS`, UTC (date.timespan).
 *
 * @param instant milliseconds since 1970
 * @example formatTimeSpan(0) // '1970-01-01 00:00:00'
 */
export function formatTimeSpan(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Returns the date `YYYY-MM-DD` in UTC at an instant in milliseconds since 1970.
 *
 * @example utcDate(0) // '1970-01-01'
 */
export function utcDate(instant: number): string {
  return dateOfDay(Math.floor(instant / dayMs));
}

/**
 * Returns the last second of a date as a time stamp. Any other text stays unchanged.
 *
 * @example endOfDay('2026-12-31') // '2026-12-31 23:59:59'
 */
export const endOfDay = (text: string): string => (dateForm.test(text) ? `${text} 23:59:59` : text);

/** Today where the date is latest (UTC+14). */
export function latestToday(instant: number): string {
  return utcDate(instant + 14 * 3_600_000);
}

/** Today where the date is earliest (UTC-12). */
export function earliestToday(instant: number): string {
  return utcDate(instant - 12 * 3_600_000);
}
