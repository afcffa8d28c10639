import type { MadeBooking } from './compare/index.ts';
import type { Conversation } from './conversation.ts';
import { criteriaOf, type Places, travellers, type Wanted } from './criteria.ts';
import { chooseRoom, whyNotFree } from './free-room.ts';
import { whyOtherPrice } from './price.ts';
import { undoBooking } from './undo-booking.ts';

/** What a booking needs beside the conversation. */
export interface BookingAim {
  readonly places: Places;
  readonly wanted: Wanted;
  /** The latest date that is today anywhere, `YYYY-MM-DD`: what costs nothing until later can be cancelled for nothing. */
  readonly today: string;
  readonly newUuid: () => string;
  /** Asks what has to be asked whatever else is ended: a booking is not left behind. */
  readonly afterwards: Conversation;
  /** Ends all before the booking is sent, and nothing later. */
  readonly signal?: AbortSignal | undefined;
  /** Told the reference right before something is booked under it. */
  readonly onBooking?: ((reference: string) => void) | undefined;
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
  const choice = search ? chooseRoom(search.fields, today) : { why: 'hotel.search gave no answer' };
  if (!search || 'why' in choice) {
    talk.skip('hotel.doBooking', 'why' in choice ? choice.why : 'hotel.search gave no answer');
    return undefined;
  }
  const { HotelId, room } = choice.chosen;
  const selection = { HotelId, RoomIds: [room.Id] };
  const conditions = await talk.ask('hotel.getBookingConditions', {
    Token: search.fields.Token,
    ...selection,
  });
  const token = conditions?.fields.Token;
  const why =
    conditions &&
    (whyNotFree(conditions.fields, today) ??
      whyOtherPrice(room.TotalSellingPrice, conditions.fields.TotalSellingPrice));
  if (!conditions || token === undefined || why !== undefined) {
    const said = why ?? 'they gave no Token';
    talk.skip(
      'hotel.doBooking',
      `its conditions are not those of the room that was chosen, which can be cancelled for nothing: ${said}`,
    );
    return undefined;
  }
  const reference = `contract-check-${newUuid()}`;
  aim.signal?.throwIfAborted();
  aim.onBooking?.(reference);
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
