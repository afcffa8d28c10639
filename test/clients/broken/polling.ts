import {
  afterBooking,
  type Break,
  caughtBy,
  followedBy,
  type Handle,
  look,
  minute,
  noLookUp,
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
  ...caughtBy('rejected-is-final', 'rejected-no-availability', {
    'keeps polling a Rejected booking': afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  }),
  ...caughtBy('rejected-is-final', 'on-request-rejected', {
    'asks once more for an OnRequest booking that the hotel has rejected': afterBooking(ended =>
      look(ended, { times: 1, every: 10 * minute }),
    ),
  }),
  ...caughtBy('rejected-not-cancelled', 'rejected-no-availability', {
    'cancels a Rejected booking': wire({
      'hotel.doBooking': followedBy(({ other }, { BookingId }) => other('cancelBooking', { BookingId })),
    }),
  }),
  ...caughtBy('ambiguous-status-polled', 'pending-unresolved', {
    'never polls a Pending booking': wire({
      getBookingDetail: noLookUp,
    }),
  }),
  ...caughtBy(['outcome-as-expected', 'ambiguous-status-polled', 'poll-window'], 'on-request-expired', {
    'reports a room on request as rejected after one look': { ...lookingAtOnce, ...reporting('rejected') },
  }),
  ...caughtBy('poll-interval', 'pending-unresolved', {
    'polls once more ten seconds after each poll': wire({
      getBookingDetail: looksTwice,
    }),
  }),
  ...caughtBy('poll-window', 'pending-unresolved', {
    'polls for two hours': afterBooking(ended => look(ended, { times: 9, every: 10 * minute })),
  }),
  ...caughtBy('poll-stops-at-final', 'pending-confirmed', {
    'keeps polling a confirmed booking': afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  }),
];
