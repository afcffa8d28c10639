import { limits } from '../clauses/index.ts';
import { asObject, dayNumber, endOfDay, type JsonObject, nightsBetween } from '../util/index.ts';
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
  if (operationId === 'getBookingList') return inspectRanges(asObject(SearchBookingCriteria));
  return searches.get(operationId)?.(asObject(Criteria), context) ?? [];
};

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

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reports a date that is in the past, in local time, at every place in the request (date.local). */
function inspectPast({ field, date }: DateField, places: unknown[], context: InspectContext): Complaint[] {
  const { latestToday, today } = context;
  if (typeof date !== 'string') return [];
  // Dates in the format YYYY-MM-DD can be compared as text.
  if (date >= latestToday || Number.isNaN(dayNumber(date))) return [];
  const here = places.slice(0, limits.hotelIds.value).map(today).sort().at(-1) ?? latestToday;
  if (date >= here) return [];
  return [
    { field, message: `"${date}" is in the past: today is ${here} at the destination; send a later date` },
  ];
}

/** Reports a period that ends before its start, or lasts longer than `maxDays`. */
function inspectPeriod(first: DateField, last: DateField, maxDays: number): Complaint[] {
  if (typeof first.date !== 'string' || typeof last.date !== 'string') return [];
  const days = nightsBetween(first.date, last.date);
  const { field } = last;
  const name = first.field.slice(first.field.indexOf('.') + 1);
  if (days < 0)
    return [{ field, message: `"${last.date}" is before ${name} "${first.date}"; send a later date` }];
  if (!(days > maxDays)) return []; // for an invalid date, `days` is NaN
  return [{ field, message: `${days} days after ${name}; the maximum is ${maxDays} days (assumed limit)` }];
}

/** Reports two different times: one in the field Time, and one in the fields Hour and Minutes (date.hours). */
function inspectTime(holder: unknown, path: string): Complaint[] {
  const { Time, ...numbers } = wellFormedTime.safeParse(holder).data ?? {};
  const time = timeOf(numbers);
  if (Time === undefined || time === undefined || time === Time) return [];
  const message = `Hour and Minutes mean "${time}", but Time is "${Time}"; send only one form`;
  return [{ field: `${path}.Hour`, message }];
}

function inspectTravellers(
  criteria: JsonObject,
  fields: { adults: readonly [string, ...string[]]; children: string },
): Complaint[] {
  const field = fields.adults.find(name => criteria[name] !== undefined) ?? fields.adults[0];
  const total = countOf(criteria[field]) + countOf(criteria[fields.children]);
  if (total <= limits.travellers.value) return [];
  const message = `${total} travellers; the maximum is ${limits.travellers.value} (assumed limit)`;
  return [{ field: `Criteria.${field}`, message }];
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : list(value).length);

function inspectHotelSearch(criteria: JsonObject, context: InspectContext): Complaint[] {
  const { DestinationId, HotelIds, SearchRooms } = criteria;
  const hotels = list(HotelIds);
  const places = hotels.length > 0 ? hotels : [DestinationId];
  return [
    ...inspectPast(dateIn(criteria, 'CheckinDate'), places, context),
    ...inspectNights(criteria),
    ...inspectRooms(list(SearchRooms)),
  ];
}

const lastDate = '9999-12-31';

function inspectNights({ CheckinDate: checkin, CheckoutDate: checkout, NumNights: nights }: JsonObject) {
  if (typeof checkin !== 'string') return [];
  const complaints: Complaint[] = [];
  const complain = (name: string, message: string) => complaints.push({ field: `Criteria.${name}`, message });
  if (typeof nights === 'number' && dayNumber(checkin) + nights > dayNumber(lastDate))
    complain('NumNights', `${nights} nights from "${checkin}" end after ${lastDate}; send fewer nights`);
  const stay = typeof checkout === 'string' ? nightsBetween(checkin, checkout) : Number.NaN;
  const maxNights = limits.nights.value;
  if (stay <= 0)
    complain('CheckoutDate', `"${checkout}" is not after CheckinDate "${checkin}"; send a later date`);
  if (stay > maxNights)
    complain('CheckoutDate', `${stay} nights; the maximum of a stay is ${maxNights} (assumed limit)`);
  if (typeof nights === 'number' && !Number.isNaN(stay) && stay !== nights)
    complain(
      'NumNights',
      `${nights} nights, but CheckoutDate means ${stay} nights; send only one of these fields`,
    );
  return complaints;
}

