import { apiVersion, limits, type OperationId, operationIds, type Product } from '#contracts';
import type { Service, ToolArguments } from '#contracts/tools';
import { lines, type ToolPage } from './page.ts';

export interface ReleaseNote {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The version of the REST API after the change (ver.1). */
  readonly apiVersion: string;
  /** The first version of this package that contains the change. */
  readonly packageVersion: string;
  readonly service: Service;
  readonly change: 'added' | 'changed';
  readonly note: string;
  readonly operations?: readonly OperationId[];
}

const first = { date: '2026-11-20', apiVersion, packageVersion: '0.1.0', change: 'added' } as const;

const productOperations = (product: Product) => operationIds.filter(id => id.startsWith(`${product}.`));

/** The latest first: add the note of a new change at the top. */
export const releaseNotes: readonly ReleaseNote[] = [
  {
    ...first,
    service: 'tool-server',
    note: 'The tool server has four tools: list_endpoints, get_endpoint, get_changelog, get_reference.',
  },
  {
    ...first,
    service: 'static-data',
    note: 'Static data: autocomplete suggests places for typed text; airports and hotels have details.',
    operations: ['autocomplete', 'airportDetail', 'hotelDetail'],
  },
  {
    ...first,
    service: 'payment',
    note: 'Payment: clients can pay a prepaid booking by card.',
    operations: ['payBooking'],
  },
  ...(['tour', 'transfer', 'car'] as const).map(service => ({
    ...first,
    service,
    note: `${service.charAt(0).toUpperCase()}${service.slice(1)}: clients can search, validate (also by ReToken), book (also into an existing trip) and cancel offers.`,
    operations: productOperations(service),
  })),
  {
    ...first,
    service: 'hotel',
    change: 'changed',
    note: 'Hotel: each field that the specification does not name is marked as observed in public clients or as assumed.',
  },
  {
    ...first,
    service: 'back-office',
    note: 'Back office: clients can look up, list and cancel bookings.',
    operations: ['getBooking', 'getBookingDetail', 'getBookingList', 'cancelBooking'],
  },
  {
    ...first,
    service: 'hotel',
    note: 'Hotel: clients can search, validate (also by ReToken), book and cancel rooms.',
    operations: productOperations('hotel'),
  },
];

/** The latest note is first (tool.get-changelog, ver.3). */
export function getChangelog({
  service,
  since = '',
  limit = limits.releaseNotes.value,
}: ToolArguments<'get_changelog'>): ToolPage {
  const notes = releaseNotes
    .filter(note => (service === undefined || note.service === service) && note.date >= since)
    .slice(0, limit);
  const text = notes.map(
    ({ date, apiVersion, packageVersion, service, change, note, operations = [] }) =>
      `- ${date} ${service}, API ${apiVersion} (package ${packageVersion}), ${change}: ${note}${operations.length > 0 ? ` (${operations.join(', ')})` : ''}`,
  );
  const none = 'No release note matches. Leave out `service`, or give an earlier day as `since`.';
  return { text: notes.length > 0 ? lines(text) : none, data: { notes } };
}
