import { endOfDay, formatTimeSpan, limits, type ResponseOf, type SearchBookingCriteria } from '#contracts';
import { foldText } from '#contracts/util';
import { type BookingRecord, type ListQuery, renderIdentity, type ServiceRecord } from '../books/index.ts';
import { isVisible } from './get-booking.ts';
import type { Call } from './handler.ts';

type Summary = ResponseOf<'getBookingList'>['Bookings'][number];

/** The last changed booking is first. Unlike GetBookingDetail, the list does not update the statuses (ep.list, decision 1). */
export function getBookingList(criteria: SearchBookingCriteria, call: Call) {
  const { sandbox, owner, now } = call;
  const found: Summary[] = [];
  for (const booking of sandbox.store.list(toQuery(criteria, owner))) {
    if (!isVisible(booking, call)) continue;
    const summary = summarise(booking);
    if (!matches(summary, booking, criteria)) continue;
    found.push(summary);
    if (found.length === limits.listedBookings.value) break;
  }
  return { answer: { Bookings: found, TimeSpan: formatTimeSpan(now), Errors: [] } };
}

function toQuery(criteria: SearchBookingCriteria, owner: string): ListQuery {
  const { BookingNumber: ids = [], ExternalReference: reference } = criteria;
  const updatedFrom = [criteria.UpdatedFrom, criteria.InitialUpdateDate]
    .filter(from => from !== undefined)
    .sort()
    .at(-1);
  return {
    owner,
    ...(ids.length > 0 && { ids }),
    ...(reference !== undefined && { reference }),
    ...(updatedFrom !== undefined && { updatedFrom: instantOf(updatedFrom) }),
  };
}

/** Milliseconds since 1970. Time stamps and dates are in UTC. */
const instantOf = (text: string): number =>
  Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);

function summarise(booking: BookingRecord): Summary {
  const main = booking.services[0]?.paxs.find(pax => pax.MainPax) ?? booking.services[0]?.paxs[0];
  return {
    ...renderIdentity(booking),
    ServiceTypes: [...new Set(booking.services.map(service => service.product))],
    FirstServiceDate: booking.services.map(service => service.start).sort()[0] ?? '',
    MainPaxName: main ? `${main.Name} ${main.Surname}` : '',
  };
}

const within = (value: string, from = '', to = '￿'): boolean => value >= from && value <= to;

function matches(summary: Summary, booking: BookingRecord, criteria: SearchBookingCriteria): boolean {
  const { BookingStatus, ServiceTypes, PassengerName, ExternalReference, SupplierLoc } = criteria;
  const { InitialUpdateDate, FinalUpdateDate } = criteria;
  const dates = booking.services.map(service => service.start);
  const stays = booking.services.filter(({ product }) => product === 'hotel').map(({ start }) => start);
  const someDate = (list: string[], from?: string, to?: string) =>
    (from === undefined && to === undefined) || list.some(date => within(date, from, to));
  return (
    within(summary.UpdatedAt, criteria.UpdatedFrom, criteria.UpdatedTo) &&
    within(summary.UpdatedAt, InitialUpdateDate, FinalUpdateDate && endOfDay(FinalUpdateDate)) &&
    within(summary.CreatedAt.slice(0, 10), criteria.InitialBookingDate, criteria.FinalBookingDate) &&
    someDate(stays, criteria.CheckinDateFrom, criteria.CheckinDateTo) &&
    someDate(dates, criteria.InitialServiceDate, criteria.FinalServiceDate) &&
    someDate(
      booking.services.flatMap(cancelledOn),
      criteria.CancelationDateStart,
      criteria.CancelationDateEnd,
    ) &&
    someDate(
      booking.services.map(service => payBy(service, booking)),
      criteria.PaymentDeadlineStart,
      criteria.PaymentDeadlineEnd,
    ) &&
    (ExternalReference === undefined ||
      booking.services.some(({ reference }) => reference === ExternalReference)) &&
    (SupplierLoc === undefined ||
      booking.services.some(({ confirmation }) => confirmation === SupplierLoc)) &&
    (!BookingStatus?.length || BookingStatus.includes(summary.bookingStatus)) &&
    (!ServiceTypes?.length || summary.ServiceTypes.some(type => ServiceTypes.includes(type))) &&
    (PassengerName === undefined || hasPassenger(booking, foldText(PassengerName)))
  );
}

const dayOf = (instant: number): string => formatTimeSpan(instant).slice(0, 10);

const cancelledOn = ({ stored, timeline }: ServiceRecord): string[] =>
  stored === 'cancelled' ? timeline.filter(({ status }) => status === stored).map(({ at }) => dayOf(at)) : [];

/** The day on which a cancellation begins to cost money, but not before the booking (decision 6). */
const payBy = ({ policies }: ServiceRecord, { createdAt }: BookingRecord): string =>
  [policies[0]?.start ?? '', dayOf(createdAt)].sort().at(-1) ?? '';

function hasPassenger(booking: BookingRecord, folded: string): boolean {
  return booking.services.some(({ paxs }) =>
    paxs.some(pax => foldText(`${pax.Name} ${pax.Surname}`).includes(folded)),
  );
}
