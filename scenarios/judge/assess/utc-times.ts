const minute = 60_000;
/** No time zone is this far from UTC, minutes. */
const maxOffset = 15 * 60;
const quarter = 15;

/**
 * Returns the UTC times of day for a local time: one, two when clocks are put back, or none when clocks skip it or the zone is
 * unknown.
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

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    // The Swedish locale writes dates in ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  } catch {
    return undefined;
  }
}
