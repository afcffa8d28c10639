import { describeProduct } from '../expect-product.ts';

describeProduct('hotel', {
  'hotel.search:status=429,retryAfter=30': 'rate-limited-seconds',
  'hotel.search:status=500': 'server-error-once',
  'hotel.getBookingConditions:sold-out': 'sold-out-at-conditions',
  'hotel.doBooking:business=FAILED': 'business-failed',
  'hotel.doBooking:business=Rejected,errors=RoomUnavailable': 'rejected-no-availability',
  'hotel.doBooking:business,errors=SupplierTimeout': 'business-errors',
  'hotel.doBooking:timeline=technical-problem': 'technical-problem-unresolved',
  'hotel.doBooking:timeline=on-request': 'on-request-confirmed',
  'hotel.doBooking:timeline=pending': 'pending-unresolved',
  'hotel.doBooking:timeline=credit-blocked': 'credit-blocked',
});
