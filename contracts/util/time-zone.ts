import { memoize } from './memoize.ts';

/** By zone and quarter of an hour: no zone changes its offset within one. A format takes some microseconds. */
const offsets = new Map<string, number>();
const maxOffsets = 10_000;
const quarterMs = 900_000;

/** Minutes, negative in the Americas (date.hours). @throws RangeError for an unknown zone or an invalid instant */
export function isoOffsetMinutes(timeZone: string, instant: number): number {
  const key = `${timeZone} ${Math.floor(instant / quarterMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const format = formatIn(timeZone);
  if (Number.isNaN(new Date(instant).getTime()))
    throw new RangeError(`instant ${instant} is no date: give epoch milliseconds`);
  // The text ends with an offset such as "GMT-03:00". "GMT" alone means zero.
  const [, sign, hours, rest] = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(instant)) ?? [];
  const minutes = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest));
  if (offsets.size === maxOffsets) offsets.clear();
  offsets.set(key, minutes);
  return minutes;
}

const formatIn = memoize((timeZone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (cause) {
    const message = `time zone "${timeZone}" is unknown: give an IANA name such as "America/Sao_Paulo"`;
    throw new RangeError(message, { cause });
  }
});
