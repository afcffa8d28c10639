import { asObject, type JsonObject } from '#contracts/util';
import { cancellationCosts, chooseRoom, whyNotFree, whyOtherPrice, whyUnread } from './booking-safety.ts';
import type { Answer, Conversation } from './conversation.ts';
import { idText } from './reading.ts';
import type { CreatedBooking } from './report-schema.ts';
import { statusWord } from './safe-text.ts';

interface BookingPlan {
  readonly criteria: JsonObject;
  /** The latest current date in any time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly newUuid: () => string;
  /** The conversation for calls after DoBooking. No signal aborts these calls, so the booking is always cancelled. */
  readonly afterwards: Conversation;
  /** Stops the work before DoBooking is sent. After DoBooking, the signal has no effect. */
  readonly signal?: AbortSignal | undefined;
  /** A callback that receives the reference of the booking right before DoBooking is sent. */
  readonly onBooking?: ((reference: string) => void) | undefined;
}

/** Synthetic travellers with names that suppliers accept. */
const travellers = [
  { Name: 'Contract', Surname: 'Check', Age: 40 },
  { Name: 'Second', Surname: 'Check', Age: 40 },
];
/** If DoBooking returns one of these HTTP statuses, the supplier has booked nothing. */
const refusals: readonly (number | undefined)[] = [400, 401, 404, 405, 429];
/** If a booking has one of these statuses, the supplier has booked nothing. */
const failed: readonly (string | undefined)[] = ['FAILED', 'Rejected'];
const maxCancellations = 2;

/**
 * Books a hotel room that needs no card and has free cancellation. Then cancels the booking at once and reads the booking
 * (flow.3).
 *
 * @returns the result of the booking; undefined if no DoBooking was sent. The conversation then records the reason
 */
export async function bookAndCancel(
  conversation: Conversation,
  { criteria, today, newUuid, afterwards, signal, onBooking }: BookingPlan,
): Promise<CreatedBooking | undefined> {
  const skip = (reason: string) => void conversation.skip('hotel.doBooking', reason);
  const search = await conversation.call('hotel.search', { Criteria: criteria });
  if (!search) return skip('hotel.search returned no readable answer');
  const choice = chooseRoom(search.fields, today);
  if ('reason' in choice) return skip(choice.reason);
  const { HotelId, room } = choice;
  const selection = { Token: search.fields.Token, HotelId, RoomIds: [room.Id] };
  const { fields = {} } = (await conversation.call('hotel.getBookingConditions', selection)) ?? {};
  const { Token, TotalSellingPrice } = fields;
  const unread = whyUnread(conversation.learnedNames);
  if (unread !== undefined) return skip(unread);
  const reason =
    Token === undefined
      ? 'the conditions contain no Token'
      : (whyNotFree(fields, today) ?? whyOtherPrice(room.TotalSellingPrice, TotalSellingPrice));
  if (reason !== undefined)
    return skip(`the conditions differ from the room in the Search, which had free cancellation: ${reason}`);
  const reference = `contract-check-${newUuid()}`;
  signal?.throwIfAborted();
  onBooking?.(reference);
  const Rooms = [{ RoomId: room.Id, Paxs: travellers }];
  const booked = await afterwards.call(
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
  await conversation.call('getBooking', { ExternalReference: reference });
  await conversation.call('getBookingList', { SearchBookingCriteria: { BookingNumber: [bookingId] } });
  const isFailed = failed.includes(status);
  // A supplier must refuse to cancel a failed booking, so errors of CancelBooking are ignored in this case.
  const errors =
    isFailed && isLookedUp ? [] : answers.flatMap(({ Errors }) => (Array.isArray(Errors) ? Errors : []));
  const costs = cancellationCosts(answers, errors);
  const [state, what]: [CreatedBooking['state'], string] =
    status === 'Cancelled'
      ? ['cancelled', 'is cancelled']
      : isFailed
        ? ['not-booked', `failed: ${status}`]
        : [
            'stands',
            `may still exist (${status ? `its status is ${status}` : 'its status is not known'}); cancel the booking by hand`,
          ];
  const said = [`booking ${bookingId} ${what}`, costs.warning].filter(text => text !== undefined).join(', ');
  return { reference, bookingId, said, ...costs, state };
}

/** Cancels a booking and then reads the booking. A refused read would otherwise prevent the cancellation. */
async function cancel(conversation: Conversation, BookingId: string) {
  const answers: JsonObject[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const answer = await conversation.call('cancelBooking', { BookingId }, { isUrgent: true });
    const detail = await conversation.call('getBookingDetail', { BookingId }, { isUrgent: true });
    if (answer) answers.push(answer.fields);
    const shown = asObject(detail?.fields.Booking).bookingStatus;
    const status = statusWord(shown ?? answer?.fields.bookingStatus);
    if (status === 'Cancelled' || failed.includes(status) || attempt >= maxCancellations)
      return { status, isLookedUp: statusWord(shown) !== undefined, answers };
  }
}

/** Returns the result for a booking without an id, which cannot be cancelled. */
function withoutId(status: string | undefined, reference: string): CreatedBooking {
  if (failed.includes(status)) return { reference, state: 'not-booked', said: `DoBooking failed: ${status}` };
  if (status === undefined) {
    const said = `verify does not know whether the supplier booked a room; ask the supplier about the reference ${reference}`;
    return { reference, state: 'unknown', said };
  }
  const said = `the supplier booked a room (${status}), but no answer contains the BookingId; cancel the booking by hand under the reference ${reference}`;
  return { reference, state: 'stands', said };
}

/**
 * Finds the id of a booking by the reference of the booking, if DoBooking returned no id. A booking that the function does not
 * find may still exist.
 */
async function findId(conversation: Conversation, reference: string): Promise<string | undefined> {
  const answer = await conversation.call('getBooking', { ExternalReference: reference }, { isUrgent: true });
  return idIn(asObject(answer?.fields.Booking));
}

/** Returns the id of a booking. An empty text and 0 are not ids, because requests of DoBooking use 0 for a new booking. */
function idIn(booking: JsonObject | undefined): string | undefined {
  const id = idText(booking?.BookingId)?.trim();
  return id === '' || id === '0' ? undefined : id;
}
