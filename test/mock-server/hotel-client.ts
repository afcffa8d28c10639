import {
  type HotelCriteria,
  type HotelRoomOffer,
  limits,
  type OperationId,
  operations,
  type Pax,
  type PaymentCondition,
  type RequestOf,
  type ResponseOf,
  type SearchBookingCriteria,
  writeAddress,
} from '#contracts';
import { createMockSupplier, type MockSupplier, type MockSupplierOptions } from '#mock-server';
import type { BookingRecord, MemoryStore } from '#mock-server/books/records/index';
import { createControlClient, type Fetch } from './control/control-client.ts';

export const testStart = Date.parse('2026-11-20T10:00:00Z');

/** Creates a supplier on a manual clock that starts at `testStart`. Every option can be overridden. */
export function createTestSupplier(options: MockSupplierOptions = {}): MockSupplier {
  return createMockSupplier({ clock: { mode: 'manual', start: testStart }, ...options });
}

export interface HotelClientOptions {
  /** The base address, with the /sandbox/{id} prefix where needed, without a final slash. */
  baseUrl?: string;
  credential?: { Username: string; Password: string };
  staticAccess?: { token: string; managerId: number };
}

export interface Answered<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** The selected offers of a Search: `rooms` has one offer for each of the RoomIds. */
export interface Choice {
  HotelId: number;
  RoomIds: string[];
  rooms: HotelRoomOffer[];
}

export type Conditions = ResponseOf<'hotel.getBookingConditions'> & { choice: Choice };

export type Search = ResponseOf<'hotel.search'>;
type IsWanted = (room: HotelRoomOffer) => boolean;

export const testCriteria = {
  DestinationId: '1001',
  CheckinDate: '2026-12-10',
  CheckoutDate: '2026-12-12',
  SearchRooms: [{ NumAdults: 2 }],
  Nationality: 'BR',
} satisfies HotelCriteria;

export const contractingParty = {
  Address: 'Rua das Laranjeiras 10',
  CPF: '529.982.247-25',
  CityName: 'Rio de Janeiro',
  CountryCode: 'BR',
  Email: 'ana@example.com',
  PersonName: 'Ana Silva',
  PhoneDDD: '21',
  PhoneNumber: '999990000',
};

export const testCard = {
  Holder: 'ANA SILVA',
  CardNumber: '4111111111111111',
  MonthExpiration: '12',
  YearExpiration: '2030',
  SecurityCode: '123',
};

export const testPayment = ({ PaymentConditionId, Installments }: PaymentCondition) => ({
  PaymentConditionId,
  PaymentRequestCC1: {
    ContractingParty: contractingParty,
    CreditCard: { ...testCard, NumberPayments: Installments },
  },
});

/** Selects one offer for each requested room, from the first hotel that has fitting offers. */
export function choose(
  search: Search,
  isWanted: IsWanted = room => room.CanPayLater && !room.IsPrePayment,
): Choice {
  for (const { HotelId, Rooms } of search.Hotels) {
    const byOccupancy = new Map<string, HotelRoomOffer>();
    for (const room of Rooms.filter(isWanted)) {
      const key = `${room.NumAdults}/${room.ChildAges}`;
      if (!byOccupancy.has(key)) byOccupancy.set(key, room);
    }
    const rooms = [...byOccupancy.values()].flatMap(room =>
      new Array<HotelRoomOffer>(room.Quantity).fill(room),
    );
    if (rooms.length > 0) return { HotelId, RoomIds: rooms.map(room => room.Id), rooms };
  }
  throw new Error('choose: no room of this Search is wanted');
}

const names = ['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fabio', 'Gil', 'Helena', 'Ivo'];

export function guestsOf({ NumAdults, ChildAges }: Pick<HotelRoomOffer, 'NumAdults' | 'ChildAges'>): Pax[] {
  const ages = [...new Array<number>(NumAdults).fill(34), ...ChildAges];
  return ages.map((Age, index) => ({ Name: names[index % names.length] ?? '', Surname: 'Silva', Age }));
}

export function bookingBody(conditions: Conditions): Omit<RequestOf<'hotel.doBooking'>, 'Credential'> {
  const { Token = '', choice, PaymentConditions = [], CanPayLater, IsPrePayment } = conditions;
  const [condition] = PaymentConditions;
  return {
    Token,
    BookingId: '0',
    HotelId: choice.HotelId,
    Rooms: choice.rooms.map(room => ({ RoomId: room.Id, Paxs: guestsOf(room) })),
    ...(CanPayLater === false && IsPrePayment === false && condition && { Payment: testPayment(condition) }),
  };
}

