import type { BookingRequest, Client, Offer } from '#client';
import { asObject } from '#contracts/util';
import { knownHotel } from '#scenarios/catalogue/parts';
import type { RuleId } from '#scenarios/judge';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  type Break,
  type Handle,
  type HeldCall,
  listOf,
  onTheWay,
  overriding,
  said,
  wire,
} from '../broken/broken-client.ts';

/** Creates a reference client with a legitimate habit. */
type RightHabit = (setting: ClientSetting) => Client;

/** Awaits a call whose result the client does not need. A failed look stops no booking. */
const unneeded = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);

/** Returns the last offer, which is never the offer that the client books, if there are several. */
const otherOffer = (offers: readonly Offer[]): Offer | undefined => offers.at(-1);

/** With a Search for it alone. The user says no, and then books. A refused Search is not sent again. */
const looksAtAnotherOffer = (client: Client): Client => {
  const looked = new Map<unknown, ReturnType<Client['book']>>();
  return {
    ...client,
    book: async (request, consent, how) => {
      const look = { ...request, reference: 'only a look', choose: otherOffer } as BookingRequest;
      const looking = looked.get(request) ?? client.book(look, () => false, how);
      looked.set(request, looking);
      const end = await looking;
      return end.outcome === 'error' ? end : client.book(request, consent, how);
    },
  };
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns the ids of rooms of another hotel: one for the guests of each chosen room. */
function roomsLike(ids: readonly unknown[], chosen: Fields | undefined, other: Fields): unknown[] {
  const guestsOf = ({ NumAdults, ChildAges }: Fields) => JSON.stringify([NumAdults, ChildAges]);
  return ids.flatMap(id => {
    const like = listOf(chosen?.Rooms).find(room => room.Id === id);
    return listOf(other.Rooms).find(room => like && guestsOf(room) === guestsOf(like))?.Id ?? [];
  });
}

/** Gets the conditions of a room of another hotel first, with the Token of the Search, and then continues with the ReToken. */
const continuesByReToken: RightHabit = setting => {
  let answer: Readonly<Record<string, unknown>> = {};
  let hasLooked = false;
  return onTheWay(setting, {
    'hotel.search': async ({ send }) => {
      const given = await send();
      answer = await unneeded(given.clone().json()).then(asObject);
      return given;
    },
    'hotel.getBookingConditions': async ({ body, send, other }) => {
      const { Token, ReToken = answer.ReToken, ...selection } = body;
      const hotels = listOf(answer.Hotels);
      const hotel = hotels.findLast(({ HotelId }) => HotelId !== body.HotelId);
      if (hasLooked || !hotel || Token !== answer.Token || !Array.isArray(body.RoomIds)) return send();
      hasLooked = true;
      const RoomIds = roomsLike(
        body.RoomIds,
        hotels.find(({ HotelId }) => HotelId === body.HotelId),
        hotel,
      );
      await unneeded(other('hotel.getBookingConditions', { Token, HotelId: hotel.HotelId, RoomIds }));
      return send({ body: { ...selection, ReToken } });
    },
  });
};

/** Looks for a booking and reads the list of bookings before and after each call that books or cancels. */
const looksAround: RightHabit = setting => {
  const around = async ({ body, send, other }: HeldCall): Promise<Response> => {
    const { ExternalReference } = body;
    if (ExternalReference !== undefined) await unneeded(other('getBooking', { ExternalReference }));
    await unneeded(other('getBookingList', {}));
    const answer = await send();
    await unneeded(other('getBookingList', {}));
    return answer;
  };
  return onTheWay(setting, {
    'hotel.doBooking': around,
    'car.doBooking': around,
    'transfer.doBooking': around,
    'tour.doBooking': around,
    cancelBooking: around,
    'transfer.cancelByService': around,
  });
};

/** Searches for another length of stay, before the Search from which the user books. */
const comparesDates = (client: Client): Client => ({
  ...client,
  book: async (request, consent, how) => {
    if (request.product !== 'hotel') return client.book(request, consent, how);
    const { CheckoutDate, ...criteria } = request.criteria;
    await client.call('hotel.search', { Criteria: { ...criteria, NumNights: 5 } }, how);
    return client.book(request, consent, how);
  },
});

/** Reads the static data of another hotel after each booking. */
const readsHotel = (client: Client): Client => ({
  ...client,
  book: async (...asked) => {
    const end = await client.book(...asked);
    await unneeded(client.hotel(knownHotel + 1));
    return end;
  },
});

/** A legitimate habit that shows only in some scenarios. */
interface OddHabit {
  /** The text that completes "a right client that …". */
  readonly name: string;
  readonly scenarios: readonly string[];
  /** The rules that may warn of the habit. */
  readonly warned?: readonly RuleId[];
  readonly breakIt: Break;
}

type Booked = Awaited<ReturnType<Client['book']>>;

/** Books another offer, or the same one, if the first booking ended in one of the outcomes. */
const bookingAgain = (outcomes: readonly Booked['outcome'][], isNext: boolean): Break =>
  overriding(client => ({
    book: async (request, consent, how) => {
      const end = await client.book(request, consent, how);
      if (!outcomes.includes(end.outcome)) return end;
      const choose = async (offers: readonly Offer[]) => {
        // The offers are for the product of the request.
        const choosing = request.choose as unknown as (
          offers: readonly Offer[],
        ) => Promise<Offer | undefined>;
        const own = await choosing(offers);
        const name = (offer: Offer) => offer.name.split(/[:,]/)[0];
        const others = offers.filter(offer => own && name(offer) !== name(own));
        return (isNext && (await choosing(others))) || own;
      };
      const again = { ...request, reference: `${request.reference} again`, choose } as BookingRequest;
      return client.book(again, consent, how);
    },
  }));

/** Runs a new Search wherever the reference client sends the ReToken. */
export const searchesAgain = wire(() => {
  let asked: object = {};
  return {
    'hotel.search': ({ body, send }) => {
      asked = body;
      return send();
    },
    'hotel.getBookingConditions': async ({ body: { ReToken, ...body }, other, send }) => {
      if (ReToken === undefined) return send();
      const { Token } = await said(await other('hotel.search', asked));
      return send({ body: { ...body, Token } });
    },
  };
});

/** Hands a cancellation without an answer to a person. */
const handsOver: Break = {
  ...overriding(client => ({
    cancel: async ({ bookingId }, how) => {
      try {
        await client.call('cancelBooking', { BookingId: bookingId }, how);
        return { outcome: 'cancelled', bookingId, penalty: { Value: 0, Currency: 'BRL' } };
      } catch (error) {
        return { outcome: 'error', error };
      }
    },
  })),
  report: reported => (reported.outcome === 'error' ? { ...reported, outcome: 'ask-support' } : reported),
};

/** Cancels each service of a trip on its own. The whole trip has only one service. */
const cancelsByService: Break = wire({
  cancelBooking: async ({ body: { BookingId }, other }) => {
    const { Booking } = await said(await other('getBookingDetail', { BookingId }));
    const [service] = listOf(asObject(Booking).Services);
    return other('hotel.cancelByService', { BookingId, ServiceId: service?.ServiceId });
  },
});

const rejected = [
  'sold-out-at-booking',
  'rejected-no-availability',
  'rejected-rate-change',
  'rejected-supplier-timeout',
  'rejected-special-characters',
  'answer-lost-rejected',
  'on-request-rejected',
  'trip-partial-failure',
];
const gone = ['token-expired-retoken-not-found', 'sold-out-at-conditions'];

/** Habits that the specification allows, each with the scenarios that show it. */
export const oddHabits: readonly OddHabit[] = [
  {
    name: 'sends the guests of each room in another order, and marks the main guest',
    scenarios: ['hotel-confirmed', 'two-rooms-with-children', 'guest-names-equal', 'pay-at-booking'],
    breakIt: wire({
      'hotel.doBooking': ({ send, body }) => {
        const Rooms = listOf(body.Rooms).map((room, index) => {
          const paxs = listOf(room.Paxs);
          const main = paxs.find(({ MainPax }) => MainPax) ?? (index === 0 ? paxs[0] : undefined);
          return {
            ...room,
            Paxs: paxs.map(pax => (pax === main ? { ...pax, MainPax: true } : pax)).reverse(),
          };
        });
        return send({ body: { ...body, Rooms } });
      },
    }),
  },
  {
    name: 'never sends a ReToken, but runs a new Search',
    scenarios: [
      'token-expired-retoken-same',
      'token-expired-retoken-changed',
      ...gone,
      'conditions-went-stale',
    ],
    breakIt: searchesAgain,
  },
  {
    name: 'searches again when an offer is gone, and takes another hotel',
    scenarios: gone,
    breakIt: bookingAgain(['unavailable'], true),
  },
  {
    name: 'books the same offer again after Rejected',
    scenarios: rejected,
    breakIt: bookingAgain(['rejected'], false),
  },
  {
    name: 'takes the next offer after Rejected',
    scenarios: rejected,
    breakIt: bookingAgain(['rejected'], true),
  },
  {
    name: 'hands a cancellation without an answer to a person',
    scenarios: [
      'cancel-answer-lost',
      'cancel-answer-lost-not-cancelled',
      'cancel-answer-lost-with-penalty',
      'cancel-free',
    ],
    warned: ['outcome-as-expected', 'booked-as-expected'],
    breakIt: handsOver,
  },
  {
    name: 'cancels a trip service by service',
    scenarios: [
      'cancel-free',
      'cancel-with-penalty',
      'cancel-pending',
      'cancel-problem',
      'cancel-answer-lost',
      'cancel-answer-lost-not-cancelled',
      'cancel-answer-lost-with-penalty',
    ],
    breakIt: cancelsByService,
  },
  {
    name: 'sends the nationality of the main guest by the name that public clients use',
    scenarios: ['hotel-confirmed', 'two-rooms-with-children'],
    breakIt: wire({
      'hotel.search': ({ send, body }) => {
        const { Nationality, ...criteria } = asObject(body.Criteria);
        return send({
          body: { ...body, Criteria: { ...criteria, MainPaxCountryCodeNationality: Nationality } },
        });
      },
    }),
  },
  {
    name: 'trusts its own UUID after a lost answer, and compares no guests',
    scenarios: ['answer-lost-other-guest'],
    warned: ['outcome-as-expected', 'booked-as-expected'],
    breakIt: trustsReference(own => own),
  },
];

/** Compares no guests. `reference`: what the client sends, from the UUID of the reference client. */
export function trustsReference(reference: (uuid: string) => string): Break {
  return wire(() => {
    let surname = '';
    const handle: Handle = async ({ send, body }) => {
      surname = /"Surname":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? surname;
      const own = String(body.ExternalReference);
      const answer = await send({ body: { ...body, ExternalReference: reference(own) } });
      const text = JSON.stringify(await said(answer)).replaceAll(reference(own), own);
      return Response.json(JSON.parse(text.replaceAll('Zuckermandel', surname)));
    };
    return { 'hotel.doBooking': handle, getBooking: handle };
  });
}

/** Legitimate habits of clients. A client with such a habit keeps every rule in every scenario. */
export const rightHabits: Readonly<Record<string, RightHabit>> = {
  'looks at another offer first, and reads the data of a hotel': setting =>
    readsHotel(looksAtAnotherOffer(createReferenceClient(setting))),
  'compares the length of the stay, looks at another room first, and continues by the ReToken': setting =>
    comparesDates(continuesByReToken(setting)),
  'looks around before and after each booking and cancellation': looksAround,
};
