import type { Clock } from '#contracts';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  type Break,
  broken,
  first,
  followedBy,
  listOf,
  minute,
  onWire,
  overriding,
  reporting,
  said,
  twice,
  wire,
} from './broken-client.ts';
import { agreeingIf, showingTotal } from './prices.ts';

const hour = 60 * minute;

/** Returns a clock that stops at the given number of milliseconds after its start. */
export const stuckAfter = (ms: number): Break => ({
  client: (setting: ClientSetting) => {
    const { clock } = setting;
    const end = clock.now() + ms;
    const stuck: Clock = {
      now: () => Math.min(clock.now(), end),
      sleep: (...asked) => clock.sleep(...asked),
    };
    return createReferenceClient({ ...setting, clock: stuck });
  },
});

/** Gets the conditions of another hotel first. Gives up if the answer for the booked room is unreadable. */
const givesUpAfterLook = wire(() => {
  let asked: object = {};
  let hasLooked = false;
  let hasGivenUp = false;
  return {
    'hotel.search': ({ body: { Credential, ...rest }, send }) => {
      asked = rest;
      return send();
    },
    'hotel.getBookingConditions': async ({ body, send, other }) => {
      if (!hasLooked) {
        hasLooked = true;
        const { Token, Hotels } = await said(await other('hotel.search', asked));
        const { HotelId, Rooms } = listOf(Hotels).findLast(hotel => hotel.HotelId !== body.HotelId) ?? {};
        const [room] = listOf(Rooms);
        await other('hotel.getBookingConditions', { Token, HotelId, RoomIds: [room?.Id] });
      }
      if (hasGivenUp) throw new TypeError('the client has given up');
      const answer = await send();
      await said(answer).catch(() => {
        hasGivenUp = true;
      });
      return answer;
    },
  };
});

export const careless = agreeingIf(() => true);

/** Books twice. Another reference makes the first one a separate booking for the ledger. */
export const bookingTwice = overriding(client => ({
  book: async (request, ...asked) => {
    await client.book({ ...request, reference: 'to be sure' }, ...asked);
    return client.book(request, ...asked);
  },
}));

const showingOldPrice = showingTotal(() => 100);

/** Returns the name of the field with the id of a hotel, car, transfer or tour. */
export const itemIn = (body: object): string | undefined =>
  Object.keys(body).find(name => /^(?:Hotel|Car|Transfer|Tour)Id$/.test(name));

export const flow = [
  broken(
    'reports a failure after a successful booking',
    'outcome-as-expected',
    'hotel-confirmed',
    reporting('failed'),
  ),
  broken('makes each booking twice in a row', 'booked-as-expected', 'hotel-confirmed', bookingTwice),
  broken(
    'makes and pays each booking twice in a row',
    ['charged-as-expected', 'booked-as-expected'],
    'prepaid-approved',
    bookingTwice,
  ),
  onWire(
    'requests the conditions of one hotel and tries to book another one',
    ['conditions-before-booking', 'request-matches-contract'],
    'hotel-confirmed',
    () => {
      let others: unknown[] = [];
      return {
        'hotel.search': followedBy(async (_, answer) => {
          const offers = listOf(Object.values(answer).find(Array.isArray));
          others = offers.flatMap(offer => offer[itemIn(offer) ?? ''] ?? []);
        }),
        'hotel.doBooking': first(({ body }) => {
          const item = itemIn(body) ?? 'HotelId';
          return { body: { ...body, [item]: others.find(id => id !== body[item]) } };
        }),
      };
    },
  ),
  onWire(
    'requests the conditions twice and books with the first ones',
    ['booking-uses-conditions-token', 'retoken-outcome-honoured'],
    'hotel-confirmed',
    () => {
      let reToken: unknown;
      return {
        'hotel.search': followedBy(async (_, { ReToken }) => {
          reToken = ReToken;
        }),
        'hotel.getBookingConditions': async ({ send, body: { Token: _, ...asked } }) => {
          const answer = await send();
          await send({ body: { ...asked, ReToken: reToken } });
          return answer;
        },
      };
    },
  ),
  onWire(
    'tries to book with the Token of the Search',
    ['booking-uses-conditions-token', 'token-used-once'],
    'hotel-confirmed',
    () => {
      let searched: unknown;
      return {
        'hotel.search': followedBy(async (_, { Token }) => {
          searched = Token;
        }),
        'hotel.doBooking': first(({ body }) => ({ body: { ...body, Token: searched } })),
      };
    },
  ),
  onWire('sends the Token of a Search a second time', 'token-used-once', 'hotel-confirmed', {
    'hotel.getBookingConditions': twice(),
  }),
  broken(
    'looks at another room first, and gives up when the conditions of its own room are unreadable',
    ['outcome-as-expected', 'booked-as-expected'],
    'conditions-answer-lost',
    givesUpAfterLook,
  ),
  broken(
    'ignores the age of its Token',
    'token-fresh',
    'token-expired-retoken-same',
    stuckAfter(20 * minute),
  ),
  broken(
    'ignores the age of its conditions',
    'conditions-fresh',
    'conditions-went-stale',
    stuckAfter(2 * minute),
  ),
  broken(
    'books at a higher price although the user declines it',
    ['price-change-confirmed', 'outcome-as-expected', 'booked-as-expected'],
    'price-up-declined',
    careless,
  ),
  broken('shows the old price of the room', 'price-change-confirmed', 'price-up', showingOldPrice),
  broken('ignores the age of its ReToken', 'retoken-within-25h', 'retoken-expired', stuckAfter(24 * hour)),
  broken(
    'shows the price from before the rooms changed',
    ['retoken-outcome-honoured', 'price-change-confirmed'],
    'token-expired-retoken-changed',
    showingOldPrice,
  ),
  onWire(
    'requests the conditions of rooms that are gone',
    'retoken-outcome-honoured',
    'token-expired-retoken-not-found',
    { 'hotel.getBookingConditions': twice() },
  ),
];
