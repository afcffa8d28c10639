import type * as z from 'zod/mini';
import { keysOf } from '../util/index.ts';
import { cancelBooking, getBooking, getBookingDetail, getBookingList, payBooking } from './back-office.ts';
import { carOperations } from './car.ts';
import { hotelOperations } from './hotel.ts';
import { airportDetail, autocomplete, hotelDetail } from './static-data.ts';
import { tourOperations } from './tour.ts';
import { transferOperations } from './transfer.ts';

export { alsoNamedKey, alsoValuesKey, namesOf, otherNames, wordsOf } from './aliases.ts';
export type { SearchBookingCriteria } from './back-office.ts';
export type { CarCriteria, CarOffer } from './car.ts';
export { crossFieldComplaints, dateRanges } from './cross-field-checks.ts';
export type { HotelCriteria, HotelRoomOffer, SearchRoom } from './hotel.ts';
export * from './operation.ts';
export { alternativesIn } from './require.ts';
export { shapeOf, unwrap } from './schema-walk.ts';
export * from './shapes/index.ts';
export type { Suggestion } from './static-data.ts';
export { suppliers } from './suppliers.ts';
export type { TourCriteria, TourOffer } from './tour.ts';
export type { TransferCriteria, TransferOffer } from './transfer.ts';

/** All operations of the supplier by id. The server, the client and the OpenAPI generator use this registry. */
export const operations = {
  airportDetail,
  autocomplete,
  hotelDetail,
  ...hotelOperations,
  ...carOperations,
  ...transferOperations,
  ...tourOperations,
  cancelBooking,
  getBooking,
  getBookingDetail,
  getBookingList,
  payBooking,
} as const;

/** The type of the registry `operations`. */
export type Operations = typeof operations;
/** The id of an operation. */
export type OperationId = keyof Operations;
/** The parsed request of an operation. */
export type RequestOf<Id extends OperationId> = z.infer<Operations[Id]['request']>;
/** The parsed answer of an operation. */
export type ResponseOf<Id extends OperationId> = z.infer<Operations[Id]['answer']>;

/** All operation ids, in the order of the registry. */
export const operationIds: OperationId[] = keysOf(operations);

/** Returns whether a text is the id of an operation. */
export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}
