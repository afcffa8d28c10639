// The parts that requests and answers are made of.
export { bookingStatus, errorBody, errorEntry, errorsField, statusFields, timeSpanField } from './answer.ts';
export {
  type BookedService,
  type Booking,
  bookedService,
  booking,
  bookingSummary,
  type Product,
  productNames,
  products,
} from './booking.ts';
export { isCountryCode } from './countries.ts';
export { credential, credentialField } from './credential.ts';
export {
  isLocationType,
  type LocationType,
  locationFields,
  locationType,
  locationTypes,
  timeAlternatives,
  timeFields,
  timeOf,
  wellFormedTime,
} from './location.ts';
export { type Money, money, type PricingInfo, pricingInfo, totalSellingPrice } from './money.ts';
export {
  type CancellationPolicy,
  cancellationPolicy,
  offerFlags,
  type PropertyTax,
  propertyTax,
} from './offer.ts';
export { bookedPax, childAges, type Pax, pax, travellers } from './pax.ts';
export {
  type BookingPayment,
  bookedPayment,
  bookingPayment,
  contractingParty,
  creditCard,
  type PaymentCondition,
  paymentCondition,
  paymentRequest,
  paymentStatus,
} from './payment.ts';
export {
  amount,
  count,
  countryCode,
  currencyCode,
  isoDate,
  text,
  timeStamp,
  utcTime,
  word,
} from './scalars.ts';
export { destinationIdField, staticAccess, staticOperation, wholeNumber } from './static.ts';
export {
  bookingProblems,
  cancelAnswer,
  cancelProblems,
  conditionsAnswer,
  doBookingAnswer,
  idempotencyHeader,
  revalidation,
  searchTokenFields,
} from './steps.ts';
