import { asObject, type JsonObject } from '#contracts';
import type { MadeBooking } from '#contracts/drift';
import type { Answer, Conversation } from './conversation.ts';
import { criteriaOf, type Places, travellers, type Wanted } from './criteria.ts';
import { listOf, textOf } from './read-steps.ts';

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
 * Books a hotel room that can be cancelled for nothing and needs no card, looks at the booking, and cancels it. Without such a
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
  return undo(booked, reference, aim);
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

/** These say by themselves that nothing was done. */
const refusing: readonly (number | undefined)[] = [400, 401, 404, 405, 429];

/** Makes sure that nothing stands, and says so plainly where it is not sure. */
async function undo(
  booked: Answer | undefined,
  reference: string,
  { afterwards }: BookingAim,
): Promise<MadeBooking> {
  const { last } = afterwards;
  if (!booked && last?.result === 'refused' && refusing.includes(last.status))
    return { reference, state: 'not-booked', said: `DoBooking was refused (${last.status})` };
  const bookingId = textOf(booked?.fields.BookingId) ?? (await lookUp(afterwards, reference));
  if (bookingId === undefined) {
    const said = `whether anything was booked is not known: ask the supplier for the reference ${reference}`;
    return { reference, state: 'unknown', said };
  }
  await afterwards.ask('getBookingDetail', { BookingId: bookingId });
  await afterwards.ask('getBooking', { ExternalReference: reference });
  await afterwards.ask('getBookingList', { SearchBookingCriteria: { BookingNumber: [bookingId] } });
  const answer = await afterwards.ask('cancelBooking', { BookingId: bookingId });
  const after = await afterwards.ask('getBookingDetail', { BookingId: bookingId });
  const { bookingStatus = answer?.fields.bookingStatus } = asObject(after?.fields.Booking);
  const status = textOf(bookingStatus);
  const made = { reference, bookingId };
  if (status === 'Cancelled')
    return { ...made, state: 'cancelled', said: `booking ${bookingId} is cancelled` };
  if (status === 'FAILED' || status === 'Rejected')
    return { ...made, state: 'not-booked', said: `booking ${bookingId} came to nothing: ${status}` };
  const what = status === undefined ? 'nobody says what became of it' : `it is ${status}`;
  const said = `booking ${bookingId} may still stand (${what}): cancel it by hand`;
  return { ...made, state: 'stands', said };
}

/** The id of a booking whose DoBooking was not answered (flow.3); none that is found does not mean that there is none. */
async function lookUp(talk: Conversation, reference: string): Promise<string | undefined> {
  const answer = await talk.ask('getBooking', { ExternalReference: reference });
  return textOf(asObject(answer?.fields.Booking).BookingId);
}
