import { dayNumber, nightsBetween } from '../calendar.ts';
import { limits } from '../limits.ts';
import type { Complaint, InspectContext } from '../operation.ts';
import { timeOf, wellFormedTime } from '../shapes/index.ts';
import { asObject } from '../util/index.ts';

// Inspections read values that may be anything: what has the wrong form is complained about by its own schema.

/** A date of a request, and the field it stands in. */
export interface DateField {
  field: string;
  date: unknown;
}

/** What begins must not begin before today, at none of the places where it may be (date.local). */
export function inspectPast(
  { field, date }: DateField,
  places: unknown[],
  { latestToday, today }: InspectContext,
): Complaint[] {
  if (typeof date !== 'string') return [];
  // Dates of this form sort as text.
  if (date >= latestToday || Number.isNaN(dayNumber(date))) return [];
  const here = places.slice(0, limits.hotelIds.value).map(today).sort().at(-1) ?? latestToday;
  if (date >= here) return [];
  return [{ field, message: `lies in the past: "${date}" is before today at the destination, ${here}` }];
}

/** A period ends on the day it begins or later, and lasts no longer than `most` days. */
export function inspectPeriod(first: DateField, last: DateField, most: number): Complaint[] {
  if (typeof first.date !== 'string' || typeof last.date !== 'string') return [];
  const days = nightsBetween(first.date, last.date);
  const { field } = last;
  if (days < 0) return [{ field, message: `"${last.date}" is before ${nameOf(first)} "${first.date}"` }];
  if (!(days > most)) return []; // also when one of them is no date
  return [{ field, message: `${days} days after ${nameOf(first)}; at most ${most} (assumed limit)` }];
}

/** The name of a field within its criteria. */
const nameOf = ({ field }: DateField): string => field.slice(field.indexOf('.') + 1);

/** A time that is sent in both ways is the same in both (date.hours). */
export function inspectTime(holder: unknown, path: string): Complaint[] {
  const { Time, ...numbers } = wellFormedTime.safeParse(holder).data ?? {};
  const told = timeOf(numbers);
  if (Time === undefined || told === undefined || told === Time) return [];
  const message = `Hour and Minutes make "${told}", but Time is "${Time}"; send one of them`;
  return [{ field: `${path}.Hour`, message }];
}

/** Judges how many travellers the criteria of a Search add up to, by the names of their fields: of `adults` one is sent. */
export function inspectTravellers(
  criteria: unknown,
  fields: { adults: readonly [string, ...string[]]; children: string },
): Complaint[] {
  const given = asObject(criteria);
  const [adults = 0] = fields.adults.map(name => given[name]).filter(value => value !== undefined);
  const total = countOf(adults) + countOf(given[fields.children]);
  if (total <= limits.travellers.value) return [];
  const message = `${total} travellers; at most ${limits.travellers.value} (assumed limit)`;
  const field = fields.adults.find(name => given[name] !== undefined) ?? fields.adults[0];
  return [{ field: `Criteria.${field}`, message }];
}

const countOf = (value: unknown): number =>
  typeof value === 'number' ? value : Array.isArray(value) ? value.length : 0;
