const minute = 60_000;

/**
 * The UTC time of day at which a local clock shows a time: what `Time` wants, beside a `Date` that stays local (date.local,
 * date.hours). Of a time that a clock shows twice, when it is put back, the first is meant; one that it leaves out is read by
 * the clock as it was before.
 *
 * @param date local date, YYYY-MM-DD
 * @param time local time, HH:MM
 * @param timeZone name of the zone, as `airport().timeZone` gives it
 * @throws RangeError for a date, time or zone that does not exist
 * @example utcTime('2027-03-10', '22:00', 'America/Sao_Paulo') // '01:00'
 */
export function utcTime(date: string, time: string, timeZone: string): string {
  const shown = Date.parse(`${date}T${time}:00Z`);
  mustExist(date, time, shown);
  const [before, after] = [shown - 1_440 * minute, shown + 1_440 * minute].map(
    at => shown - offsetAt(at, timeZone),
  );
  const instants = [before, after].filter(at => at !== undefined && at + offsetAt(at, timeZone) === shown);
  const instant = Math.min(...instants.map(Number), ...(instants.length === 0 ? [Number(before)] : []));
  return new Date(instant).toISOString().slice(11, 16);
}

/** The other way round, for display: local date and time of a UTC time of day on a local date. */
export function localTime(date: string, utc: string, timeZone: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const at = Date.parse(`${date}T${utc}:00Z`);
  mustExist(date, utc, at);
  return new Date(at + offsetAt(noon, timeZone)).toISOString().slice(11, 16);
}

/** Some days are read as others: 30 February as 2 March. */
function mustExist(date: string, time: string, at: number): void {
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(`${date}T${time}`)) return;
  throw new RangeError(`"${date}" "${time}" is no date YYYY-MM-DD and time HH:MM`);
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find(part => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(instant / 1_000) * 1_000;
}
