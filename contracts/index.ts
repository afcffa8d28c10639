// The contract as one import. Rules with their clauses, the control API and the OpenAPI generator have entrances of
// their own, so that a client that imports the contract does not carry them along.
export * from './address.ts';
export * from './booking-status.ts';
export * from './calendar.ts';
export type { Clause, ClauseId } from './clauses/index.ts';
export * from './clock.ts';
export * from './duration.ts';
export * from './limits.ts';
export * from './operation.ts';
export type { Suggestion } from './operations/autocomplete.ts';
export type { CarCriteria, CarOffer } from './operations/car.ts';
export type { SearchBookingCriteria } from './operations/get-booking-list.ts';
export type { HotelCriteria, HotelRoomOffer, SearchRoom } from './operations/hotel-search.ts';
export * from './operations/index.ts';
export type { TourCriteria, TourOffer } from './operations/tour.ts';
export type { TransferCriteria, TransferOffer } from './operations/transfer.ts';
export * from './problems.ts';
export {
  applyProfile,
  type Dialect,
  type Direction,
  type Profile,
  ProfileError,
  type ProfileProblem,
  parseProfile,
  profileSchema,
  type SpokenOperation,
} from './profile/index.ts';
export { assumed, byAssumption, type Provenance, provenanceText } from './provenance.ts';
export type { ReasonKey } from './reasons.ts';
export { errorBody } from './shapes/answer.ts';
export { type BookedService, type Booking, type Product, productNames, products } from './shapes/booking.ts';
export { isCountryCode } from './shapes/countries.ts';
export { isLocationType, type LocationType, locationTypes, timeOf } from './shapes/location.ts';
export type { Money, PricingInfo } from './shapes/money.ts';
export type { CancellationPolicy, PropertyTax } from './shapes/offer.ts';
export type { Pax } from './shapes/pax.ts';
export type { BookingPayment, PaymentCondition } from './shapes/payment.ts';
export * from './test-cards.ts';
export { version } from './version.ts';
