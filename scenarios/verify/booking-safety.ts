// Decides whether a room can be booked and cancelled free of charge. If information is missing or unclear, the room is not chosen.
import { dayNumber } from '#contracts/calendar';
import { isObject, type JsonObject } from '#contracts/util';
import { objectsIn } from './reading.ts';
import type { CreatedBooking, LearnedName } from './report-schema.ts';
import { errorCodes, masked } from './safe-text.ts';

/** A room with free cancellation, or the reason why no room was chosen. */
type RoomChoice = { readonly HotelId: unknown; readonly room: JsonObject } | { readonly reason: string };

/**
 * Chooses the first room that can be booked without a card and cancelled free of charge.
 *
 * @param today the latest current date in any time zone, `YYYY-MM-DD`
 */
export function chooseRoom({ Hotels }: JsonObject, today: string): RoomChoice {
  const rooms = objectsIn(Hotels).flatMap(({ HotelId, Rooms }) =>
    objectsIn(Rooms).map(room => ({ HotelId, room })),
  );
  const reasonFor = (room: JsonObject) =>
    room.Id === undefined ? 'the room has no Id' : whyNotFree(room, today);
  const free = rooms.find(({ room }) => reasonFor(room) === undefined);
  if (free) return free;
  if (rooms.length === 0) return { reason: 'no room was offered' };
  const reasons = [...Map.groupBy(rooms, ({ room }) => reasonFor(room))];
  const counted = reasons.map(([reason, all]) => `${reason} (${all.length} of the rooms)`).join('; ');
  return { reason: `every offered room needs a card or has no free cancellation: ${counted}` };
}

/** Returns why an offer may cause a cost; undefined if the offer clearly states that booking and cancellation are free. */
export function whyNotFree(offer: JsonObject, today: string): string | undefined {
  const { RestrictionType, IsPrePayment, CanPayLater, CancelPolicies, CancellationPolicies } = offer;
  if (RestrictionType !== 'CanBook') return 'RestrictionType is not CanBook';
  if (IsPrePayment !== false || CanPayLater !== true)
    return 'the offer does not state that the room can be paid later';
  const lists = [CancelPolicies, CancellationPolicies].filter(list => list !== undefined);
  if (lists.length === 0 || lists.some(list => objectsIn(list).length === 0))
    return 'the offer does not state the cost of a cancellation';
  const isLater = (date: unknown) => isDate(date) && dayNumber(date) > dayNumber(today); // (date.policies)
  const costing = lists.flatMap(objectsIn).find(({ Value, StartDate }) => Value !== 0 && !isLater(StartDate));
  if (!costing) return undefined;
  return `a cancellation policy has neither Value 0 nor a StartDate YYYY-MM-DD after ${today}, but ${dateForm(costing.StartDate)}`;
}

const isDate = (date: unknown): date is string =>
  typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(dayNumber(date));

function dateForm(date: unknown): string {
  if (date === undefined) return 'no StartDate';
  if (typeof date !== 'string') return `a StartDate that is ${date === null ? 'null' : 'not text'}`;
  return isDate(date) ? 'an earlier StartDate' : `text like "${masked(date, 20)}"`;
}

interface Amount {
  readonly value: number;
  readonly currency?: string;
}

/** Parses an amount: an object with Value and Currency, a number, or a text. */
function amountIn(price: unknown): Amount | undefined {
  const { Value, Currency } = isObject(price) ? price : { Value: price };
  const value = typeof Value === 'string' && Value.trim() !== '' ? Number(Value) : Value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const isCode = typeof Currency === 'string' && /^[A-Z]{3}$/.test(Currency);
  return { value, ...(isCode && { currency: Currency }) };
}

/** The fields that decide whether a booking is free of charge. */
const decisive = [
  'RestrictionType',
  'IsPrePayment',
  'CanPayLater',
  'CancelPolicies',
  'CancellationPolicies',
  'StartDate',
  'Value',
  'Currency',
  'TotalSellingPrice',
];

/**
 * Returns why the answers are not clear enough for a booking; undefined if they are. A new name is clear, because the value of the
 * field stays the same. With another place, type, format or word, a wrong guess could cost money.
 *
 * @param learned the changes that `verify` has learned, and that no person has read yet
 */
export function whyUnread(learned: readonly LearnedName[]): string | undefined {
  const unread = learned.filter(({ name, change: { to, ...others } }) => {
    const isRenamed = Object.keys(others).length === 0 && !/^\.|[./]/.test(to ?? '');
    return decisive.includes(name) && !isRenamed;
  });
  const names = [...new Set(unread.map(({ name }) => name))];
  return names.length === 0
    ? undefined
    : `verify has learned the form of ${names.join(', ')} only now; read the profile, and pass it with --profile`;
}

/** Returns how the price of an offer has changed; undefined if both prices are equal. */
export function whyOtherPrice(before: unknown, now: unknown): string | undefined {
  const [was, is] = [amountIn(before), amountIn(now)];
  if (!was || !is) return 'the conditions or the Search have no price that can be compared';
  if (was.value === is.value && was.currency === is.currency) return undefined;
  return `the price is ${amountText(is)}, but was ${amountText(was)} in the Search`;
}

const amountText = ({ value, currency = '' }: Amount): string => `${value} ${currency}`.trimEnd();

/**
 * Returns the penalty and the problems of a cancellation; an empty object if the cancellation was free and had no errors.
 *
 * @param answers all answers of CancelBooking
 * @param errors the relevant entries of Errors[]
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
