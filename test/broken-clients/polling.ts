import { afterBooking, type BrokenClient, look, minute, second, wire } from './broken-client.ts';

/** Following a status until it is decided, and no further. */
export const polling: readonly BrokenClient[] = [
  {
    name: 'asks again and again about what was rejected',
    rule: 'rejected-is-final',
    scenario: 'rejected-no-availability',
    breakIt: afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  },
  {
    name: 'never looks at a booking that is Pending',
    rule: 'ambiguous-status-polled',
    scenario: 'pending-unresolved',
    breakIt: wire({
      getBookingDetail: async () => {
        throw new TypeError('nobody looks');
      },
    }),
  },
  {
    name: 'polls once more ten seconds after each poll',
    rule: 'poll-interval',
    scenario: 'pending-unresolved',
    breakIt: wire({
      getBookingDetail: async ({ send, wait }) => {
        await send();
        await wait(10 * second);
        return send();
      },
    }),
  },
  {
    name: 'polls for two hours',
    rule: 'poll-window',
    scenario: 'pending-unresolved',
    breakIt: afterBooking(ended => look(ended, { times: 9, every: 10 * minute })),
  },
  {
    name: 'goes on polling what is confirmed',
    rule: 'poll-stops-at-final',
    scenario: 'pending-confirmed',
    breakIt: afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  },
];
