// Rules, the control API, faults, scenarios and the OpenAPI generator have their own entries, so that a client does
// not load them.
export { pathPattern, placeholders, writeAddress } from './address.ts';
export {
  canMove,
  findStatus,
  isCancelStep,
  isFinal,
  type PollingPlan,
  pollingPlan,
  pollingPlans,
  type ServiceStatus,
  statuses,
  statusWords,
  wireStatus,
} from './booking-status.ts';
export { addDays, endOfDay, formatTimeSpan, nightsBetween, utcDate } from './calendar.ts';
export type { Clause, ClauseId } from './clauses/index.ts';
export { type Clock, systemClock } from './clock.ts';
export { crossFieldComplaints } from './cross-field-checks.ts';
export { DurationError, durationInWords, formatDuration, parseDuration } from './duration.ts';
export { type Limit, limits } from './limits.ts';
export type {
  AnyOperation,
  Complaint,
  Effect,
  InspectContext,
  Operation,
  RequestHeader,
} from './operation.ts';
export {
  type CarCriteria,
  type CarOffer,
  type HotelCriteria,
  type HotelRoomOffer,
  isOperationId,
  type OperationId,
  type Operations,
  operationIds,
  operations,
  type RequestOf,
  type ResponseOf,
  type SearchBookingCriteria,
  type SearchRoom,
  type Suggestion,
  type TourCriteria,
  type TourOffer,
  type TransferCriteria,
  type TransferOffer,
} from './operations/index.ts';
export { type ErrorEntry, isProblemCode, type Problem, type ProblemCode, problems } from './problems.ts';
export {
  applyProfile,
  type Dialect,
  type Direction,
  type Profile,
  ProfileError,
  type ProfileProblem,
  parseProfile,
  type Registry,
  type SpokenOperation,
} from './profile/index.ts';
export type { Provenance } from './provenance.ts';
export type { AssumptionKey, ObservationKey } from './reasons.ts';
export {
  type BookedService,
  type Booking,
  type BookingPayment,
  type CancellationPolicy,
  findProduct,
  isChild,
  type LocationType,
  type Money,
  type Pax,
  type PaymentCondition,
  type PricingInfo,
  type Product,
  type PropertyTax,
  productNames,
  products,
} from './shapes/index.ts';
export { type CardResult, testCards } from './test-cards.ts';
export type { JsonObject } from './util/index.ts';
export { apiVersion, version } from './version.ts';
