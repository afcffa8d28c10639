import { asObject, type JsonObject } from '#contracts/util';
import { cancellationCosts, chooseRoom, isMissing, whyNotProven, whyUnread } from './booking-safety.ts';
import type { Answer, Conversation } from './conversation.ts';
import { idText, objectsIn } from './reading.ts';
import type { CreatedBooking } from './report-schema.ts';
import { errorsIn, statusWord } from './safe-text.ts';

interface BookingPlan {
  readonly criteria: JsonObject;
  /** The latest date in any time zone until the booking is cancelled, `YYYY-MM-DD`. */
  readonly today: () => string;
  readonly newUuid: () => string;
  /** After DoBooking. No signal aborts these calls, so the booking is always cancelled. */
  readonly afterwards: Conversation;
  /** Without effect after DoBooking. */
  readonly signal?: AbortSignal | undefined;
  /** Right before DoBooking is sent, and again with the id of the booking. */
  readonly onBooking?: OnBooking | undefined;
}

export type OnBooking = (reference: string, bookingId?: string) => void;

const travellers = [
  { Name: 'Contract', Surname: 'Check', Age: 40 },
  { Name: 'Second', Surname: 'Check', Age: 40 },
];
/** If DoBooking returns 401, 429 or one of these HTTP statuses, and no look-up finds a booking, the supplier has booked nothing. */
const refusals: readonly (number | undefined)[] = [400, 404, 405];
/** Then the supplier has booked nothing. */
const failed: readonly (string | undefined)[] = ['FAILED', 'Rejected'];
const maxCancellations = 2;

/** Cancels the booking at once and reads it (flow.3). Undefined if no DoBooking was sent; the conversation then records why. */
export async function bookAndCancel(
  conversation: Conversation,
  { criteria, today, newUuid, afterwards, signal, onBooking }: BookingPlan,
): Promise<CreatedBooking | undefined> {
  const skip = (reason: string) => void conversation.skip('hotel.doBooking', reason);
  const search = await conversation.call('hotel.search', { Criteria: criteria });
  if (!search) return skip('hotel.search returned no readable answer');
  const choice = chooseRoom(search.fields, today());
  if ('reason' in choice) return skip(choice.reason);
  const { HotelId, room } = choice;
  const selection = { Token: search.fields.Token, HotelId, RoomIds: [room.Id] };
  const conditions = await conversation.call('hotel.getBookingConditions', selection);
  const unread = whyUnread(conversation.learnedNames);
  if (unread !== undefined) return skip(unread);
  const reason = whyNotProven(room, conditions?.fields ?? {}, today());
  if (reason !== undefined)
    return skip(`the conditions differ from the room in the Search, which had free cancellation: ${reason}`);
  const reference = `contract-check-${newUuid()}`;
  signal?.throwIfAborted();
  onBooking?.(reference);
  const Rooms = [{ RoomId: room.Id, Paxs: travellers }];
  const { call, problems } = createCleanUp(afterwards);
  const booked = await call(
    'hotel.doBooking',
    { Token: conditions?.fields.Token, BookingId: '0', HotelId, Rooms, ExternalReference: reference },
    { idempotencyKey: newUuid() },
  );
  const { last } = afterwards;
  const refusal = booked || last?.operation !== 'hotel.doBooking' ? undefined : last.status;
  const made = await cancelBooking({ call, reference, onBooking }, booked, refusal);
  if (problems.length === 0) return made;
  const warning = [made.warning, 'after an internal error'].filter(text => text !== undefined).join(', and ');
  return { ...made, warning, said: `${made.said}, after an internal error: ${problems[0]}` };
}

type Call = Conversation['call'];

/** An internal error of one call must not prevent the calls that cancel the booking. */
function createCleanUp(conversation: Conversation) {
  const problems: string[] = [];
  const call: Call = (name, request, options) =>
    conversation.call(name, request, options).catch((error: unknown) => {
      problems.push(error instanceof Error ? error.message : String(error));
      return undefined;
    });
  return { call, problems };
}

async function cancelBooking(
  { call, reference, onBooking }: Pick<BookingPlan, 'onBooking'> & { call: Call; reference: string },
  booked: Answer | undefined,
  refusal: number | undefined,
): Promise<CreatedBooking> {
  const notBooked = { reference, state: 'not-booked', said: `DoBooking was refused (${refusal})` } as const;
  // A look-up would be refused in the same way.
  if (refusal === 401 || refusal === 429) return notBooked;
  const bookingId = idIn(booked?.fields) ?? (await findId(call, reference));
  if (bookingId === undefined)
    return refusals.includes(refusal)
      ? notBooked
      : withoutId(statusWord(booked?.fields.bookingStatus), reference);
  onBooking?.(reference, bookingId);
  const { status, isFailed, answers } = await cancel(call, bookingId);
  await call('getBooking', { ExternalReference: reference });
  await call('getBookingList', { SearchBookingCriteria: { BookingNumber: [bookingId] } });
  // A supplier must refuse to cancel a failed booking, so errors of CancelBooking are ignored in this case.
  const errors = isFailed ? [] : answers.flatMap(errorsIn);
  const costs =
    status === 'Cancelled' && answers.length === 0
      ? { warning: 'but no answer of CancelBooking states the cost' }
      : cancellationCosts(answers, errors);
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

/** Cancels first, because a refused read would otherwise prevent the cancellation. */
async function cancel(call: Call, BookingId: string) {
  const answers: JsonObject[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call('cancelBooking', { BookingId }, { isUrgent: true });
    const detail = await call('getBookingDetail', { BookingId }, { isUrgent: true });
    if (answer) answers.push(answer.fields);
    const shown = asObject(detail?.fields.Booking).bookingStatus;
    const status = statusWord(shown ?? answer?.fields.bookingStatus);
    // In an answer of CancelBooking, FAILED can also mean that the cancellation failed.
    const isFailed = shown === status && failed.includes(status);
    if (status === 'Cancelled' || isFailed || attempt >= maxCancellations)
      return { status, isFailed, answers };
  }
}

function withoutId(status: string | undefined, reference: string): CreatedBooking {
  if (failed.includes(status)) return { reference, state: 'not-booked', said: `DoBooking failed: ${status}` };
  if (status === undefined) {
    const said = `verify does not know whether the supplier booked a room; ask the supplier about the reference ${reference}`;
    return { reference, state: 'unknown', said };
  }
  const said = `the supplier booked a room (${status}), but no answer contains the BookingId; cancel the booking by hand under the reference ${reference}`;
  return { reference, state: 'stands', said };
}

/** A booking that is not found may still exist. One with another reference belongs to another caller, and is never cancelled. */
async function findId(call: Call, reference: string): Promise<string | undefined> {
  const answer = await call('getBooking', { ExternalReference: reference }, { isUrgent: true });
  const booking = asObject(answer?.fields.Booking);
  const isOurs = [booking, ...objectsIn(booking.Services)].some(one => one.ExternalReference === reference);
  return isOurs ? idIn(booking) : undefined;
}

/** 0 is no id, because requests of DoBooking use it for a new booking. */
function idIn(booking: JsonObject | undefined): string | undefined {
  const id = idText(booking?.BookingId)?.trim();
  return isMissing(id) || id === '0' ? undefined : id;
}
