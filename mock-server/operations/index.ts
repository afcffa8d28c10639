import { cancel } from './cancel.ts';
import { getBooking, getBookingDetail } from './get-booking.ts';
import { getBookingList } from './get-booking-list.ts';
import type { Handlers } from './handler.ts';
import { payBooking } from './pay-booking.ts';
import { handlersOf } from './product.ts';
import { airportDetail, autocomplete, hotelDetail } from './static-data.ts';

export type { Handler, ReplayKey } from './handler.ts';
export { renderSearchAgain } from './product.ts';

export const handlers: Handlers = {
  airportDetail: (request, call) => airportDetail(request.airportCode, call),
  autocomplete,
  hotelDetail: (request, call) => hotelDetail(request.hotelId, call),
  ...handlersOf('hotel'),
  ...handlersOf('car'),
  ...handlersOf('transfer'),
  ...handlersOf('tour'),
  cancelBooking: ({ BookingId, ServiceType: product }, call) =>
    cancel(BookingId, product && { product }, call),
  getBooking: (request, call) => getBooking(request.BookingId, request.ExternalReference, call),
  getBookingDetail: (request, call) => getBookingDetail(request.BookingId, call),
  getBookingList: (request, call) => getBookingList(request.SearchBookingCriteria ?? {}, call),
  payBooking,
};