/** A small client for tests. The typed calls throw unless the status is 200; `call` returns any answer. */
export function createHotelClient(fetch: Fetch, options: HotelClientOptions = {}) {
  const { baseUrl = 'http://supplier.test', credential = { Username: 'demo', Password: 'demo' } } = options;
  const { staticAccess = { token: 'demo-static-token', managerId: 1 } } = options;

  /** Sends a request with its credential: a body with Credential, or an address with the static token. */
  async function call<Id extends OperationId>(
    id: Id,
    body: object,
    init: RequestInit = {},
  ): Promise<Answered<ResponseOf<Id>>> {
    const { method, path } = operations[id];
    const isRead = method === 'GET';
    const address = isRead ? writeAddress(path, { ...staticAccess, ...body }) : path;
    const response = await fetch(baseUrl + address, {
      method,
      ...(!isRead && { body: JSON.stringify({ Credential: credential, ...body }) }),
      ...init,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  async function need<Id extends OperationId>(
    id: Id,
    body: object,
    init?: RequestInit,
  ): Promise<ResponseOf<Id>> {
    const { status, text, body: answer } = await call(id, body, init);
    if (status !== 200) throw new Error(`${id} was answered ${status}: ${text}`);
    return answer;
  }

  const search = (change?: Partial<HotelCriteria>) =>
    need('hotel.search', { Criteria: { ...testCriteria, ...change } });
  /** Returns conditions for the first fitting room of a Search (a new one by default), by its Token or as `change` says. */
  async function conditions(
    given?: Search,
    { isWanted, change }: { isWanted?: IsWanted; change?: object } = {},
  ): Promise<Conditions> {
    const from = given ?? (await search());
    const choice = choose(from, isWanted);
    const { HotelId, RoomIds } = choice;
    const answer = await need('hotel.getBookingConditions', {
      Token: from.Token,
      HotelId,
      RoomIds,
      ...change,
    });
    return { ...answer, choice };
  }
  return {
    call,
    need,
    search,
    conditions,
    /** Books conditions (new ones by default) with fitting guests and, where needed, an approved card. */
    book: async (given?: Conditions, change?: object, init?: RequestInit) =>
      need('hotel.doBooking', { ...bookingBody(given ?? (await conditions())), ...change }, init),
    detail: (BookingId: string) => need('getBookingDetail', { BookingId }),
    list: (criteria?: SearchBookingCriteria) =>
      need('getBookingList', criteria ? { SearchBookingCriteria: criteria } : {}),
    cancel: (BookingId: string) => need('cancelBooking', { BookingId }),
  };
}

export type HotelClient = ReturnType<typeof createHotelClient>;

/** Creates a test supplier, with clients of its default sandbox and of its control API, and the parts of this sandbox. */
export function startSupplier(options: MockSupplierOptions = {}) {
  const supplier = createTestSupplier(options);
  const { fetch } = supplier;
  const sandbox = supplier.sandboxes.require('default');
  const { clock, faults, journal, store } = sandbox;
  const [client, control] = [createHotelClient(fetch), createControlClient(fetch)];
  return { supplier, fetch, client, control, sandbox, clock, faults, journal, store };
}

/** Books a room that the hotel has to confirm. The booking is confirmed 20 minutes later. */
export async function bookOnRequest(client: HotelClient): Promise<ResponseOf<'hotel.doBooking'>> {
  const search = await client.search({ ReturnOnRequestRooms: true });
  const isWanted: IsWanted = ({ RestrictionType }) => RestrictionType === 'OnRequest';
  return client.book(await client.conditions(search, { isWanted }));
}

/** Creates a supplier with one OnRequest booking, which is confirmed 20 minutes after its start at 10:00. */
export async function startOnRequest(options: MockSupplierOptions = {}) {
  const started = startSupplier(options);
  const { BookingId: bookingId } = await bookOnRequest(started.client);
  return { ...started, bookingId };
}

/** Another user books a unit, such as a room, so often that it is sold out. */
export function bookOut(store: MemoryStore, unit = '', times: number = limits.roomsPerOffer.value): void {
  const services = [{ truth: 'confirmed', units: Array.from({ length: times }, () => unit) }];
  store.saveBooking({ id: unit, owner: 'another', services } as unknown as BookingRecord, true); // the rest is not read
}
