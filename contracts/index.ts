// The contract as one import. Rules with their clauses, the control API and the OpenAPI generator have entrances of
// their own, so that a client that imports the contract does not carry them along.
export * from './booking-status.ts';
export * from './calendar.ts';
export type { Clause, ClauseId } from './clauses.ts';
export * from './clock.ts';
export * from './duration.ts';
export * from './exchange.ts';
export * from './facts.ts';
export * from './json.ts';
export * from './limits.ts';
export * from './mask.ts';
export * from './nearest.ts';
export * from './operation.ts';
export type { SearchBookingCriteria } from './operations/get-booking-list.ts';
export type { HotelCriteria, HotelRoomOffer, SearchRoom } from './operations/hotel-search.ts';
export * from './operations/index.ts';
export * from './problems.ts';
export * from './profile.ts';
export { type Provenance, provenanceText } from './provenance.ts';
export type { ReasonKey } from './reasons.ts';
export { type BookedService, type Booking, type Product, products } from './shapes/booking.ts';
export type { Money } from './shapes/money.ts';
export type { CancellationPolicy, PropertyTax } from './shapes/offer.ts';
export type { Pax } from './shapes/pax.ts';
export type { BookingPayment, PaymentCondition } from './shapes/payment.ts';
export * from './test-cards.ts';
export { version } from './version.ts';
