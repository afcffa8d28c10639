import {
  afterBooking,
  type Break,
  type BrokenClient,
  followedBy,
  type Handle,
  look,
  minute,
  noLookUp,
  second,
  wire,
} from './broken-client.ts';

/** Looks every booking up once, and does not poll. */
export const lookingAtOnce: Break = wire({
  'hotel.doBooking': followedBy(({ other }, { BookingId }) => other('getBookingDetail', { BookingId })),
  getBookingDetail: noLookUp,
});

export const looksTwice: Handle = async ({ send, wait }) => {
  await send();
  await wait(10 * second);
  return send();
};

export const polling: readonly BrokenClient[] = [
  {
    name: 'keeps polling a Rejected booking',
    rule: 'rejected-is-final',
    scenario: 'rejected-no-availability',
    breakIt: afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  },
  {
    name: 'asks once more for an OnRequest booking that the hotel has rejected',
    rule: 'rejected-is-final',
    scenario: 'on-request-rejected',
    breakIt: afterBooking(ended => look(ended, { times: 1, every: 10 * minute })),
  },
  {
    name: 'cancels a Rejected booking',
    rule: 'rejected-not-cancelled',
    scenario: 'rejected-no-availability',
    breakIt: wire({
      'hotel.doBooking': followedBy(({ other }, { BookingId }) => other('cancelBooking', { BookingId })),
    }),
  },
  {
    name: 'never polls a Pending booking',
    rule: 'ambiguous-status-polled',
    scenario: 'pending-unresolved',
    breakIt: wire({ getBookingDetail: noLookUp }),
  },
  {
    name: 'polls once more ten seconds after each poll',
    rule: 'poll-interval',
    scenario: 'pending-unresolved',
    breakIt: wire({ getBookingDetail: looksTwice }),
  },
  {
    name: 'polls for two hours',
    rule: 'poll-window',
    scenario: 'pending-unresolved',
    breakIt: afterBooking(ended => look(ended, { times: 9, every: 10 * minute })),
  },
  {
    name: 'keeps polling a confirmed booking',
    rule: 'poll-stops-at-final',
    scenario: 'pending-confirmed',
    breakIt: afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  },
];
