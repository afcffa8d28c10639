import { findProduct } from '../shapes/index.ts';
import { asObject, compact } from '../util/index.ts';
import { asText, firstOf, orNone } from './read-json.ts';

/** The criteria in a request for GetBookingList. They decide which bookings the list can contain. */
export interface ListFilter {
  ids?: string[];
  reference?: string;
  statuses?: string[];
  products?: string[];
  /** The supplier's confirmation number. */
  confirmation?: string;
  /** The criteria that limit dates. The keys are the names of the fields. */
  dates?: Partial<Record<DateLimit, string>>;
}

/** The name of a criterion that limits a date. */
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
  'InitialUpdateDate',
  'FinalUpdateDate',
] as const;

/** The maximum number of values of one criterion. The limit keeps the recorded data small. */
const maxValues = 20;

/** Returns the criteria of a GetBookingList. Returns undefined when the request has no criteria. */
export function listFilter(criteria: unknown): ListFilter | undefined {
  if (criteria === undefined) return undefined; // every recorded call comes here
  const { BookingNumber, ExternalReference, BookingStatus, ServiceTypes, SupplierLoc, ...given } =
    asObject(criteria);
  const dates = dateLimits.flatMap(name => {
    const value = asText(given[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const filter = compact({
    ids: texts(BookingNumber),
    reference: asText(ExternalReference),
    statuses: texts(BookingStatus),
    // A recording of another supplier contains the words of the client.
    products: texts(ServiceTypes)?.map(word => findProduct(word) ?? word),
    confirmation: asText(SupplierLoc),
    dates: dates.length > 0 ? (Object.fromEntries(dates) as ListFilter['dates'] & object) : undefined, // the keys come from `dateLimits`
  });
  return Object.keys(filter).length > 0 ? filter : undefined;
}

/**
 * Returns the texts in a list. Returns undefined for an empty list, because an empty list does not restrict the result
 * (decision 1).
 */
function texts(values: unknown): string[] | undefined {
  return orNone(firstOf(values, maxValues).flatMap(value => asText(value) ?? []));
}
