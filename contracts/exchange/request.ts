import { limits } from '../limits.ts';
import type { MaskedCard } from '../mask.ts';
import { productNames, timeOf } from '../shapes/index.ts';
import { asObject, compact, type JsonObject } from '../util/index.ts';
import { type ListFilter, listFilter } from './list-filter.ts';
import { firstOf, list, maxGuests, maxRooms, maxTravellers, text, whole } from './small.ts';

/** The data that the rules of the judge need from one request. Ids and dates are unchanged. */
export interface RequestFacts {
  token?: string;
  reToken?: string;
  bookingId?: string;
  serviceId?: string;
  /** The product whose services a request cancels. */
  serviceType?: string;
  reference?: string;
  /** The id of a hotel, car, transfer or tour. */
  item?: string;
  /** The ids of the chosen rooms. */
  units?: string[];
  destination?: string;
  start?: string;
  end?: string;
  /** The times of day in the request. */
  times?: string[];
  /**
   * The number of adults and the ages of the children. The list has one entry for each room, or a single
   * entry for all travellers.
   */
  rooms?: { adults: number; ages: number[] }[];
  /** The IATA code of the airport in a request for static data. */
  airport?: string;
  term?: string;
  managerId?: string;
  mainPax?: string;
  countries?: string[];
  wantsOnRequest?: boolean;
  payment?: { condition?: string; card?: MaskedCard; instalments?: number };
  /** The criteria of a GetBookingList. */
  filter?: ListFilter;
  /** A hash of the body, set when the body contains criteria or guests. Equal bodies have equal hashes. */
  mark?: string;
}

const itemFields = [...Object.values(productNames).map(({ item }) => item), 'hotelId'];

/** Returns the data that the judge needs from the body of a request. The body has the field names of the contract. */
export function requestFacts(body: unknown): RequestFacts {
  const request = asObject(body);
  const criteria = asObject(request.Criteria);
  const rooms = firstOf(request.Rooms, maxRooms).map(asObject);
  const guests =
    rooms.length > 0
      ? rooms.map(room => firstOf(room.Paxs, maxGuests).map(asObject))
      : [firstOf(request.Paxs, maxTravellers).map(asObject)];
  const { pickup, dropoff } = { pickup: asObject(criteria.Pickup), dropoff: asObject(criteria.Dropoff) };
  const payment = asObject(request.Payment ?? rooms.find(room => room.Payment)?.Payment ?? request);
  return compact({
    token: text(request.Token),
    reToken: text(request.ReToken),
    bookingId: text(request.BookingId),
    serviceId: text(request.ServiceId),
    serviceType: text(request.ServiceType),
    reference: text(request.ExternalReference),
    item: text(itemFields.map(name => request[name]).find(id => id !== undefined)),
    airport: text(request.airportCode),
    term: text(request.term),
    managerId: text(request.managerId),
    units: unitFacts(request, rooms),
    destination: text(criteria.DestinationId ?? criteria.CityId ?? pickup.LocationCode),
    start: text(
      criteria.CheckinDate ??
        criteria.ServiceDate ??
        criteria.InitialServiceDate ??
        pickup.Date ??
        request.ServiceDate,
    ),
    end: text(criteria.CheckoutDate ?? criteria.FinalServiceDate ?? criteria.ServiceDateBack ?? dropoff.Date),
    times: timeFacts([pickup, dropoff, criteria, { Time: criteria.TimeBack }]),
    rooms: roomFacts(criteria, guests),
    mainPax: mainPax(guests.flat()),
    countries: countryFacts(criteria, guests.flat()),
    wantsOnRequest:
      typeof criteria.ReturnOnRequestRooms === 'boolean' ? criteria.ReturnOnRequestRooms : undefined,
    payment: paymentFacts(payment),
    filter: listFilter(request.SearchBookingCriteria),
    mark: hashedFields.some(name => request[name] !== undefined) ? markOf(request) : undefined,
  });
}

const hashedFields = ['Criteria', 'SearchBookingCriteria', 'Rooms', 'Paxs'];
const maxHashed = 20_000;

/** Returns the FNV-1a hash of the JSON text of a body. Different requests usually have different hashes. */
function markOf(body: JsonObject): string {
  const json = JSON.stringify(body);
  let hash = 0x811c9dc5;
  for (let index = 0; index < json.length && index < maxHashed; index += 1)
    hash = Math.imul(hash ^ json.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function timeFacts(holders: JsonObject[]): string[] | undefined {
  const times = holders.flatMap(holder => text(timeOf(holder)) ?? []);
  return times.length > 0 ? times : undefined;
}

function unitFacts(request: JsonObject, rooms: JsonObject[]): string[] | undefined {
  const ids = rooms.length > 0 ? rooms.map(room => room.RoomId) : firstOf(request.RoomIds, maxRooms);
  return ids.length > 0 ? ids.map(id => text(id) ?? '') : undefined;
}

function roomFacts(criteria: JsonObject, guests: JsonObject[][]): RequestFacts['rooms'] {
  const wanted = firstOf(criteria.SearchRooms, maxRooms).map(asObject);
  if (wanted.length > 0) {
    return wanted.flatMap(room => {
      const entry = { adults: whole(room.NumAdults) ?? 0, ages: ages(firstOf(room.ChildAges, maxGuests)) };
      const quantity = Math.trunc(whole(room.Quantity) ?? 1); // a recorded request can contain anything
      return new Array(Math.max(0, Math.min(quantity, maxRooms))).fill(entry);
    });
  }
  const adults = whole(criteria.NumberOfAdults) ?? (list(criteria.AdultAges).length || undefined);
  if (adults !== undefined) {
    return [{ adults, ages: ages(firstOf(criteria.ChildAges ?? criteria.ChildrenAges, maxTravellers)) }];
  }
  const booked = guests.filter(room => room.length > 0);
  if (booked.length === 0) return undefined;
  return booked.map(room => {
    const children = room.filter(isChild);
    return { adults: room.length - children.length, ages: ages(children.map(child => child.Age)) };
  });
}

const ages = (values: unknown[]): number[] => values.map(age => whole(age) ?? -1);
const isChild = (guest: JsonObject): boolean =>
  typeof guest.IsChild === 'boolean'
    ? guest.IsChild
    : (whole(guest.Age) ?? Number.POSITIVE_INFINITY) <= limits.childAge.value;

function mainPax(guests: JsonObject[]): string | undefined {
  const guest = guests.find(entry => entry.MainPax === true) ?? guests[0];
  return guest && `${text(guest.Name) ?? ''} ${text(guest.Surname) ?? ''}`;
}

function countryFacts(criteria: JsonObject, guests: JsonObject[]): string[] | undefined {
  const given = [criteria, ...guests].flatMap(entry => [
    text(entry.Nationality ?? entry.MainPaxCountryCodeNationality),
    text(entry.Residence),
  ]);
  const countries = [...new Set(given.filter(code => code !== undefined))];
  return countries.length > 0 ? countries : undefined;
}

function paymentFacts(payment: JsonObject): RequestFacts['payment'] {
  const card = asObject(asObject(payment.PaymentRequestCC1).CreditCard);
  const condition = text(payment.PaymentConditionId);
  if (condition === undefined && card.CardNumber === undefined) return undefined;
  const masked = typeof card.CardNumber === 'object' ? (card.CardNumber as MaskedCard | null) : undefined; // masked by the redactor
  return compact({ condition, card: masked ?? undefined, instalments: whole(card.NumberPayments) });
}
