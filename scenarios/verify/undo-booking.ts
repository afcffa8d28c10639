import { asObject, type JsonObject } from '#contracts/util';
import { type Costs, costsOf } from './cancel-costs.ts';
import type { MadeBooking } from './compare/index.ts';
import type { Answer, Conversation } from './conversation.ts';
import { textOf } from './read-steps.ts';

/** What a DoBooking has left behind. */
export interface Left {
  /** Its answer; undefined where there was none that could be read. */
  readonly booked: Answer | undefined;
  /** The ExternalReference that it was sent with. */
  readonly reference: string;
}

/** These say by themselves that nothing was done. */
const refusing: readonly (number | undefined)[] = [400, 401, 404, 405, 429];
/** With these nothing stands. */
const cameToNothing: readonly (string | undefined)[] = ['FAILED', 'Rejected'];
/** So often a booking that still stands is cancelled. */
const mostCancellations = 2;

/**
 * Cancels what was booked, looks at it afterwards, and says so plainly where it may still stand (flow.3).
 *
 * @param talk a conversation that no signal ends
 */
export async function undoBooking(talk: Conversation, { booked, reference }: Left): Promise<MadeBooking> {
  const { last } = talk;
  if (!booked && last?.result === 'refused' && refusing.includes(last.status))
    return { reference, state: 'not-booked', said: `DoBooking was refused (${last.status})` };
  const bookingId = idOf(booked?.fields.BookingId) ?? (await lookUp(talk, reference));
  if (bookingId === undefined) return nameless(booked, reference);
  const { status, isLookedUp, answers } = await cancel(talk, bookingId);
  await talk.ask('getBooking', { ExternalReference: reference });
  await talk.ask('getBookingList', { SearchBookingCriteria: { BookingNumber: [bookingId] } });
  const made = { reference, bookingId };
  const isNothing = cameToNothing.includes(status);
  // What never was booked cannot be cancelled: that this was refused is no trouble.
  const costs = costsOf(answers, { withErrors: !(isNothing && isLookedUp) });
  const tell = (state: MadeBooking['state'], said: string): MadeBooking => ({
    ...made,
    ...withCosts(`booking ${bookingId} ${said}`, costs),
    state,
  });
  if (status === 'Cancelled') return tell('cancelled', 'is cancelled');
  if (isNothing) return tell('not-booked', `came to nothing: ${status}`);
  const what = status === undefined ? 'nobody says what became of it' : `it is ${status}`;
  return tell('stands', `may still stand (${what}): cancel it by hand`);
}

const withCosts = (said: string, { warning, ...costs }: Costs) =>
  warning === undefined ? { said } : { said: `${said}, ${warning}`, warning, ...costs };

/** How a cancellation ended, with all that CancelBooking answered. */
interface Cancelled {
  readonly status: string | undefined;
  /** The booking itself says so. */
  readonly isLookedUp: boolean;
  readonly answers: readonly JsonObject[];
}

/** Cancels before anything else is asked: a look that is refused must not be what keeps a booking standing. */
async function cancel(talk: Conversation, BookingId: string): Promise<Cancelled> {
  const answers: JsonObject[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const answer = await talk.ask('cancelBooking', { BookingId }, { isUrgent: true });
    const after = await talk.ask('getBookingDetail', { BookingId }, { isUrgent: true });
    if (answer) answers.push(answer.fields);
    const own = asObject(after?.fields.Booking).bookingStatus;
    const status = wordOf(own ?? answer?.fields.bookingStatus);
    const isOver = status === 'Cancelled' || cameToNothing.includes(status);
    if (isOver || attempt >= mostCancellations)
      return { status, isLookedUp: wordOf(own) !== undefined, answers };
  }
}

/** What there is to say of a booking that has no id which could be cancelled. */
function nameless(booked: Answer | undefined, reference: string): MadeBooking {
  const status = wordOf(booked?.fields.bookingStatus);
  if (cameToNothing.includes(status))
    return { reference, state: 'not-booked', said: `DoBooking came to nothing: ${status}` };
  if (status !== undefined) {
    const said = `it is booked (${status}), and no field called BookingId says under which id: cancel it by hand under the reference ${reference}`;
    return { reference, state: 'stands', said };
  }
  const said = `whether anything was booked is not known: ask the supplier for the reference ${reference}`;
  return { reference, state: 'unknown', said };
}

/** The id of a booking whose DoBooking gave none (flow.3); none that is found does not mean that there is none. */
async function lookUp(talk: Conversation, reference: string): Promise<string | undefined> {
  const answer = await talk.ask('getBooking', { ExternalReference: reference }, { isUrgent: true });
  return idOf(asObject(answer?.fields.Booking).BookingId);
}

/** An id that a booking can have: an empty one is none, and 0 is what a new booking is asked for with. */
function idOf(value: unknown): string | undefined {
  const id = textOf(value)?.trim();
  return id === '' || id === '0' ? undefined : id;
}

/** A status, if it is a word: sentences can be about somebody. */
const wordOf = (status: unknown): string | undefined =>
  typeof status === 'string' && /^[A-Za-z][A-Za-z _-]{0,39}$/.test(status) ? status : undefined;
