import { asObject, type JsonObject } from '#contracts/util';
import { cancellationCosts, chooseRoom, whyNotFree, whyOtherPrice } from './booking-safety.ts';
import type { Answer, Conversation } from './conversation.ts';
import { idText } from './reading.ts';
import type { CreatedBooking } from './report-schema.ts';
import { statusWord } from './safe-text.ts';

/** What a booking needs besides a conversation. */
export interface BookingPlan {
  readonly criteria: JsonObject;
  /** The latest date that is today anywhere, `YYYY-MM-DD`. */
  readonly today: string;
  readonly newUuid: () => string;
  /** A conversation that no signal ends: a booking must not be left uncancelled. */
  readonly afterwards: Conversation;
  /** Ends everything before DoBooking is sent, and nothing after. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the reference right before DoBooking is sent. */
  readonly onBooking?: ((reference: string) => void) | undefined;
}

/** The supplier accepts these names, and they belong to no one. */
const travellers = [
  { Name: 'Contract', Surname: 'Check', Age: 40 },
  { Name: 'Second', Surname: 'Check', Age: 40 },
];
/** With these statuses DoBooking has booked nothing. */
const refusals: readonly (number | undefined)[] = [400, 401, 404, 405, 429];
/** Bookings with these statuses do not exist any more. */
const failed: readonly (string | undefined)[] = ['FAILED', 'Rejected'];
const maxCancellations = 2;

/**
 * Books a hotel room that needs no card and can be cancelled for nothing, cancels it at once, and looks at it (flow.3).
 *
 * @returns what became of the booking; undefined where none was sent, with the reason in the conversation
 */
export async function bookAndCancel(
  conversation: Conversation,
  { criteria, today, newUuid, afterwards, signal, onBooking }: BookingPlan,
): Promise<CreatedBooking | undefined> {
  const skip = (reason: string) => void conversation.skip('hotel.doBooking', reason);
  const search = await conversation.ask('hotel.search', { Criteria: criteria });
  if (!search) return skip('hotel.search gave no answer');
  const choice = chooseRoom(search.fields, today);
  if ('reason' in choice) return skip(choice.reason);
  const { HotelId, room } = choice;
  const selection = { Token: search.fields.Token, HotelId, RoomIds: [room.Id] };
  const { fields = {} } = (await conversation.ask('hotel.getBookingConditions', selection)) ?? {};
  const { Token, TotalSellingPrice } = fields;
  const reason =
    Token === undefined
      ? 'they have no Token'
      : (whyNotFree(fields, today) ?? whyOtherPrice(room.TotalSellingPrice, TotalSellingPrice));
  if (reason !== undefined)
    return skip(
      `its conditions are not those of the room that was chosen, which can be cancelled for nothing: ${reason}`,
    );
  const reference = `contract-check-${newUuid()}`;
  signal?.throwIfAborted();
  onBooking?.(reference);
  const Rooms = [{ RoomId: room.Id, Paxs: travellers }];
  const booked = await afterwards.ask(
    'hotel.doBooking',
    { Token, BookingId: '0', HotelId, Rooms, ExternalReference: reference },
    { idempotencyKey: newUuid() },
  );
  return cancelBooking(afterwards, booked, reference);
}

async function cancelBooking(
  conversation: Conversation,
  booked: Answer | undefined,
  reference: string,
): Promise<CreatedBooking> {
  const { last } = conversation;
  if (!booked && last?.result === 'refused' && refusals.includes(last.status))
    return { reference, state: 'not-booked', said: `DoBooking was refused (${last.status})` };
  const bookingId = idIn(booked?.fields) ?? (await findId(conversation, reference));
  if (bookingId === undefined) return withoutId(statusWord(booked?.fields.bookingStatus), reference);
  const { status, isLookedUp, answers } = await cancel(conversation, bookingId);
  await conversation.ask('getBooking', { ExternalReference: reference });
  await conversation.ask('getBookingList', { SearchBookingCriteria: { BookingNumber: [bookingId] } });
  const isFailed = failed.includes(status);
  // A failed booking cannot be cancelled, so CancelBooking has to refuse.
  const errors =
    isFailed && isLookedUp ? [] : answers.flatMap(({ Errors }) => (Array.isArray(Errors) ? Errors : []));
  const costs = cancellationCosts(answers, errors);
  const [state, what]: [CreatedBooking['state'], string] =
    status === 'Cancelled'
      ? ['cancelled', 'is cancelled']
      : isFailed
        ? ['not-booked', `came to nothing: ${status}`]
        : [
            'stands',
            `may still exist (${status ? `its status is ${status}` : 'its status is not known'}); cancel it by hand`,
          ];
  const said = [`booking ${bookingId} ${what}`, costs.warning].filter(text => text !== undefined).join(', ');
  return { reference, bookingId, said, ...costs, state };
}

/** Cancels before any other call, so that a refused look cannot keep the booking alive. */
async function cancel(conversation: Conversation, BookingId: string) {
  const answers: JsonObject[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const answer = await conversation.ask('cancelBooking', { BookingId }, { isUrgent: true });
    const detail = await conversation.ask('getBookingDetail', { BookingId }, { isUrgent: true });
    if (answer) answers.push(answer.fields);
    const shown = asObject(detail?.fields.Booking).bookingStatus;
    const status = statusWord(shown ?? answer?.fields.bookingStatus);
    if (status === 'Cancelled' || failed.includes(status) || attempt >= maxCancellations)
      return { status, isLookedUp: statusWord(shown) !== undefined, answers };
  }
}

/** Reports a booking without an id, which cannot be cancelled. */
function withoutId(status: string | undefined, reference: string): CreatedBooking {
  if (failed.includes(status))
    return { reference, state: 'not-booked', said: `DoBooking came to nothing: ${status}` };
  if (status === undefined) {
    const said = `it is not known whether anything was booked; ask the supplier about the reference ${reference}`;
    return { reference, state: 'unknown', said };
  }
  const said = `it is booked (${status}), but no answer has its BookingId; cancel it by hand under the reference ${reference}`;
  return { reference, state: 'stands', said };
}

/** Looks up a booking whose DoBooking gave no id. A booking that is not found may still exist. */
async function findId(conversation: Conversation, reference: string): Promise<string | undefined> {
  const answer = await conversation.ask('getBooking', { ExternalReference: reference }, { isUrgent: true });
  return idIn(asObject(answer?.fields.Booking));
}

/** Returns the id of a booking; empty text is none, and 0 is what DoBooking takes for a new one. */
function idIn(booking: JsonObject | undefined): string | undefined {
  const id = idText(booking?.BookingId)?.trim();
  return id === '' || id === '0' ? undefined : id;
}
