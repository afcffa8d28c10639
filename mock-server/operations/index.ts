import type { Product } from '#contracts';
import { airportDetail } from './airport-detail.ts';
import { autocomplete } from './autocomplete.ts';
import { cancel } from './cancel.ts';
import { createFlatHandlers } from './flat.ts';
import { getBooking, getBookingDetail } from './get-booking.ts';
import { getBookingList } from './get-booking-list.ts';
import type { Call, Handlers } from './handler.ts';
import { hotelConditions, hotelDoBooking, hotelRevalidation } from './hotel.ts';
import { hotelDetail } from './hotel-detail.ts';
import { payBooking } from './pay-booking.ts';
import { search } from './search.ts';

const car = createFlatHandlers('car', 'CarId');
const transfer = createFlatHandlers('transfer', 'TransferId');
const tour = createFlatHandlers('tour', 'TourId');

const cancelService =
  (product: Product) =>
  ({ BookingId, ServiceId }: { BookingId: string; ServiceId: string }, call: Call) =>
    cancel(BookingId, { product, id: ServiceId }, call);

/** One handler per operation of the registry. */
export const handlers: Handlers = {
  airportDetail: request => airportDetail(request.airportCode),
  autocomplete,
  hotelDetail: (request, call) => hotelDetail(request.hotelId, call),
  'hotel.search': (request, call) => search('hotel', request.Criteria, call),
  'hotel.getBookingConditions': hotelConditions,
  'hotel.revalidateBookingConditions': hotelRevalidation,
  'hotel.doBooking': hotelDoBooking,
  'hotel.cancelByService': cancelService('hotel'),
  'car.search': (request, call) => search('car', request.Criteria, call),
  'car.getBookingConditions': car.conditions,
  'car.revalidateBookingConditions': car.revalidation,
  'car.doBooking': car.booking,
  'car.cancelByService': cancelService('car'),
  'transfer.search': (request, call) => search('transfer', request.Criteria, call),
  'transfer.getBookingConditions': transfer.conditions,
  'transfer.revalidateBookingConditions': transfer.revalidation,
  'transfer.doBooking': transfer.booking,
  'transfer.cancelByService': cancelService('transfer'),
  'tour.search': (request, call) => search('tour', request.Criteria, call),
  'tour.getBookingConditions': tour.conditions,
  'tour.revalidateBookingConditions': tour.revalidation,
  'tour.doBooking': tour.booking,
  'tour.cancelByService': cancelService('tour'),
  cancelBooking: (request, call) => cancel(request.BookingId, undefined, call),
  getBooking: (request, call) => getBooking(request.BookingId, request.ExternalReference, call),
  getBookingDetail: (request, call) => getBookingDetail(request.BookingId, call),
  getBookingList: (request, call) => getBookingList(request.SearchBookingCriteria ?? {}, call),
  payBooking,
};
