import { asObject, compact } from '../util/index.ts';
import { firstOf, text } from './small.ts';

/** What a GetBookingList leaves out: its criteria, as far as they tell whether one booking can be among those found. */
export interface ListFilter {
  ids?: string[];
  reference?: string;
  statuses?: string[];
  products?: string[];
  /** The limits of its dates, by the names of the contract. */
  dates?: Partial<Record<DateLimit, string>>;
}

/** A field of the criteria that limits a date. */
export type DateLimit = (typeof dateLimits)[number];

const dateLimits = [
  'CheckinDateFrom',
  'CheckinDateTo',
  'InitialServiceDate',
  'FinalServiceDate',
  'InitialBookingDate',
  'FinalBookingDate',
  'UpdatedFrom',
  'UpdatedTo',
] as const;

/** Facts stay small: nobody needs more of a filter. */
const most = 20;

/** The criteria of a list; undefined where it asks for every booking. */
export function listFilter(criteria: unknown): ListFilter | undefined {
  const { BookingNumber, ExternalReference, BookingStatus, ServiceTypes, ...given } = asObject(criteria);
  const dates = dateLimits.flatMap(name => {
    const value = text(given[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const filter = compact({
    ids: texts(BookingNumber),
    reference: text(ExternalReference),
    statuses: texts(BookingStatus),
    products: texts(ServiceTypes),
    dates: dates.length > 0 ? (Object.fromEntries(dates) as ListFilter['dates'] & object) : undefined, // its names are those above
  });
  return Object.keys(filter).length > 0 ? filter : undefined;
}

/** An empty list is no limit (decision 1). */
function texts(values: unknown): string[] | undefined {
  const found = firstOf(values, most).flatMap(value => text(value) ?? []);
  return found.length > 0 ? found : undefined;
}
