import { asObject } from '#contracts/util';
import type { ExchangeState } from '../faults/call-state.ts';
import { recordKey } from '../tokens/index.ts';
import type { Play } from './index.ts';

/** The part of a call that tells what it grows from. */
export type Grown = Pick<ExchangeState, 'sandbox' | 'operation' | 'owner' | 'body'>;

/**
 * The play that a call grows from: by the Token or ReToken it sends, by the booking or by the reference it asks for. What
 * is attached to a booking of the same scenario goes on in the play of that booking.
 */
export function grownFrom(call: Grown): Play | undefined {
  const { plays, store } = call.sandbox;
  if (plays.size === 0) return undefined;
  const { Token, ReToken, BookingId } = asObject(call.body);
  const token = [Token, ReToken].flatMap(given =>
    isText(given) ? (store.token(recordKey(given)) ?? []) : [],
  );
  const byToken = plays.get(token.flatMap(record => ('play' in record ? record.play : [])).at(0));
  const byBooking = isText(BookingId) && BookingId !== '0' ? playOf(BookingId, call) : undefined;
  if (byToken && byToken.scenario !== byBooking?.scenario) return byToken;
  return byBooking ?? byToken ?? byReference(call);
}

const isText = (value: unknown): value is string => typeof value === 'string';

const playOf = (bookingId: string, { sandbox, owner = '' }: Grown): Play | undefined =>
  sandbox.plays.get(sandbox.bookings.find(owner, bookingId)?.play);

/** Look-ups know a booking by what the client calls it, also one that was never made. */
function byReference(call: Grown): Play | undefined {
  const { sandbox, operation, owner = '', body } = call;
  if (operation?.effect !== 'read') return undefined;
  const { ExternalReference, SearchBookingCriteria } = asObject(body);
  const listed = asObject(SearchBookingCriteria);
  const reference = ExternalReference ?? listed.ExternalReference;
  if (isText(reference)) {
    const id = sandbox.store.idByReference(owner, reference);
    return (
      sandbox.plays.byKey(referenceKey(call, reference)) ?? (id === undefined ? undefined : playOf(id, call))
    );
  }
  const [id] = Array.isArray(listed.BookingNumber) ? listed.BookingNumber : [];
  return isText(id) ? playOf(id, call) : undefined;
}

/** What a booking is known by that a client calls so, whether it was made or not. */
export const referenceKey = ({ owner }: Pick<Grown, 'owner'>, reference: string): string =>
  `reference ${JSON.stringify([owner, reference])}`;

/** What the record of the Token or ReToken of a step is kept under, if this credential was given one. */
export function tokenBehind(
  { body, owner, sandbox }: Grown,
  step: 'search' | 'conditions',
): string | undefined {
  const { Token, ReToken } = asObject(body);
  return [Token, ReToken]
    .filter(isText)
    .map(recordKey)
    .find(key => {
      const record = sandbox.store.token(key);
      return record?.step === step && record.owner === owner;
    });
}
