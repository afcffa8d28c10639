const quarterMs = 900_000;
/**
 * Quarter-hours remembered per zone, which bounds the memory. A prime, or the same hour of many days (how check-ins
 * are asked for) would crowd into a few slots.
 */
const slotCount = 1021;

interface LocalQuarter {
  readonly quarter: number;
  readonly offsetMinutes: number;
  readonly date: string;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly slots: (LocalQuarter | undefined)[];
}

const zones = new Map<string, Zone>();

/**
 * The date on the calendar of a place, `YYYY-MM-DD` (date.local).
 *
 * @param timeZone an IANA name, as destinations carry it
 * @param instant epoch milliseconds; offsets are whole quarter-hours, which holds everywhere from 1973 on
 * @throws RangeError when the zone is unknown or the instant is no valid one
 * @example localDate('America/Sao_Paulo', Date.parse('2026-12-01T02:59:00Z')) // '2026-11-30'
 */
export function localDate(timeZone: string, instant: number): string {
  return localQuarter(timeZone, instant).date;
}

/**
 * How far the clocks of a place are ahead of UTC, in minutes (negative in the Americas): local time minus the offset
 * is UTC (date.hours).
 *
 * @param timeZone an IANA name, as destinations carry it
 * @param instant epoch milliseconds, from 1973 on
 * @throws RangeError when the zone is unknown or the instant is no valid one
 * @example isoOffsetMinutes('Europe/Madrid', Date.parse('2026-07-01T00:00:00Z')) // 120
 */
export function isoOffsetMinutes(timeZone: string, instant: number): number {
  return localQuarter(timeZone, instant).offsetMinutes;
}

// Neither the date nor the offset of a place changes within a quarter-hour of UTC, so one answer serves all of it.
function localQuarter(timeZone: string, instant: number): LocalQuarter {
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const quarter = Math.floor(instant / quarterMs);
  const slot = ((quarter % slotCount) + slotCount) % slotCount;
  const known = zone.slots[slot];
  if (known?.quarter === quarter) return known;
  const worked = workOut(zone.format, quarter, instant);
  zone.slots[slot] = worked;
  return worked;
}

function workOut(format: Intl.DateTimeFormat, quarter: number, instant: number): LocalQuarter {
  const start = quarter * quarterMs;
  if (Number.isNaN(new Date(start).getTime())) {
    throw new RangeError(`instant ${instant} is no date: give epoch milliseconds`);
  }
  const offsetMinutes = minutesIn(format.format(start));
  return {
    quarter,
    offsetMinutes,
    date: new Date(start + offsetMinutes * 60_000).toISOString().slice(0, 10),
  };
}

/** Reads "…, GMT-03:00"; "GMT" alone is zero. */
function minutesIn(formatted: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(formatted) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function openZone(timeZone: string): Zone {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const zone = { format, slots: new Array<LocalQuarter | undefined>(slotCount).fill(undefined) };
    zones.set(timeZone, zone);
    return zone;
  } catch (cause) {
    throw new RangeError(
      `time zone "${timeZone}" is unknown: give an IANA name such as "America/Sao_Paulo"`,
      { cause },
    );
  }
}
