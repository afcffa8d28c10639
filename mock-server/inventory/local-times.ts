import { isoOffsetMinutes } from './reference/index.ts';

/** Minutes of a day. */
export const dayMinutes = 1_440;
const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);

/**
 * A time of day in UTC as minutes after midnight at a place (date.hours). Both are of the place's own date.
 *
 * @param time `HH:MM`
 * @example localMinutes('America/Sao_Paulo', '2026-12-10', '01:30') // 22:30, as minutes
 */
export function localMinutes(timeZone: string, date: string, time: string): number {
  const utc = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (utc + isoOffsetMinutes(timeZone, noon(date)) + dayMinutes) % dayMinutes;
}

/**
 * The same the other way round: a local time of day as `HH:MM` in UTC.
 *
 * @param minutes local minutes after midnight
 */
export function utcHour(timeZone: string, date: string, minutes: number): string {
  const utc = (minutes - isoOffsetMinutes(timeZone, noon(date)) + 2 * dayMinutes) % dayMinutes;
  return hourText(utc);
}

/**
 * Minutes after midnight as `HH:MM`.
 *
 * @example hourText(545) // '09:05'
 */
export const hourText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
