import { compact } from './compact.ts';
import type { Exchange, Warning } from './exchange.ts';
import { asObject, type JsonObject } from './json.ts';
import { limits } from './limits.ts';
import type { MaskedCard } from './mask.ts';
import { productNames } from './shapes/booking.ts';
import { type ToolFacts, toolFacts } from './tool-facts.ts';

/** What a request says, as far as rules need it. Ids and dates stand as sent. */
export interface RequestFacts {
  token?: string;
  reToken?: string;
  bookingId?: string;
  serviceId?: string;
  reference?: string;
  /** Hotel, car, transfer or tour id. */
  item?: string;
  /** Room ids. */
  units?: string[];
  destination?: string;
  start?: string;
  end?: string;
  /** Per room wanted or booked, or for all travellers: the adults and the ages of the children. */
  rooms?: { adults: number; ages: number[] }[];
  /** What static data was asked for: an IATA code, or what was typed. */
  airport?: string;
  term?: string;
  managerId?: string;
  mainPax?: string;
  countries?: string[];
  wantsOnRequest?: boolean;
  payment?: { condition?: string; card?: MaskedCard; instalments?: number };
}

/** What an answer says, as far as rules need it. */
export interface AnswerFacts {
  /** Codes in Errors[]. */
  errors?: string[];
  token?: string;
  reToken?: string;
  bookingId?: string;
  bookingStatus?: string;
  label?: string;
  services?: { id: string; bookingStatus: string }[];
  confirmation?: string;
  revalidation?: string;
  price?: { value: number; currency: string };
  restriction?: string;
  prePayment?: boolean;
  payLater?: boolean;
  taxes?: { amount: number; currency: string }[];
  moreInformation?: number;
  paymentConditions?: string[];
  paymentStatus?: string;
  penalty?: number;
  /** How many offers, bookings or places stand in a list; 1 or 0 for a look-up. */
  found?: number;
}

/** One exchange as the judge sees it: masked, small, the same from a live sandbox and from a HAR file. */
export interface Facts
  extends Pick<
    Exchange,
    | 'number'
    | 'operation'
    | 'method'
    | 'url'
    | 'opened'
    | 'answered'
    | 'closed'
    | 'connection'
    | 'status'
    | 'faults'
    | 'scenario'
  > {
  /** Where the credential stood, and a mark that is equal for equal credentials. */
  credential?: { in: 'body' | 'url' | 'header'; mark: string };
  idempotencyKey?: string;
  /** There for a call of the tool server, and for no other. */
  tool?: ToolFacts;
  request: RequestFacts;
  retryAfter?: string;
  answer: AnswerFacts;
  warnings?: Warning[];
}

const itemFields = [...Object.values(productNames).map(({ item }) => item), 'hotelId'];

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// Facts stay small whatever a client sends: no call that is accepted has more of anything.
const longestText = 300;
const mostRooms = limits.rooms.value;
const mostGuests = limits.guestsPerRoom.value;
const mostTravellers = limits.travellers.value;
const firstOf = (value: unknown, most: number): unknown[] => list(value).slice(0, most);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longestText) : undefined;
const whole = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/**
 * The facts of one recorded call: pure, so a live exchange and a HAR entry give the same.
 *
 * @example projectFacts(exchange).answer.bookingStatus // 'CONFIRMED'
 */
export function projectFacts(exchange: Exchange): Facts {
  const { requestBody, answerBody, requestHeaders, answerHeaders } = exchange;
  return compact({
    number: exchange.number,
    operation: exchange.operation,
    method: exchange.method,
    url: exchange.url,
    opened: exchange.opened,
    answered: exchange.answered,
    closed: exchange.closed,
    connection: exchange.connection,
    faults: exchange.faults,
    scenario: exchange.scenario,
    credential: credentialFacts(exchange),
    idempotencyKey: requestHeaders['idempotency-key'],
    tool: exchange.toolCall && toolFacts(exchange),
    request: requestFacts(requestBody),
    status: exchange.status,
    retryAfter: answerHeaders?.['retry-after'],
    answer: answerFacts(answerBody),
    warnings: exchange.warnings.length > 0 ? exchange.warnings : undefined,
  });
}

