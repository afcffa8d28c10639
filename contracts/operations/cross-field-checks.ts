import { limits } from '../clauses/index.ts';
import { asList, asObject, dayNumber, endOfDay, type JsonObject, nightsBetween } from '../util/index.ts';
import type { Complaint, InspectContext } from './operation.ts';
import { dateOrTimeStamp, isoDate, timeOf, timeStamp, wellFormedTime } from './shapes/index.ts';

// Only servers need these checks, so no operation refers to this module, and a client's bundle does not contain it. A
// value can have any type here, because the schemas report wrong types.

/**
 * Returns the errors of fields that are valid alone, but contradict each other or today's date.
 *
 * @example crossFieldComplaints('tour.search', { Criteria: { … } }, { latestToday: '2026-12-02', today: () => '2026-12-01' })
 */
export const crossFieldComplaints = (
  operationId: string,
  request: unknown,
  context: InspectContext,
): Complaint[] => {
  const { Criteria, SearchBookingCriteria } = asObject(request);
  if (operationId === 'getBookingList') return [...inspectRanges(asObject(SearchBookingCriteria))];
  return [...(searches.get(operationId)?.(asObject(Criteria), context) ?? [])];
};

type Complaints = Generator<Complaint>;

const searches = new Map([
  ['hotel.search', inspectHotelSearch],
  ['car.search', inspectCarSearch],
  ['transfer.search', inspectTransferSearch],
  ['tour.search', inspectTourSearch],
]);

interface DateField {
  readonly field: string;
  readonly date: unknown;
}

const dateIn = (criteria: JsonObject, name: string): DateField => ({
  field: `Criteria.${name}`,
  date: criteria[name],
});

/** Reports a date that is in the past, in local time, at every place in the request (date.local). */
function* inspectPast({ field, date }: DateField, places: unknown[], context: InspectContext): Complaints {
  const { latestToday, today } = context;
  // Dates in the format YYYY-MM-DD can be compared as text.
  if (typeof date !== 'string' || date >= latestToday || Number.isNaN(dayNumber(date))) return;
  const here = places.slice(0, limits.hotelIds.value).map(today).sort().at(-1) ?? latestToday;
  if (date < here)
    yield {
      field,
      message: `"${date}" is in the past: today is ${here} at the destination; send a later date`,
    };
}

/** Reports a period that ends before its start, or lasts longer than `maxDays`. */
function* inspectPeriod(first: DateField, last: DateField, maxDays: number): Complaints {
  if (typeof first.date !== 'string' || typeof last.date !== 'string') return;
  const days = nightsBetween(first.date, last.date); // NaN for an invalid date
  const { field } = last;
  const name = first.field.slice(first.field.indexOf('.') + 1);
  if (days < 0)
    yield { field, message: `"${last.date}" is before ${name} "${first.date}"; send a later date` };
  if (days > maxDays)
    yield { field, message: `${days} days after ${name}; the maximum is ${maxDays} days (assumed limit)` };
}

/** Reports two different times: one in the field Time, and one in the fields Hour and Minutes (date.hours). */
function* inspectTime(holder: unknown, path: string): Complaints {
  const { Time, ...numbers } = wellFormedTime.safeParse(holder).data ?? {};
  const time = timeOf(numbers);
  if (Time === undefined || time === undefined || time === Time) return;
  const message = `Hour and Minutes mean "${time}", but Time is "${Time}"; send only one form`;
  yield { field: `${path}.Hour`, message };
}

function* inspectTravellers(
  criteria: JsonObject,
  adults: readonly [string, ...string[]],
  children: string,
): Complaints {
  const field = adults.find(name => criteria[name] !== undefined) ?? adults[0];
  const total = countOf(criteria[field]) + countOf(criteria[children]);
  const max = limits.travellers.value;
  if (total > max)
    yield {
      field: `Criteria.${field}`,
      message: `${total} travellers; the maximum is ${max} (assumed limit)`,
    };
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : asList(value).length);

function* inspectHotelSearch(criteria: JsonObject, context: InspectContext): Complaints {
  const { DestinationId, HotelIds, SearchRooms } = criteria;
  const hotels = asList(HotelIds);
  yield* inspectPast(dateIn(criteria, 'CheckinDate'), hotels.length > 0 ? hotels : [DestinationId], context);
  yield* inspectNights(criteria);
  yield* inspectRooms(asList(SearchRooms).map(asObject));
}

const lastDate = '9999-12-31';

function* inspectNights(criteria: JsonObject): Complaints {
  const { CheckinDate: checkin, CheckoutDate: checkout, NumNights: nights } = criteria;
  if (typeof checkin !== 'string') return;
  const complaint = (name: string, message: string) => ({ field: `Criteria.${name}`, message });
  if (typeof nights === 'number' && dayNumber(checkin) + nights > dayNumber(lastDate))
    yield complaint(
      'NumNights',
      `${nights} nights from "${checkin}" end after ${lastDate}; send fewer nights`,
    );
  const stay = typeof checkout === 'string' ? nightsBetween(checkin, checkout) : Number.NaN;
  const maxNights = limits.nights.value;
  if (stay <= 0)
    yield complaint('CheckoutDate', `"${checkout}" is not after CheckinDate "${checkin}"; send a later date`);
  if (stay > maxNights)
    yield complaint('CheckoutDate', `${stay} nights; the maximum of a stay is ${maxNights} (assumed limit)`);
  if (typeof nights === 'number' && !Number.isNaN(stay) && stay !== nights)
    yield complaint(
      'NumNights',
      `${nights} nights, but CheckoutDate means ${stay} nights; send only one of these fields`,
    );
}

