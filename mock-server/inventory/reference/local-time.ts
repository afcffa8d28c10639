import { isoOffsetMinutes } from '#contracts/util';

/** As `YYYY-MM-DD` (date.local). */
export const localDate = (timeZone: string, instant: number): string =>
  new Date(instant + isoOffsetMinutes(timeZone, instant) * 60_000).toISOString().slice(0, 10);