const credentialParameter =
  /[?&](?:username|password|statictoken|mcptoken|mcp_token|access_token|bearer|authorization)=([^&#]*)/i;

/**
 * Where the credential of a call stood. A masked request carries the secret's fingerprint, which is the mark. One in the
 * query counts before all others: it is in the wrong place, wherever else it stands.
 */
function credentialFacts(exchange: Exchange): Facts['credential'] {
  const inQuery = credentialParameter.exec(exchange.url);
  if (inQuery) return { in: 'url', mark: inQuery[1] ?? '' };
  const { Username, Password } = asObject(asObject(exchange.requestBody).Credential);
  if (text(Username) !== undefined) return { in: 'body', mark: `${text(Username)}:${text(Password) ?? ''}` };
  const { authorization } = exchange.requestHeaders;
  if (authorization) return { in: 'header', mark: authorization };
  const { token } = asObject(exchange.requestBody);
  if (exchange.method === 'GET' && text(token) !== undefined) return { in: 'url', mark: text(token) ?? '' };
  const inPath = /^[^?#]*\/token\/+([^/?#]+)/i.exec(exchange.url);
  return inPath ? { in: 'url', mark: inPath[1] ?? '' } : undefined;
}

/** The facts of a request body in contract names. */
export function requestFacts(body: unknown): RequestFacts {
  const request = asObject(body);
  const criteria = asObject(request.Criteria);
  const rooms = firstOf(request.Rooms, mostRooms).map(asObject);
  const guests =
    rooms.length > 0
      ? rooms.map(room => firstOf(room.Paxs, mostGuests).map(asObject))
      : [firstOf(request.Paxs, mostTravellers).map(asObject)];
  const { pickup, dropoff } = { pickup: asObject(criteria.Pickup), dropoff: asObject(criteria.Dropoff) };
  const payment = asObject(request.Payment ?? rooms.find(room => room.Payment)?.Payment ?? request);
  return compact({
    token: text(request.Token),
    reToken: text(request.ReToken),
    bookingId: text(request.BookingId),
    serviceId: text(request.ServiceId),
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
    rooms: roomFacts(criteria, guests),
    mainPax: mainPax(guests.flat()),
    countries: countryFacts(criteria, guests.flat()),
    wantsOnRequest:
      typeof criteria.ReturnOnRequestRooms === 'boolean' ? criteria.ReturnOnRequestRooms : undefined,
    payment: paymentFacts(payment),
  });
}

function unitFacts(request: JsonObject, rooms: JsonObject[]): string[] | undefined {
  const ids = rooms.length > 0 ? rooms.map(room => room.RoomId) : firstOf(request.RoomIds, mostRooms);
  return ids.length > 0 ? ids.map(id => text(id) ?? '') : undefined;
}

function roomFacts(criteria: JsonObject, guests: JsonObject[][]): RequestFacts['rooms'] {
  const wanted = firstOf(criteria.SearchRooms, mostRooms).map(asObject);
  if (wanted.length > 0) {
    return wanted.flatMap(room => {
      const entry = { adults: whole(room.NumAdults) ?? 0, ages: ages(firstOf(room.ChildAges, mostGuests)) };
      const quantity = Math.trunc(whole(room.Quantity) ?? 1); // a recorded request can be any nonsense
      return new Array(Math.max(0, Math.min(quantity, mostRooms))).fill(entry);
    });
  }
  const adults = whole(criteria.NumberOfAdults) ?? (list(criteria.AdultAges).length || undefined);
  if (adults !== undefined) {
    return [{ adults, ages: ages(firstOf(criteria.ChildAges ?? criteria.ChildrenAges, mostTravellers)) }];
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
  const masked = typeof card.CardNumber === 'object' ? (card.CardNumber as MaskedCard | null) : undefined; // masked before
  return compact({ condition, card: masked ?? undefined, instalments: whole(card.NumberPayments) });
}

const offerLists = [...Object.values(productNames).map(({ offers }) => offers), 'Bookings'];

/** The facts of an answer body in contract names. */
export function answerFacts(body: unknown): AnswerFacts {
  if (Array.isArray(body)) return { found: body.length };
  const answer = asObject(body);
  const booking = asObject(answer.Booking);
  const subject = answer.Booking === undefined ? answer : booking;
  const price = asObject(subject.TotalSellingPrice);
  const errors = [...list(answer.Errors), ...list(booking.Errors)].map(
    entry => text(asObject(entry).Code) ?? '',
  );
  const services = list(subject.Services).map(asObject);
  const offers = offerLists.find(name => Array.isArray(answer[name]));
  const isLookup =
    answer.Booking !== undefined ||
    (Object.keys(answer).length === 1 && Array.isArray(answer.Errors) && errors.length === 0);
  return compact({
    errors: errors.length > 0 ? errors : undefined,
    token: text(answer.Token),
    reToken: text(answer.ReToken),
    bookingId: text(subject.BookingId),
    bookingStatus: text(subject.bookingStatus),
    label: text(subject.Status),
    services:
      services.length > 0
        ? services.map(entry => ({
            id: text(entry.ServiceId) ?? '',
            bookingStatus: text(entry.bookingStatus) ?? '',
          }))
        : undefined,
    confirmation: text(subject.ConfirmationNumber),
    revalidation: text(answer.RevalidateBookingConditions),
    price:
      whole(price.Value) === undefined
        ? undefined
        : { value: whole(price.Value) ?? 0, currency: text(price.Currency) ?? '' },
    restriction: text(answer.RestrictionType),
    prePayment: typeof answer.IsPrePayment === 'boolean' ? answer.IsPrePayment : undefined,
    payLater: typeof answer.CanPayLater === 'boolean' ? answer.CanPayLater : undefined,
    taxes: taxFacts(list(answer.PropertyTaxes).map(asObject)),
    moreInformation: typeof answer.MoreInformation === 'string' ? answer.MoreInformation.length : undefined,
    paymentConditions: conditionFacts(list(answer.PaymentConditions).map(asObject)),
    paymentStatus: text(answer.PaymentStatus),
    penalty: whole(asObject(answer.Penalty).Value),
    found: offers ? list(answer[offers]).length : isLookup ? Number(answer.Booking !== undefined) : undefined,
  });
}

function taxFacts(taxes: JsonObject[]): AnswerFacts['taxes'] {
  if (taxes.length === 0) return undefined;
  return taxes.map(tax => ({ amount: whole(tax.Amount) ?? 0, currency: text(tax.Currency) ?? '' }));
}

function conditionFacts(conditions: JsonObject[]): string[] | undefined {
  return conditions.length > 0 ? conditions.map(entry => text(entry.PaymentConditionId) ?? '') : undefined;
}
