const quarterMs = 900_000;
/** The maximum number of quarter-hours that are cached for each time zone. */
const quartersKept = 1_000;

/** The UTC offset and the date of a time zone during one quarter of an hour. Since 1973, both change only between quarters. */
interface LocalQuarter {
  readonly offsetMinutes: number;
  readonly date: string;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly quarters: Map<number, LocalQuarter>;
}

const zones = new Map<string, Zone>();

/**
 * Returns the local date of a place at an instant, as `YYYY-MM-DD` (date.local).
 *
 * @throws RangeError for an unknown zone or an invalid instant
 */
export const localDate = (timeZone: string, instant: number): string => localQuarter(timeZone, instant).date;

/**
 * Returns the difference between the local time of a place and UTC, in minutes. The difference is negative in the Americas (date.hours).
 *
 * @throws RangeError for an unknown zone or an invalid instant
 */
export const isoOffsetMinutes = (timeZone: string, instant: number): number =>
  localQuarter(timeZone, instant).offsetMinutes;

function localQuarter(timeZone: string, instant: number): LocalQuarter {
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const quarter = Math.floor(instant / quarterMs);
  const known = zone.quarters.get(quarter);
  if (known) return known;
  const start = quarter * quarterMs;
  if (Number.isNaN(new Date(start).getTime()))
    throw new RangeError(`instant ${instant} is no date: give epoch milliseconds`);
  const offsetMinutes = minutesIn(zone.format.format(start));
  const date = new Date(start + offsetMinutes * 60_000).toISOString().slice(0, 10);
  if (zone.quarters.size >= quartersKept) zone.quarters.clear();
  zone.quarters.set(quarter, { offsetMinutes, date });
  return { offsetMinutes, date };
}

/** Returns the offset in minutes from a text such as "…, GMT-03:00". "GMT" alone means zero. */
function minutesIn(formatted: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(formatted) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function openZone(timeZone: string): Zone {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const zone = { format, quarters: new Map<number, LocalQuarter>() };
    zones.set(timeZone, zone);
    return zone;
  } catch (cause) {
    const message = `time zone "${timeZone}" is unknown: give an IANA name such as "America/Sao_Paulo"`;
    throw new RangeError(message, { cause });
  }
}
