export { Bookings, bookingIdOf, nextServiceId } from './bookings.ts';
export { type Charge, chargeCard, chargeFor } from './payment.ts';
export { planCancellation, planPayment, planTimeline } from './plan.ts';
export { nextPollDue, synchronise } from './timeline.ts';
export {
  referenceOf,
  renderBooking,
  renderIdentity,
  renderService,
  toMoney,
  toPolicies,
  wireStatusOf,
} from './wire.ts';
