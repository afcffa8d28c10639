import { isoOffsetMinutes } from '#contracts/util';

const minute = 60_000;
const day = 1_440 * minute;

/**
 * Returns the UTC time of day of a local time. In requests, `Time` is in UTC, although `Date` is local (date.local,
 * date.hours). A local time that occurs twice is the first one. One that does not occur has the offset from before the
 * change.
 *
 * @param date local date, YYYY-MM-DD
 * @param time local time, HH:MM
 * @param timeZone such as `airport().timeZone`
 * @throws RangeError for a date, time or zone that does not exist
 * @example utcTime('2027-03-10', '22:00', 'America/Sao_Paulo') // '01:00'
 */
export function utcTime(date: string, time: string, timeZone: string): string {
  const shown = Date.parse(`${date}T${time}:00Z`);
  mustExist(date, time, shown);
  const before = shown - offsetAt(shown - day, timeZone);
  const after = shown - offsetAt(shown + day, timeZone);
  const possible = [before, after].filter(at => at + offsetAt(at, timeZone) === shown);
  const instant = possible.length === 0 ? before : Math.min(...possible);
  return new Date(instant).toISOString().slice(11, 16);
}

/**
 * The reverse of `utcTime`.
 *
 * @throws RangeError for a date, time or zone that does not exist
 * @example localTime('2027-03-10', '01:00', 'America/Sao_Paulo') // '22:00'
 */
export function localTime(date: string, utc: string, timeZone: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const at = Date.parse(`${date}T${utc}:00Z`);
  mustExist(date, utc, at);
  return new Date(at + offsetAt(noon, timeZone)).toISOString().slice(11, 16);
}

/** Date.parse would read 30 February as 2 March. */
function mustExist(date: string, time: string, at: number): void {
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(`${date}T${time}`)) return;
  throw new RangeError(`"${date}" "${time}" is not an existing date and time; write YYYY-MM-DD and HH:MM`);
}

const offsetAt = (instant: number, timeZone: string): number => isoOffsetMinutes(timeZone, instant) * minute;
