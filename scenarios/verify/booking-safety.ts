// No check takes a missing or unknown value for a good one.
import { dayNumber } from '#contracts/calendar';
import { isObject, type JsonObject } from '#contracts/util';
import { idText, objectsIn } from './reading.ts';
import type { CreatedBooking, LearnedName } from './report-schema.ts';
import { errorCodes, masked, statusWord } from './safe-text.ts';

type RoomChoice = { readonly HotelId: unknown; readonly room: JsonObject } | { readonly reason: string };

/** Without a card, and cancelled free of charge. `today`: the latest date in any time zone until the booking is cancelled. */
export function chooseRoom({ Hotels }: JsonObject, today: string): RoomChoice {
  const rooms = objectsIn(Hotels).flatMap(({ HotelId, Rooms, Name: _, Address: __, ...ofHotel }) =>
    objectsIn(Rooms).map(room => ({ HotelId, room, ofHotel })),
  );
  const reasonFor = ({ HotelId, room, ofHotel }: (typeof rooms)[number]) => {
    if (isMissing(HotelId)) return 'the hotel has no HotelId';
    return isMissing(room.Id) ? 'the room has no Id' : whyNotFree({ ...ofHotel, ...room }, today);
  };
  const free = rooms.find(one => reasonFor(one) === undefined);
  if (free) return free;
  if (rooms.length === 0) return { reason: 'no room was offered' };
  const reasons = [...Map.groupBy(rooms, reasonFor)];
  const counted = reasons.map(([reason, all]) => `${reason} (${all.length} of the rooms)`).join('; ');
  return { reason: `every offered room needs a card or has no free cancellation: ${counted}` };
}

/** A text without characters and null are no ids. */
export const isMissing = (id: unknown): boolean => (idText(id) ?? '').trim() === '';

const costName =
  /cancel|card|charge|deposit|fee|guarantee|no-?show|non-?ref|nrf|payment|penalt|pre-?pa(?:id|y)|refund/i;
/** A text about one of these does not prove that nothing is due. */
const costText =
  /\b(?:nrf|multas?)\b|cart[aã]o|cobrad|credit.?card|charged|dep[oó]sit|garant|guarantee|no-?show|non-?ref|penal|reembols|refund|tarjeta/i;
const harmless = ['PaymentConditions', 'ReToken', 'Token'];

/** Undefined if the offer clearly states that booking and cancellation are free. */
export function whyNotFree(offer: JsonObject, today: string): string | undefined {
  const { RestrictionType, IsPrePayment, CanPayLater, IsNonRefundable = false, IsAvailable = true } = offer;
  if (RestrictionType !== 'CanBook') return 'RestrictionType is not CanBook';
  if (IsAvailable !== true) return 'the offer does not state that the room is available';
  if (IsPrePayment !== false || CanPayLater !== true)
    return 'the offer does not state that the room can be paid later';
  const others = Object.entries(offer).filter(([name]) => ![...decisive, ...harmless].includes(name));
  const said = JSON.stringify(Object.fromEntries(others));
  const names = [...said.matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([, name = '']) => name);
  const unknown = names.find(name => costName.test(name));
  if (unknown !== undefined) return `the meaning of its field ${statusWord(unknown) ?? '…'} is not known`;
  if (IsNonRefundable !== false || costText.test(said))
    return 'the offer may say that the price is not refunded, or that a card or a deposit is needed';
  const lists = [offer.CancelPolicies, offer.CancellationPolicies].filter(list => list !== undefined);
  const policies = lists.flat();
  const isStated = lists.every(list => Array.isArray(list) && list.length > 0) && policies.every(isObject);
  if (policies.length === 0 || !isStated) return 'the offer does not state the cost of a cancellation';
  return policies.flatMap(policy => whyPolicyCosts(policy, today) ?? [])[0];
}

const policyFields = ['StartDate', 'EndDate', 'Value', 'Currency'];

/** A penalty applies on both its days (date.policies). */
function whyPolicyCosts(policy: JsonObject, today: string): string | undefined {
  const { StartDate, EndDate, Value } = policy;
  const unknown = Object.keys(policy).find(name => !policyFields.includes(name));
  if (unknown !== undefined)
    return `the meaning of the field ${statusWord(unknown) ?? '…'} of a cancellation policy is not known`;
  if (Value === 0) return undefined;
  if (!isDate(StartDate) || dayNumber(StartDate) <= dayNumber(today))
    return `a cancellation policy has neither Value 0 nor a StartDate YYYY-MM-DD after ${today}, but ${dateForm(StartDate)}`;
  if (EndDate !== undefined && !(isDate(EndDate) && dayNumber(EndDate) >= dayNumber(StartDate)))
    return 'the EndDate of a cancellation policy is not a day YYYY-MM-DD from its StartDate on';
  return undefined;
}

