const formats = new Map<string, Intl.DateTimeFormat>();

/** As `YYYY-MM-DD` (date.local). Throws a RangeError for an unknown zone or an invalid instant. */
export const localDate = (timeZone: string, instant: number): string =>
  new Date(instant + isoOffsetMinutes(timeZone, instant) * 60_000).toISOString().slice(0, 10);

/**
 * The difference between local time and UTC, negative in the Americas (date.hours). Throws a RangeError for an unknown zone or an
 * invalid instant.
 */
export function isoOffsetMinutes(timeZone: string, instant: number): number {
  const format = formats.get(timeZone) ?? openZone(timeZone);
  if (Number.isNaN(new Date(instant).getTime()))
    throw new RangeError(`instant ${instant} is no date: give epoch milliseconds`);
  // The text ends with an offset such as "GMT-03:00". "GMT" alone means zero.
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(instant)) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function openZone(timeZone: string): Intl.DateTimeFormat {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
    return format;
  } catch (cause) {
    const message = `time zone "${timeZone}" is unknown: give an IANA name such as "America/Sao_Paulo"`;
    throw new RangeError(message, { cause });
  }
}