function* inspectRooms(rooms: JsonObject[]): Complaints {
  let total = 0;
  for (const [index, { NumAdults, ChildAges, Quantity }] of rooms.entries()) {
    const guests = (typeof NumAdults === 'number' ? NumAdults : 0) + asList(ChildAges).length;
    const max = limits.guestsPerRoom.value;
    if (guests > max) {
      const message = `${guests} guests; the maximum of a room is ${max} (assumed limit)`;
      yield { field: `Criteria.SearchRooms[${index}]`, message };
    }
    total += typeof Quantity === 'number' ? Quantity : 1;
  }
  if (total > limits.rooms.value) {
    const message = `${total} rooms; the maximum of a Search is ${limits.rooms.value} (assumed limit)`;
    yield { field: 'Criteria.SearchRooms', message };
  }
}

function* inspectCarSearch({ Pickup, Dropoff }: JsonObject, context: InspectContext): Complaints {
  const [pickup, dropoff] = [asObject(Pickup), asObject(Dropoff)];
  const first = { field: 'Criteria.Pickup.Date', date: pickup.Date };
  const last = { field: 'Criteria.Dropoff.Date', date: dropoff.Date };
  yield* inspectPast(first, [pickup], context);
  yield* inspectPeriod(first, last, limits.rentalDays.value);
  yield* inspectTime(pickup, 'Criteria.Pickup');
  yield* inspectTime(dropoff, 'Criteria.Dropoff');
}

function* inspectTransferSearch(criteria: JsonObject, context: InspectContext): Complaints {
  const [pickup, dropoff] = [asObject(criteria.Pickup), asObject(criteria.Dropoff)];
  const first = dateIn(criteria, 'ServiceDate');
  yield* inspectPast(first, [pickup], context);
  yield* inspectPeriod(first, dateIn(criteria, 'ServiceDateBack'), limits.serviceDays.value);
  yield* inspectTime(criteria, 'Criteria');
  yield* inspectTravellers(criteria, ['NumberOfAdults'], 'ChildrenAges');
  const { LocationCode: from, LocationType: type } = pickup;
  if (typeof from === 'string' && from === dropoff.LocationCode && type === dropoff.LocationType) {
    const message = `"${from}" is also the place of Pickup; send another place`;
    yield { field: 'Criteria.Dropoff.LocationCode', message };
  }
  if (criteria.TimeBack !== undefined && criteria.ServiceDateBack === undefined) {
    const message = 'missing: TimeBack needs the date of the return; send ServiceDateBack too';
    yield { field: 'Criteria.ServiceDateBack', message };
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= limits.travellers.value;

function* inspectTourSearch(criteria: JsonObject, context: InspectContext): Complaints {
  const { DestinationId, CityId, NumberOfAdults: adults, AdultAges: ages } = criteria;
  const first = dateIn(criteria, 'InitialServiceDate');
  yield* inspectPast(first, [DestinationId ?? CityId], context);
  yield* inspectPeriod(first, dateIn(criteria, 'FinalServiceDate'), limits.serviceDays.value);
  yield* inspectTravellers(criteria, ['NumberOfAdults', 'AdultAges'], 'ChildAges');
  if (isCount(adults) && Array.isArray(ages) && ages.length !== adults) {
    const message = `${ages.length} ages, but NumberOfAdults is ${adults}; send only one of these fields`;
    yield { field: 'Criteria.AdultAges', message };
  }
  if (isText(DestinationId) && isText(CityId) && DestinationId !== CityId) {
    const message = 'names another place than DestinationId; send only one of these fields';
    yield { field: 'Criteria.CityId', message };
  }
}

/** The criteria of GetBookingList that are the first and the last instant of a period. */
export const dateRanges = [
  ['CheckinDateFrom', 'CheckinDateTo'],
  ['InitialServiceDate', 'FinalServiceDate'],
  ['InitialBookingDate', 'FinalBookingDate'],
  ['CancelationDateStart', 'CancelationDateEnd'],
  ['PaymentDeadlineStart', 'PaymentDeadlineEnd'],
  ['UpdatedFrom', 'UpdatedTo'],
  ['InitialUpdateDate', 'FinalUpdateDate'],
] as const;

/** Dates and time stamps can be compared as text. */
function* inspectRanges(criteria: JsonObject): Complaints {
  for (const [from, to] of dateRanges) {
    const form = to === 'UpdatedTo' ? timeStamp : to === 'FinalUpdateDate' ? dateOrTimeStamp : isoDate;
    const [first, last] = [form.safeParse(criteria[from]), form.safeParse(criteria[to])];
    if (!first.success || !last.success || endOfDay(last.data) >= first.data) continue;
    const message = `"${last.data}" is before ${from} "${first.data}"; send a later value`;
    yield { field: `SearchBookingCriteria.${to}`, message };
  }
}