const isDate = (date: unknown): date is string => typeof date === 'string' && !Number.isNaN(dayNumber(date));

function dateForm(date: unknown): string {
  if (date === undefined) return 'no StartDate';
  if (typeof date !== 'string') return `a StartDate that is ${date === null ? 'null' : 'not text'}`;
  return isDate(date) ? 'an earlier StartDate' : `text like "${masked(date, 20)}"`;
}

/** Undefined if the answers to Search and GetBookingConditions prove that a booking of the room is free. */
export function whyNotProven(room: JsonObject, conditions: JsonObject, today: string): string | undefined {
  const { Token, Errors = [], RevalidateBookingConditions: found = 'SameRoomsFound' } = conditions;
  if (isMissing(Token)) return 'the conditions contain no Token';
  if (!Array.isArray(Errors) || Errors.length > 0 || conditions.Error !== undefined)
    return 'the conditions have Errors[]';
  if (found !== 'SameRoomsFound') return 'the supplier found no such room, or a changed room';
  return whyNotFree(conditions, today) ?? whyOtherPrice(room.TotalSellingPrice, conditions.TotalSellingPrice);
}

interface Amount {
  readonly value: number;
  readonly currency?: string;
}

function amountIn(price: unknown): Amount | undefined {
  const { Value, Currency } = isObject(price) ? price : { Value: price };
  const value = typeof Value === 'string' && Value.trim() !== '' ? Number(Value) : Value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const isCode = typeof Currency === 'string' && /^[A-Z]{3}$/.test(Currency);
  return { value, ...(isCode && { currency: Currency }) };
}

const decisive = [
  'RestrictionType',
  'IsPrePayment',
  'CanPayLater',
  'IsNonRefundable',
  'IsAvailable',
  'CancelPolicies',
  'CancellationPolicies',
  ...policyFields,
];

/** A guess from a type alone could cost money. Only the price may have a new name, because it is only compared with itself. */
export function whyUnread(learned: readonly LearnedName[]): string | undefined {
  const unread = learned.filter(({ name, change: { to, ...others } }) => {
    const isRenamed = Object.keys(others).length === 0 && !/^\.|[./]/.test(to ?? '');
    return decisive.includes(name) || (name === 'TotalSellingPrice' && !isRenamed);
  });
  const names = [...new Set(unread.map(({ name }) => name))];
  return names.length === 0
    ? undefined
    : `verify has learned the form of ${names.join(', ')} only now; read the profile, and pass it with --profile`;
}

export function whyOtherPrice(before: unknown, now: unknown): string | undefined {
  const [was, is] = [amountIn(before), amountIn(now)];
  if (was?.currency === undefined || is?.currency === undefined)
    return 'the conditions or the Search have no price that can be compared';
  if (was.value === is.value && was.currency === is.currency) return undefined;
  return `the price is ${amountText(is)}, but was ${amountText(was)} in the Search`;
}

const amountText = ({ value, currency = '' }: Amount): string => `${value} ${currency}`.trimEnd();

/** Empty if the cancellation was free and had no errors. `answers`: all of CancelBooking. `errors`: the relevant ones of Errors[]. */
export function cancellationCosts(
  answers: readonly JsonObject[],
  errors: readonly unknown[],
): Pick<CreatedBooking, 'penalty' | 'warning'> {
  const penalties = answers.map(({ Penalty }) => Penalty ?? 0).map(amountIn);
  const penalty = penalties.find(amount => amount !== undefined && amount.value !== 0);
  const unknown = answers
    .flatMap(Object.keys)
    .find(name => name !== 'Penalty' && name !== 'Errors' && /charge|error|fee|penal/i.test(name));
  const warnings: string[] = [];
  if (penalty)
    warnings.push(`with a penalty of ${penalty.value} ${penalty.currency ?? 'in an unknown currency'}`);
  else if (penalties.includes(undefined)) warnings.push('with a penalty that cannot be read');
  else if (unknown !== undefined) warnings.push(`with the unknown field ${statusWord(unknown) ?? '…'}`);
  if (errors.length > 0) warnings.push(`with Errors[] of CancelBooking: ${errorCodes(errors)}`);
  return {
    ...(warnings.length > 0 && { warning: warnings.join(', and ') }),
    ...(penalty && { penalty }),
  };
}
