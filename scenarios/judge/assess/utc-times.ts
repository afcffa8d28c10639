const minute = 60_000;
/** The largest difference to UTC that the search tries, in minutes. No time zone differs more from UTC. */
const maxOffset = 15 * 60;
const quarter = 15;

/**
 * Returns the UTC times of day that match a local time. The result has two times when clocks are put back, and no time when
 * clocks skip the local time or the zone is unknown.
 *
 * @param date local date, YYYY-MM-DD
 * @param time local time, HH:MM
 * @example utcTimes('2027-03-10', '22:00', 'America/Sao_Paulo') // ['01:00']
 */
export function utcTimes(date: string, time: string, timeZone: string): string[] {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const format = formatOf(timeZone);
  if (!format || Number.isNaN(shown)) return [];
  const found: string[] = [];
  for (let offset = -maxOffset; offset <= maxOffset; offset += quarter) {
    const at = new Date(shown - offset * minute);
    if (format.format(at) === `${date} ${time}`) found.push(at.toISOString().slice(11, 16));
  }
  return found;
}

/** The formats of the known zones. There are only some hundred zones, and a format takes long to create. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    // The Swedish locale writes dates in ISO 8601.
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timeZone, format);
    return format;
  } catch {
    return undefined;
  }
}
