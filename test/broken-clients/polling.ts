import {
  afterBooking,
  type Break,
  broken,
  followedBy,
  type Handle,
  look,
  minute,
  noLookUp,
  onWire,
  reporting,
  second,
  wire,
} from './broken-client.ts';

/** Looks every booking up once, and does not poll. */
export const lookingAtOnce: Break = wire({
  'hotel.doBooking': followedBy(({ other }, { BookingId }) => other('getBookingDetail', { BookingId })),
  getBookingDetail: noLookUp,
});

/** Never looks a booking up, and reports it as confirmed. */
export const neverLooking: Break = {
  ...wire({ getBookingDetail: noLookUp }),
  ...reporting('confirmed'),
};

export const looksTwice: Handle = async ({ send, wait }) => {
  await send();
  await wait(10 * second);
  return send();
};

export const polling = [
  broken(
    'keeps polling a Rejected booking',
    'rejected-is-final',
    'rejected-no-availability',
    afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  ),
  broken(
    'asks once more for an OnRequest booking that the hotel has rejected',
    'rejected-is-final',
    'on-request-rejected',
    afterBooking(ended => look(ended, { times: 1, every: 10 * minute })),
  ),
  onWire('cancels a Rejected booking', 'rejected-not-cancelled', 'rejected-no-availability', {
    'hotel.doBooking': followedBy(({ other }, { BookingId }) => other('cancelBooking', { BookingId })),
  }),
  onWire('never polls a Pending booking', 'ambiguous-status-polled', 'pending-unresolved', {
    getBookingDetail: noLookUp,
  }),
  onWire('polls once more ten seconds after each poll', 'poll-interval', 'pending-unresolved', {
    getBookingDetail: looksTwice,
  }),
  broken(
    'polls for two hours',
    'poll-window',
    'pending-unresolved',
    afterBooking(ended => look(ended, { times: 9, every: 10 * minute })),
  ),
  broken(
    'keeps polling a confirmed booking',
    'poll-stops-at-final',
    'pending-confirmed',
    afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  ),
];