function inspectRooms(rooms: unknown[]): Complaint[] {
  const entries = rooms.map(asObject);
  const complaints = entries.flatMap(({ NumAdults, ChildAges }, index) => {
    const guests = (typeof NumAdults === 'number' ? NumAdults : 0) + list(ChildAges).length;
    if (guests <= limits.guestsPerRoom.value) return [];
    const message = `${guests} guests; the maximum of a room is ${limits.guestsPerRoom.value} (assumed limit)`;
    return [{ field: `Criteria.SearchRooms[${index}]`, message }];
  });
  const quantities = entries.map(({ Quantity }) => (typeof Quantity === 'number' ? Quantity : 1));
  const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
  if (total <= limits.rooms.value) return complaints;
  const message = `${total} rooms; the maximum of a Search is ${limits.rooms.value} (assumed limit)`;
  return [...complaints, { field: 'Criteria.SearchRooms', message }];
}

function inspectCarSearch({ Pickup, Dropoff }: JsonObject, context: InspectContext): Complaint[] {
  const [pickup, dropoff] = [asObject(Pickup), asObject(Dropoff)];
  const first = { field: 'Criteria.Pickup.Date', date: pickup.Date };
  const last = { field: 'Criteria.Dropoff.Date', date: dropoff.Date };
  return [
    ...inspectPast(first, [pickup], context),
    ...inspectPeriod(first, last, limits.rentalDays.value),
    ...inspectTime(pickup, 'Criteria.Pickup'),
    ...inspectTime(dropoff, 'Criteria.Dropoff'),
  ];
}

function inspectTransferSearch(criteria: JsonObject, context: InspectContext): Complaint[] {
  const [pickup, dropoff] = [asObject(criteria.Pickup), asObject(criteria.Dropoff)];
  const first = dateIn(criteria, 'ServiceDate');
  const complaints = [
    ...inspectPast(first, [pickup], context),
    ...inspectPeriod(first, dateIn(criteria, 'ServiceDateBack'), limits.serviceDays.value),
    ...inspectTime(criteria, 'Criteria'),
    ...inspectTravellers(criteria, { adults: ['NumberOfAdults'], children: 'ChildrenAges' }),
  ];
  const { LocationCode: from, LocationType: type } = pickup;
  if (typeof from === 'string' && from === dropoff.LocationCode && type === dropoff.LocationType) {
    const message = `"${from}" is also the place of Pickup; send another place`;
    complaints.push({ field: 'Criteria.Dropoff.LocationCode', message });
  }
  if (criteria.TimeBack !== undefined && criteria.ServiceDateBack === undefined) {
    const message = 'missing: TimeBack needs the date of the return; send ServiceDateBack too';
    complaints.push({ field: 'Criteria.ServiceDateBack', message });
  }
  return complaints;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= limits.travellers.value;

function inspectTourSearch(criteria: JsonObject, context: InspectContext): Complaint[] {
  const { DestinationId, CityId, NumberOfAdults: adults, AdultAges: ages } = criteria;
  const first = dateIn(criteria, 'InitialServiceDate');
  const complaints = [
    ...inspectPast(first, [DestinationId ?? CityId], context),
    ...inspectPeriod(first, dateIn(criteria, 'FinalServiceDate'), limits.serviceDays.value),
    ...inspectTravellers(criteria, { adults: ['NumberOfAdults', 'AdultAges'], children: 'ChildAges' }),
  ];
  if (isCount(adults) && Array.isArray(ages) && ages.length !== adults) {
    const message = `${ages.length} ages, but NumberOfAdults is ${adults}; send only one of these fields`;
    complaints.push({ field: 'Criteria.AdultAges', message });
  }
  if (isText(DestinationId) && isText(CityId) && DestinationId !== CityId) {
    const message = 'names another place than DestinationId; send only one of these fields';
    complaints.push({ field: 'Criteria.CityId', message });
  }
  return complaints;
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
function inspectRanges(criteria: JsonObject): Complaint[] {
  return dateRanges.flatMap(([from, to]) => {
    const form = to === 'UpdatedTo' ? timeStamp : to === 'FinalUpdateDate' ? dateOrTimeStamp : isoDate;
    const [first, last] = [form.safeParse(criteria[from]), form.safeParse(criteria[to])];
    if (!first.success || !last.success || endOfDay(last.data) >= first.data) return [];
    const message = `"${last.data}" is before ${from} "${first.data}"; send a later value`;
    return [{ field: `SearchBookingCriteria.${to}`, message }];
  });
}
