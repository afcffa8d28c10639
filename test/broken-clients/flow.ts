import type { Clock } from '#contracts';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  type Break,
  type BrokenClient,
  first,
  followedBy,
  listOf,
  minute,
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

const bookingAnotherHotel = wire(() => {
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
});

const askingTwice = wire(() => {
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
});

const bookingBySearch = wire(() => {
  let searched: unknown;
  return {
    'hotel.search': followedBy(async (_, { Token }) => {
      searched = Token;
    }),
    'hotel.doBooking': first(({ body }) => ({ body: { ...body, Token: searched } })),
  };
});

export const flow: readonly BrokenClient[] = [
  {
    name: 'reports a failure after a successful booking',
    rule: 'outcome-as-expected',
    scenario: 'hotel-confirmed',
    breakIt: reporting('failed'),
  },
  {
    name: 'makes each booking twice in a row',
    rule: 'booked-as-expected',
    scenario: 'hotel-confirmed',
    breakIt: bookingTwice,
  },
  {
    name: 'makes and pays each booking twice in a row',
    rule: 'charged-as-expected',
    overlaps: ['booked-as-expected'],
    scenario: 'prepaid-approved',
    breakIt: bookingTwice,
  },
  {
    name: 'requests the conditions of one hotel and tries to book another one',
    rule: 'conditions-before-booking',
    overlaps: ['request-matches-contract'],
    scenario: 'hotel-confirmed',
    breakIt: bookingAnotherHotel,
  },
  {
    name: 'requests the conditions twice and books with the first ones',
    rule: 'booking-uses-conditions-token',
    overlaps: ['retoken-outcome-honoured'],
    scenario: 'hotel-confirmed',
    breakIt: askingTwice,
  },
  {
    name: 'tries to book with the Token of the Search',
    rule: 'booking-uses-conditions-token',
    overlaps: ['token-used-once'],
    scenario: 'hotel-confirmed',
    breakIt: bookingBySearch,
  },
  {
    name: 'sends the Token of a Search a second time',
    rule: 'token-used-once',
    scenario: 'hotel-confirmed',
    breakIt: wire({ 'hotel.getBookingConditions': twice() }),
  },
  {
    name: 'looks at another room first, and gives up when the conditions of its own room are unreadable',
    rule: 'outcome-as-expected',
    overlaps: ['booked-as-expected'],
    scenario: 'conditions-answer-lost',
    breakIt: givesUpAfterLook,
  },
  {
    name: 'ignores the age of its Token',
    rule: 'token-fresh',
    scenario: 'token-expired-retoken-same',
    breakIt: stuckAfter(20 * minute),
  },
  {
    name: 'ignores the age of its conditions',
    rule: 'conditions-fresh',
    scenario: 'conditions-went-stale',
    breakIt: stuckAfter(2 * minute),
  },
  {
    name: 'books at a higher price although the user declines it',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'price-up-declined',
    breakIt: careless,
  },
  {
    name: 'shows the old price of the room',
    rule: 'price-change-confirmed',
    scenario: 'price-up',
    breakIt: showingOldPrice,
  },
  {
    name: 'ignores the age of its ReToken',
    rule: 'retoken-within-25h',
    scenario: 'retoken-expired',
    breakIt: stuckAfter(24 * hour),
  },
  {
    name: 'shows the price from before the rooms changed',
    rule: 'retoken-outcome-honoured',
    overlaps: ['price-change-confirmed'],
    scenario: 'token-expired-retoken-changed',
    breakIt: showingOldPrice,
  },
  {
    name: 'requests the conditions of rooms that are gone',
    rule: 'retoken-outcome-honoured',
    scenario: 'token-expired-retoken-not-found',
    breakIt: wire({ 'hotel.getBookingConditions': twice() }),
  },
];
