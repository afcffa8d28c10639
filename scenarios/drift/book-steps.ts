import { asObject, type JsonObject } from '#contracts';
import type { MadeBooking } from '#contracts/drift';
import type { Conversation } from './conversation.ts';
import { criteriaOf, type Places, travellers, type Wanted } from './criteria.ts';
import { listOf } from './read-steps.ts';
import { undoBooking } from './undo-booking.ts';

/** What a booking needs beside the conversation. */
export interface BookingAim {
  readonly places: Places;
  readonly wanted: Wanted;
  /** Today, `YYYY-MM-DD`: what costs nothing yet can be cancelled for nothing. */
  readonly today: string;
  readonly newUuid: () => string;
  /** Asks what has to be asked whatever else is ended: a booking is not left behind. */
  readonly afterwards: Conversation;
}

/**
 * Books a hotel room that can be cancelled for nothing and needs no card, cancels it at once, and looks at what was booked. Without such a
 * room nothing is booked.
 *
 * @returns what became of it; undefined where nothing was sent
 */
export async function playBooking(talk: Conversation, aim: BookingAim): Promise<MadeBooking | undefined> {
  const { places, wanted, today, newUuid } = aim;
  const search = await talk.ask('hotel.search', { Criteria: criteriaOf(places, wanted).hotel });
  const chosen = search && freeRoom(search.fields, today);
  if (!chosen) {
    talk.skip('hotel.doBooking', 'no room that needs no card and can be cancelled for nothing was offered');
    return undefined;
  }
  const { HotelId, room } = chosen;
  const selection = { HotelId, RoomIds: [room.Id] };
  const conditions = await talk.ask('hotel.getBookingConditions', {
    Token: search.fields.Token,
    ...selection,
  });
  const token = conditions?.fields.Token;
  if (!conditions || token === undefined || !isFree(conditions.fields, today)) {
    talk.skip('hotel.doBooking', 'its conditions are not those of a room that can be cancelled for nothing');
    return undefined;
  }
  const reference = `contract-check-${newUuid()}`;
  // From here on nothing is ended early: whoever did would not know what was booked.
  const booked = await aim.afterwards.ask(
    'hotel.doBooking',
    {
      Token: token,
      BookingId: '0',
      HotelId,
      Rooms: [{ RoomId: room.Id, Paxs: travellers }],
      ExternalReference: reference,
    },
    { idempotencyKey: newUuid() },
  );
  return undoBooking(aim.afterwards, { booked, reference });
}

interface Room {
  readonly HotelId: unknown;
  readonly room: JsonObject;
}

function freeRoom({ Hotels }: JsonObject, today: string): Room | undefined {
  const rooms = listOf(Hotels).flatMap(({ HotelId, Rooms }) =>
    listOf(Rooms).map(room => ({ HotelId, room })),
  );
  return rooms.find(({ room }) => room.Id !== undefined && isFree(room, today));
}

/** What says plainly that it costs nothing so far: what says less is not booked. */
function isFree(offer: JsonObject, today: string): boolean {
  const policies = offer.CancelPolicies ?? offer.CancellationPolicies;
  return (
    offer.RestrictionType === 'CanBook' &&
    offer.IsPrePayment === false &&
    offer.CanPayLater === true &&
    Array.isArray(policies) &&
    policies.map(asObject).every(({ StartDate, Value }) => Value === 0 || String(StartDate) > today)
  );
}
