import type { Complaint } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { isLocationType } from '#contracts/shapes';
import { dayMinutes, hourText, localMinutes } from './local-times.ts';
import type { Places } from './places.ts';
import { type Destination, isoOffsetMinutes, localDate } from './reference/index.ts';

/** A date and time of day at a place, by its clocks. */
export interface Moment {
  destination: Destination;
  date: string;
  /** After local midnight. */
  minutes: number;
}

/**
 * Reads a moment; undefined when something of it is missing or wrong, which others complain about.
 *
 * @param location LocationType and LocationCode, read with care
 * @param when a local date, and a time of day in UTC (date.hours)
 */
export function readMoment(
  location: unknown,
  { date, time }: { date: unknown; time: unknown },
  places: Places,
): Moment | undefined {
  const { LocationCode: code, LocationType: type }: Partial<Record<string, unknown>> = Object(location); // may be anything
  if (typeof code !== 'string' || !isLocationType(type)) return undefined;
  const destination = places.location(type, code)?.destination;
  if (!destination || typeof date !== 'string' || typeof time !== 'string') return undefined;
  if (Number.isNaN(dayNumber(date))) return undefined;
  const minutes = localMinutes(destination.timeZone, date, time);
  return Number.isNaN(minutes) ? undefined : { destination, date, minutes };
}

/** Minutes by the clock of the place: what a day of rental is counted by, whatever the clocks are put to meanwhile. */
export const clockMinutes = ({ date, minutes }: Moment): number => dayNumber(date) * dayMinutes + minutes;

/** The instant of a moment, epoch milliseconds. */
export function instantOf({ destination, date, minutes }: Moment): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const utc = minutes - isoOffsetMinutes(destination.timeZone, midnight + 12 * 3_600_000);
  return midnight + utc * 60_000;
}

/** A moment as people read it. */
export const clockText = ({ date, minutes, destination }: Moment): string =>
  `${hourText(minutes)} on ${date} in ${destination.name.en}`;

/** What begins today must not have begun; earlier dates are complained about with the request. */
export function complainAboutPast(field: string, moment: Moment | undefined, now: number): Complaint[] {
  if (!moment || localDate(moment.destination.timeZone, now) !== moment.date || instantOf(moment) >= now)
    return [];
  return [{ field, message: `lies in the past: ${clockText(moment)} has gone by` }];
}
