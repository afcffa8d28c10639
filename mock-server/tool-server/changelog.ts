import { apiVersion, limits, type OperationId } from '#contracts';
import type { Service, ToolArguments } from '#contracts/tools';

/** One note of the contract's own history. */
export interface ReleaseNote {
  /** Day of the change, `YYYY-MM-DD`. */
  readonly date: string;
  /** The version that the REST API had, as its OpenAPI document gives it (ver.1). */
  readonly apiVersion: string;
  /** The version of this package, the first that had it. */
  readonly packageVersion: string;
  readonly service: Service;
  readonly change: 'added' | 'changed';
  readonly note: string;
  /** The operations it is about. */
  readonly operations?: readonly OperationId[];
}

const versions = { apiVersion, packageVersion: '0.1.0' };

/** Every note, the latest first. A change of the contract adds its line at the top. */
export const releaseNotes: readonly ReleaseNote[] = [
  {
    date: '2026-11-20',
    ...versions,
    service: 'tool-server',
    change: 'added',
    note: 'The tool server answers: list_endpoints, get_endpoint, get_changelog, get_reference.',
  },
  {
    date: '2026-11-20',
    ...versions,
    service: 'static-data',
    change: 'added',
    note: 'Static data: places are completed while they are typed; airports and hotels have their details.',
    operations: ['autocomplete', 'airportDetail', 'hotelDetail'],
  },
  {
    date: '2026-11-20',
    ...versions,
    service: 'payment',
    change: 'added',
    note: 'Payment: a prepaid booking is paid by card.',
    operations: ['payBooking'],
  },
  ...(['tour', 'transfer', 'car'] as const).map(added),
  {
    date: '2026-11-20',
    ...versions,
    service: 'hotel',
    change: 'changed',
    note: 'Hotel: what the specification does not name is marked as assumed, field by field.',
  },
  {
    date: '2026-11-20',
    ...versions,
    service: 'back-office',
    change: 'added',
    note: 'Back office: bookings are looked up, listed and cancelled.',
    operations: ['getBooking', 'getBookingDetail', 'getBookingList', 'cancelBooking'],
  },
  {
    date: '2026-11-20',
    ...versions,
    service: 'hotel',
    change: 'added',
    note: 'Hotel: rooms are searched, their conditions validated, also by ReToken, booked, and cancelled.',
    operations: [
      'hotel.search',
      'hotel.getBookingConditions',
      'hotel.revalidateBookingConditions',
      'hotel.doBooking',
      'hotel.cancelByService',
    ],
  },
];

/** Three products came in one go, with the same five steps. */
function added(service: 'car' | 'transfer' | 'tour'): ReleaseNote {
  const capital = service.charAt(0).toUpperCase() + service.slice(1);
  return {
    date: '2026-11-20',
    ...versions,
    service,
    change: 'added',
    note: `${capital}: one can be searched, validated, also by ReToken, booked, for a trip that exists as well, and cancelled.`,
    operations: [
      `${service}.search`,
      `${service}.getBookingConditions`,
      `${service}.revalidateBookingConditions`,
      `${service}.doBooking`,
      `${service}.cancelByService`,
    ],
  };
}

/**
 * The notes that are asked for, the latest first (tool.get-changelog, ver.3).
 *
 * @example findNotes({ service: 'hotel', limit: 1 })
 */
export function findNotes({
  service,
  since = '',
  limit = limits.releaseNotes.value,
}: ToolArguments<'get_changelog'>): ReleaseNote[] {
  return releaseNotes
    .filter(note => (service === undefined || note.service === service) && note.date >= since)
    .slice(0, limit);
}
