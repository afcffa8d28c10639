// Whether a room can be booked and cancelled for nothing. What an offer does not say plainly counts against it.
import { dayNumber } from '#contracts/calendar';
import { isObject, type JsonObject } from '#contracts/util';
import { objectsIn } from './reading.ts';
import type { CreatedBooking } from './report-schema.ts';
import { errorCodes, masked } from './safe-text.ts';

/** The first free room of a Search, or why there is none. */
export type RoomChoice =
  | { readonly HotelId: unknown; readonly room: JsonObject }
  | { readonly reason: string };

/**
 * Chooses a room that needs no card and can be cancelled for nothing.
 *
 * @param today the latest date that is today anywhere, `YYYY-MM-DD`
 * @example chooseRoom({ Hotels: [] }, '2026-11-20') // { reason: 'no room was offered' }
 */
export function chooseRoom({ Hotels }: JsonObject, today: string): RoomChoice {
  const rooms = objectsIn(Hotels).flatMap(({ HotelId, Rooms }) =>
    objectsIn(Rooms).map(room => ({ HotelId, room })),
  );
  const reasonFor = (room: JsonObject) => (room.Id === undefined ? 'it has no Id' : whyNotFree(room, today));
  const free = rooms.find(({ room }) => reasonFor(room) === undefined);
  if (free) return free;
  if (rooms.length === 0) return { reason: 'no room was offered' };
  const reasons = [...Map.groupBy(rooms, ({ room }) => reasonFor(room))];
  const counted = reasons.map(([reason, all]) => `${reason} (${all.length} of them)`).join('; ');
  return { reason: `no room that needs no card and can be cancelled for nothing was offered: ${counted}` };
}

/**
 * Returns why an offer may cost something; undefined where it says plainly that it does not.
 *
 * @example whyNotFree({ ...room, CancelPolicies: [] }, '2026-11-20') // 'it does not say what a cancellation costs'
 */
export function whyNotFree(offer: JsonObject, today: string): string | undefined {
  const { RestrictionType, IsPrePayment, CanPayLater, CancelPolicies, CancellationPolicies } = offer;
  if (RestrictionType !== 'CanBook') return 'RestrictionType is not CanBook';
  if (IsPrePayment !== false || CanPayLater !== true) return 'it does not say that it can be paid later';
  const lists = [CancelPolicies, CancellationPolicies].filter(list => list !== undefined);
  if (lists.length === 0 || lists.some(list => objectsIn(list).length === 0))
    return 'it does not say what a cancellation costs';
  const isLater = (date: unknown) => isDate(date) && dayNumber(date) > dayNumber(today); // (date.policies)
  const costing = lists.flatMap(objectsIn).find(({ Value, StartDate }) => Value !== 0 && !isLater(StartDate));
  if (!costing) return undefined;
  return `a cancellation policy has neither Value 0 nor a StartDate YYYY-MM-DD after ${today}, but ${dateForm(costing.StartDate)}`;
}

const isDate = (date: unknown): date is string =>
  typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(dayNumber(date));

function dateForm(date: unknown): string {
  if (date === undefined) return 'no StartDate';
  if (typeof date !== 'string') return `a StartDate that is ${date === null ? 'null' : 'no text'}`;
  return isDate(date) ? 'one that is no later' : `text like "${masked(date, 20)}"`;
}

interface Amount {
  readonly value: number;
  readonly currency?: string;
}

/** Reads an amount as a Value with a Currency, or bare, as a number or as text. */
function amountIn(price: unknown): Amount | undefined {
  const { Value, Currency } = isObject(price) ? price : { Value: price };
  const value = typeof Value === 'string' && Value.trim() !== '' ? Number(Value) : Value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const isCode = typeof Currency === 'string' && /^[A-Z]{3}$/.test(Currency);
  return { value, ...(isCode && { currency: Currency }) };
}

/**
 * Returns why one price differs from another; undefined where they are the same.
 *
 * @example whyOtherPrice(100, 300) // 'its price is 300, and was 100 in the Search'
 */
export function whyOtherPrice(before: unknown, now: unknown): string | undefined {
  const [was, is] = [amountIn(before), amountIn(now)];
  if (!was || !is) return 'it has no price that can be compared';
  if (was.value === is.value && was.currency === is.currency) return undefined;
  return `its price is ${amountText(is)}, and was ${amountText(was)} in the Search`;
}

const amountText = ({ value, currency = '' }: Amount): string => `${value} ${currency}`.trimEnd();

/**
 * Returns what a cancellation cost and what went wrong with it; nothing where it was free and without errors.
 *
 * @param answers all that CancelBooking answered
 * @param errors entries of Errors[] that count
 * @example cancellationCosts([{ Penalty: { Value: 120, Currency: 'BRL' } }], []).warning // 'with a penalty of 120 BRL'
 */
export function cancellationCosts(
  answers: readonly JsonObject[],
  errors: readonly unknown[],
): Pick<CreatedBooking, 'penalty' | 'warning'> {
  const penalties = answers.map(({ Penalty }) => Penalty ?? 0).map(amountIn);
  const penalty = penalties.find(amount => amount !== undefined && amount.value > 0);
  const warnings: string[] = [];
  if (penalty)
    warnings.push(`with a penalty of ${penalty.value} ${penalty.currency ?? 'in an unknown currency'}`);
  else if (penalties.includes(undefined)) warnings.push('with a penalty that cannot be read');
  if (errors.length > 0) warnings.push(`with Errors[] of CancelBooking: ${errorCodes(errors)}`);
  return {
    ...(warnings.length > 0 && { warning: warnings.join(', and ') }),
    ...(penalty && { penalty }),
  };
}
