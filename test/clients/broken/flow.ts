import type { Clock } from '#contracts';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  type Break,
  caughtBy,
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

export const flow = [
  ...caughtBy('outcome-as-expected', 'hotel-confirmed', {
    'reports a failure after a successful booking': reporting('failed'),
  }),
  ...caughtBy('booked-as-expected', 'hotel-confirmed', {
    'makes each booking twice in a row': bookingTwice,
  }),
  ...caughtBy(['charged-as-expected', 'booked-as-expected'], 'prepaid-approved', {
    'makes and pays each booking twice in a row': bookingTwice,
  }),
  ...caughtBy(['conditions-before-booking', 'request-matches-contract'], 'hotel-confirmed', {
    'requests the conditions of one hotel and tries to book another one': wire(() => {
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
    }),
  }),
  ...caughtBy(['booking-uses-conditions-token', 'retoken-outcome-honoured'], 'hotel-confirmed', {
    'requests the conditions twice and books with the first ones': wire(() => {
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
    }),
  }),
  ...caughtBy(['booking-uses-conditions-token', 'token-used-once'], 'hotel-confirmed', {
    'tries to book with the Token of the Search': wire(() => {
      let searched: unknown;
      return {
        'hotel.search': followedBy(async (_, { Token }) => {
          searched = Token;
        }),
        'hotel.doBooking': first(({ body }) => ({ body: { ...body, Token: searched } })),
      };
    }),
  }),
  ...caughtBy('token-used-once', 'hotel-confirmed', {
    'sends the Token of a Search a second time': wire({
      'hotel.getBookingConditions': twice(),
    }),
  }),
  ...caughtBy(['outcome-as-expected', 'booked-as-expected'], 'conditions-answer-lost', {
    'looks at another room first, and gives up when the conditions of its own room are unreadable':
      givesUpAfterLook,
  }),
  ...caughtBy('token-fresh', 'token-expired-retoken-same', {
    'ignores the age of its Token': stuckAfter(20 * minute),
  }),
  ...caughtBy('conditions-fresh', 'conditions-went-stale', {
    'ignores the age of its conditions': stuckAfter(2 * minute),
  }),
  ...caughtBy(['price-change-confirmed', 'outcome-as-expected', 'booked-as-expected'], 'price-up-declined', {
    'books at a higher price although the user declines it': careless,
  }),
  ...caughtBy('price-change-confirmed', 'price-up', {
    'shows the old price of the room': showingOldPrice,
  }),
  ...caughtBy('retoken-within-25h', 'retoken-expired', {
    'ignores the age of its ReToken': stuckAfter(24 * hour),
  }),
  ...caughtBy(['retoken-outcome-honoured', 'price-change-confirmed'], 'token-expired-retoken-changed', {
    'shows the price from before the rooms changed': showingOldPrice,
  }),
  ...caughtBy('retoken-outcome-honoured', 'token-expired-retoken-not-found', {
    'requests the conditions of rooms that are gone': wire({ 'hotel.getBookingConditions': twice() }),
  }),
];
