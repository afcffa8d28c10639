import { dateRanges, findProduct, isChild, productNames, timeOf } from '../operations/index.ts';
import { asList, asObject, compact, type JsonObject, type MaskedCard } from '../util/index.ts';
import {
  asBoolean,
  asNumber,
  asText,
  firstOf,
  maxGuests,
  maxRooms,
  maxTravellers,
  orNone,
  textsIn,
} from './read-json.ts';

/** What the judge needs from one request. Ids and dates are unchanged. */
export interface RequestFacts {
  token?: string;
  reToken?: string;
  bookingId?: string;
  serviceId?: string;
  /** Of the services to cancel. */
  serviceType?: string;
  reference?: string;
  /** The id of a hotel, car, transfer or tour. */
  item?: string;
  /** The chosen rooms. */
  units?: string[];
  destination?: string;
  start?: string;
  end?: string;
  /** Times of day. */
  times?: string[];
  /** One entry for each room, or a single one for all travellers. */
  rooms?: { adults: number; ages: number[] }[];
  /** Its IATA code. */
  airport?: string;
  term?: string;
  managerId?: string;
  mainPax?: string;
  countries?: string[];
  /** Makes two Searches different. */
  wantsOnRequest?: boolean;
  payment?: { condition?: string; card?: MaskedCard; instalments?: number; payer?: PayerFacts };
  filter?: ListFilter;
  /** A hash of a body with criteria or guests. Equal bodies have equal hashes. */
  mark?: string;
}

const itemFields = [...Object.values(productNames).map(({ item }) => item), 'hotelId'];

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
    token: asText(request.Token),
    reToken: asText(request.ReToken),
    bookingId: asText(request.BookingId),
    serviceId: asText(request.ServiceId),
    serviceType: asText(request.ServiceType),
    reference: asText(request.ExternalReference),
    item: asText(request[itemFields.find(name => request[name] !== undefined) ?? '']),
    airport: asText(request.airportCode),
    term: asText(request.term),
    managerId: asText(request.managerId),
    units: unitFacts(request, rooms),
    destination: asText(criteria.DestinationId ?? criteria.CityId ?? pickup.LocationCode),
    start: asText(
      criteria.CheckinDate ??
        criteria.ServiceDate ??
        criteria.InitialServiceDate ??
        pickup.Date ??
        request.ServiceDate,
    ),
    end: asText(
      criteria.CheckoutDate ?? criteria.FinalServiceDate ?? criteria.ServiceDateBack ?? dropoff.Date,
    ),
    times: orNone(
      [pickup, dropoff, criteria, { Time: criteria.TimeBack }].flatMap(
        holder => asText(timeOf(holder)) ?? [],
      ),
    ),
    rooms: roomFacts(criteria, guests),
    mainPax: mainPax(guests.flat()),
    countries: countryFacts(criteria, guests.flat()),
    wantsOnRequest: asBoolean(criteria.ReturnOnRequestRooms),
    payment: paymentFacts(payment),
    filter: listFilter(request.SearchBookingCriteria),
    mark: hashedFields.some(name => request[name] !== undefined) ? markOf(request) : undefined,
  });
}

const hashedFields = ['Criteria', 'SearchBookingCriteria', 'Rooms', 'Paxs'];
const maxHashed = 20_000;

