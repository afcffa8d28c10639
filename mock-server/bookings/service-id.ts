import type { BookingRecord } from '../store/index.ts';

/** The number of digits in a service id that count the services of a booking. */
const countDigits = 2;
/** The number of digits in a booking id. */
const bookingDigits = 10;

/**
 * Returns the id of the next service of a booking: the booking id and the number of the service. Public clients read service ids
 * as numbers.
 *
 * @example nextServiceId({ id: '7178493605', services: [] }) // '717849360501'
 */
export const nextServiceId = ({ id, services }: Pick<BookingRecord, 'id' | 'services'>): string =>
  id + String(services.length + 1).padStart(countDigits, '0');

/**
 * Returns the id of the booking that a service id begins with. The booking need not exist.
 *
 * @example bookingIdOf('717849360501') // '7178493605'
 */
export const bookingIdOf = (serviceId: string): string => serviceId.slice(0, bookingDigits);
