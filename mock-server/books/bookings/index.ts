export { Bookings, bookingIdOf, nextPollDue, nextServiceId, synchronise } from './bookings.ts';
export { type Charge, chargeCard, chargeFor } from './payment.ts';
export { planCancellation, planPayment, planTimeline } from './plan.ts';
export {
  referenceOf,
  renderBooking,
  renderIdentity,
  renderService,
  toMoney,
  toPolicies,
  wireStatusOf,
} from './wire.ts';