/** FNV-1a. */
function markOf(body: JsonObject): string {
  const json = JSON.stringify(body);
  let hash = 0x811c9dc5;
  for (let index = 0; index < json.length && index < maxHashed; index += 1)
    hash = Math.imul(hash ^ json.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function unitFacts(request: JsonObject, rooms: JsonObject[]): string[] | undefined {
  const ids = rooms.length > 0 ? rooms.map(room => room.RoomId) : firstOf(request.RoomIds, maxRooms);
  return orNone(ids.map(id => asText(id) ?? ''));
}

function roomFacts(criteria: JsonObject, guests: JsonObject[][]): RequestFacts['rooms'] {
  const wanted = firstOf(criteria.SearchRooms, maxRooms).map(asObject);
  if (wanted.length > 0) {
    return wanted.flatMap(room => {
      const entry = { adults: asNumber(room.NumAdults) ?? 0, ages: ages(firstOf(room.ChildAges, maxGuests)) };
      const quantity = Math.trunc(asNumber(room.Quantity) ?? 1); // a recorded request can contain anything
      return new Array(Math.max(0, Math.min(quantity, maxRooms))).fill(entry);
    });
  }
  const adults = asNumber(criteria.NumberOfAdults) ?? (asList(criteria.AdultAges).length || undefined);
  if (adults !== undefined) {
    return [{ adults, ages: ages(firstOf(criteria.ChildAges ?? criteria.ChildrenAges, maxTravellers)) }];
  }
  const booked = guests
    .filter(room => room.length > 0)
    .map(room => {
      const children = room.filter(isChildGuest);
      return { adults: room.length - children.length, ages: ages(children.map(child => child.Age)) };
    });
  return orNone(booked);
}

const ages = (values: unknown[]): number[] => values.map(age => asNumber(age) ?? -1);
const isChildGuest = ({ IsChild, Age }: JsonObject): boolean =>
  isChild({ IsChild: asBoolean(IsChild), Age: asNumber(Age) ?? null });

function mainPax(guests: JsonObject[]): string | undefined {
  const guest = guests.find(entry => entry.MainPax === true) ?? guests[0];
  return guest && `${asText(guest.Name) ?? ''} ${asText(guest.Surname) ?? ''}`;
}

function countryFacts(criteria: JsonObject, guests: JsonObject[]): string[] | undefined {
  const given = [criteria, ...guests].flatMap(entry => [
    asText(entry.Nationality ?? entry.MainPaxCountryCodeNationality),
    asText(entry.Residence),
  ]);
  return orNone([...new Set(given.filter(code => code !== undefined))]);
}

function paymentFacts(payment: JsonObject): RequestFacts['payment'] {
  const { CreditCard, ContractingParty } = asObject(payment.PaymentRequestCC1);
  const card = asObject(CreditCard);
  const condition = asText(payment.PaymentConditionId);
  if (condition === undefined && card.CardNumber === undefined) return undefined;
  const masked = typeof card.CardNumber === 'object' ? (card.CardNumber as MaskedCard | null) : undefined; // masked by the redactor
  return compact({
    condition,
    card: masked ?? undefined,
    instalments: asNumber(card.NumberPayments),
    payer: textsIn(asObject(ContractingParty), payerFields),
  });
}

/** A record contains no documents and e-mails (auth.5). */
export type PayerFacts = Partial<Record<(typeof payerFields)[number], string>>;
export const payerFields = ['PersonName', 'Address', 'CityName', 'CountryCode'] as const;

/** The criteria of a GetBookingList. */
export interface ListFilter {
  ids?: string[];
  reference?: string;
  statuses?: string[];
  products?: string[];
  /** The supplier's confirmation number. */
  confirmation?: string;
  /** By the names of the fields. */
  dates?: Partial<Record<DateLimit, string>>;
}

export type DateLimit = (typeof dateRanges)[number][number];

const maxValues = 20;

export function listFilter(criteria: unknown): ListFilter | undefined {
  if (criteria === undefined) return undefined; // every recorded call comes here
  const { BookingNumber, ExternalReference, BookingStatus, ServiceTypes, SupplierLoc, ...given } =
    asObject(criteria);
  const filter = compact({
    ids: texts(BookingNumber),
    reference: asText(ExternalReference),
    statuses: texts(BookingStatus),
    // A recording of another supplier contains the words of the client.
    products: texts(ServiceTypes)?.map(word => findProduct(word) ?? word),
    confirmation: asText(SupplierLoc),
    dates: textsIn(given, dateRanges.flat()),
  });
  return orNone(filter);
}

/** An empty list does not restrict the result (decision 1). */
function texts(values: unknown): string[] | undefined {
  return orNone(firstOf(values, maxValues).flatMap(value => asText(value) ?? []));
}
