/**
 * Returns the id of the booking to which a service belongs. A service id begins with the id of its booking. The booking
 * need not exist.
 *
 * @example bookingIdOf('1234567890-1') // '1234567890'
 */
export const bookingIdOf = (serviceId: string): string => serviceId.slice(0, serviceId.lastIndexOf('-'));
