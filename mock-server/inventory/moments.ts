import type { Complaint } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { isLocationType } from '#contracts/shapes';
import { isoOffsetMinutes } from '#contracts/util';
import type { Places } from './places.ts';

/** `minutes`: after local midnight. */
export type Moment = NonNullable<ReturnType<typeof readMoment>>;

export const dayMinutes = 1_440;
const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);

/** From a time of day in UTC to minutes after local midnight (date.hours). Both times are on the same local date. */
export function localMinutes(timeZone: string, date: string, time: string): number {
  const utc = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (utc + isoOffsetMinutes(timeZone, noon(date)) + dayMinutes) % dayMinutes;
}

/** From minutes after local midnight to a time of day in UTC, as `HH:MM`. */
export const utcHour = (timeZone: string, date: string, minutes: number): string =>
  hourText((minutes - isoOffsetMinutes(timeZone, noon(date)) + 2 * dayMinutes) % dayMinutes);

const hourText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** As `YYYY-MM-DD` (date.local). */
export const localDate = (timeZone: string, instant: number): string =>
  new Date(instant + isoOffsetMinutes(timeZone, instant) * 60_000).toISOString().slice(0, 10);

/** Undefined for a missing or wrong value, because other checks report it. */
export function readMoment(location: unknown, date: unknown, time: unknown, places: Places) {
  const { LocationCode: code, LocationType: type }: Partial<Record<string, unknown>> = Object(location); // not validated before this check
  if (typeof code !== 'string' || !isLocationType(type)) return undefined;
  const destination = places.location(type, code)?.destination;
  if (!destination || typeof date !== 'string' || typeof time !== 'string') return undefined;
  if (Number.isNaN(dayNumber(date))) return undefined;
  const minutes = localMinutes(destination.timeZone, date, time);
  return Number.isNaN(minutes) ? undefined : { destination, date, minutes };
}

/** The days of a rental are counted by the local clock, so a change to summer time during the rental has no effect. */
export const clockMinutes = ({ date, minutes }: Moment): number => dayNumber(date) * dayMinutes + minutes;

export const instantOf = ({ destination, date, minutes }: Moment): number =>
  Date.parse(`${date}T00:00:00Z`) + (minutes - isoOffsetMinutes(destination.timeZone, noon(date))) * 60_000;

const clockText = ({ date, minutes, destination }: Moment): string =>
  `${hourText(minutes)} on ${date} in ${destination.name.en}`;

/** Only for today's local date; the check of the request rejects earlier dates. */
export function complainAboutPast(field: string, moment: Moment | undefined, now: number): Complaint[] {
  if (!moment || localDate(moment.destination.timeZone, now) !== moment.date || instantOf(moment) >= now)
    return [];
  return [{ field, message: `is in the past: ${clockText(moment)}; send a later time` }];
}

/** The check of the request reports an end on an earlier date. */
export function complainAboutOrder(
  field: string,
  [first, last]: readonly (Moment | undefined)[],
  begin: string,
): Complaint[] {
  if (!first || !last || last.date < first.date || clockMinutes(last) > clockMinutes(first)) return [];
  return [
    { field, message: `${clockText(last)} is not after ${begin} at ${clockText(first)} (local times)` },
  ];
}
