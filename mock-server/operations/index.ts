import { cancel } from './cancel.ts';
import { getBooking, getBookingDetail } from './get-booking.ts';
import { getBookingList } from './get-booking-list.ts';
import type { Handlers } from './handler.ts';
import { hotelConditions, hotelDoBooking, hotelRevalidation } from './hotel.ts';
import { search } from './search.ts';

/** One handler per operation of the registry. */
export const handlers: Handlers = {
  'hotel.search': (request, call) => search('hotel', request.Criteria, call),
  'hotel.getBookingConditions': hotelConditions,
  'hotel.revalidateBookingConditions': hotelRevalidation,
  'hotel.doBooking': hotelDoBooking,
  'hotel.cancelByService': (request, call) => cancel(request.BookingId, request.ServiceId, call),
  cancelBooking: (request, call) => cancel(request.BookingId, undefined, call),
  getBooking: (request, call) => getBooking(request.BookingId, request.ExternalReference, call),
  getBookingDetail: (request, call) => getBookingDetail(request.BookingId, call),
  getBookingList: (request, call) => getBookingList(request.SearchBookingCriteria ?? {}, call),
};
