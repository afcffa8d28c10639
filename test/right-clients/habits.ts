import type { BookingRequest, Client, Offer } from '#client';
import { asObject } from '#contracts/util';
import { knownHotel } from '#scenarios/catalogue/parts';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import { type HeldCall, onTheWay } from '../broken-clients/broken-client.ts';

/** Creates a reference client with a legitimate habit. */
type RightHabit = (setting: ClientSetting) => Client;

/** Awaits a call whose result the client does not need. A failed look stops no booking. */
const unneeded = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);

/** Returns the last offer, which is never the offer that the client books, if there are several. */
const otherOffer = (offers: readonly Offer[]): Offer | undefined => offers.at(-1);

/**
 * Gets the conditions of another offer first, with a Search for them alone. The user says no, and then books. If the supplier
 * refuses the Search, the client does not send the Search again.
 */
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

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asObject) : []);

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

/** Legitimate habits of clients. A client with such a habit keeps every rule in every scenario. */
export const rightHabits: Readonly<Record<string, RightHabit>> = {
  'looks at another offer first, and reads the data of a hotel': setting =>
    readsHotel(looksAtAnotherOffer(createReferenceClient(setting))),
  'compares the length of the stay, looks at another room first, and continues by the ReToken': setting =>
    comparesDates(continuesByReToken(setting)),
  'looks around before and after each booking and cancellation': looksAround,
};
