import type { Clock } from '#contracts';
import { asObject } from '#contracts/util';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import { type Break, type BrokenClient, minute, onTheWay, said, wire } from './broken-client.ts';
import { showingTotal } from './prices.ts';

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
const givesUpAfterLook = (setting: ClientSetting) => {
  let asked: object = {};
  let hasLooked = false;
  let hasGivenUp = false;
  return onTheWay(setting, {
    'hotel.search': ({ body: { Credential, ...rest }, send }) => {
      asked = rest;
      return send();
    },
    'hotel.getBookingConditions': async ({ body, send, other }) => {
      if (!hasLooked) {
        hasLooked = true;
        const { Token, Hotels } = await said(await other('hotel.search', asked));
        const hotels = (Array.isArray(Hotels) ? Hotels : []).map(asObject);
        const { HotelId, Rooms } = hotels.findLast(hotel => hotel.HotelId !== body.HotelId) ?? {};
        const [room] = (Array.isArray(Rooms) ? Rooms : []).map(asObject);
        await other('hotel.getBookingConditions', { Token, HotelId, RoomIds: [room?.Id] });
      }
      if (hasGivenUp) throw new TypeError('the client has given up');
      const answer = await send();
      await said(answer).catch(() => {
        hasGivenUp = true;
      });
      return answer;
    },
  });
};

export const careless: Break = {
  client: setting => {
    const client = createReferenceClient(setting);
    return {
      ...client,
      book: (request, consent, how) =>
        client.book(
          request,
          async question => {
            await consent(question);
            return true;
          },
          how,
        ),
    };
  },
};

/** Books twice. Another reference makes the first one a separate booking for the ledger. */
export const bookingTwice: Break = {
  client: setting => {
    const client = createReferenceClient(setting);
    return {
      ...client,
      book: async (request, ...asked) => {
        await client.book({ ...request, reference: 'to be sure' }, ...asked);
        return client.book(request, ...asked);
      },
    };
  },
};

const showingOldPrice = showingTotal(() => 100);

export const flow: readonly BrokenClient[] = [
  {
    name: 'reports a failure after a successful booking',
    rule: 'outcome-as-expected',
    scenario: 'hotel-confirmed',
    breakIt: { report: reported => ({ ...reported, outcome: 'failed' }) },
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
    breakIt: { client: bookingAnotherHotel },
  },
  {
    name: 'requests the conditions twice and books with the first ones',
    rule: 'booking-uses-conditions-token',
    overlaps: ['retoken-outcome-honoured'],
    scenario: 'hotel-confirmed',
    breakIt: { client: askingTwice },
  },
  {
    name: 'tries to book with the Token of the Search',
    rule: 'booking-uses-conditions-token',
    overlaps: ['token-used-once'],
    scenario: 'hotel-confirmed',
    breakIt: { client: bookingBySearch },
  },
  {
    name: 'sends the Token of a Search a second time',
    rule: 'token-used-once',
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.getBookingConditions': async ({ send }) => {
        const answer = await send();
        await send();
        return answer;
      },
    }),
  },
  {
    name: 'looks at another room first, and gives up when the conditions of its own room are unreadable',
    rule: 'outcome-as-expected',
    overlaps: ['booked-as-expected'],
    scenario: 'conditions-answer-lost',
    breakIt: { client: givesUpAfterLook },
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
    breakIt: wire({
      'hotel.getBookingConditions': async ({ send }) => {
        const answer = await send();
        await send();
        return answer;
      },
    }),
  },
];

/** Returns the name of the field with the id of a hotel, car, transfer or tour. */
export const itemIn = (body: object): string | undefined =>
  Object.keys(body).find(name => /^(?:Hotel|Car|Transfer|Tour)Id$/.test(name));

function bookingAnotherHotel(setting: ClientSetting) {
  let others: unknown[] = [];
  return onTheWay(setting, {
    'hotel.search': async ({ send }) => {
      const answer = await send();
      const offers = Object.values(await said(answer)).find(Array.isArray) ?? [];
      others = offers.map(offer => asObject(offer)).flatMap(offer => offer[itemIn(offer) ?? ''] ?? []);
      return answer;
    },
    'hotel.doBooking': async ({ send, body }) => {
      const item = itemIn(body) ?? 'HotelId';
      await send({ body: { ...body, [item]: others.find(id => id !== body[item]) } });
      return send();
    },
  });
}

function askingTwice(setting: ClientSetting) {
  let reToken: unknown;
  return onTheWay(setting, {
    'hotel.search': async ({ send }) => {
      const answer = await send();
      reToken = (await said(answer)).ReToken;
      return answer;
    },
    'hotel.getBookingConditions': async ({ send, body }) => {
      const answer = await send();
      const { Token: _, ...asked } = body;
      await send({ body: { ...asked, ReToken: reToken } });
      return answer;
    },
  });
}

function bookingBySearch(setting: ClientSetting) {
  let searched: unknown;
  return onTheWay(setting, {
    'hotel.search': async ({ send }) => {
      const answer = await send();
      searched = (await said(answer)).Token;
      return answer;
    },
    'hotel.doBooking': async ({ send, body }) => {
      await send({ body: { ...body, Token: searched } });
      return send();
    },
  });
}
