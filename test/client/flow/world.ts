import { expect } from 'vitest';
import {
  type BookingRequest,
  type Client,
  type ClientOptions,
  createClient,
  type Offer,
  type Question,
} from '#client';
import type { Clock } from '#contracts';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { contractingParty, testCard } from '../../mock-server/hotel-client.ts';

export const start = Date.parse('2026-11-20T10:00:00Z');
export const minute = 60_000;

const credential = { Username: 'demo', Password: 'demo' };

export const payment: NonNullable<BookingRequest['payment']> = {
  ContractingParty: contractingParty,
  CreditCard: { ...testCard, NumberPayments: 1 },
};

export type HotelRequest = Extract<BookingRequest, { product: 'hotel' }>;

export const rooms = {
  flexible: (offer: Offer) => offer.restrictionType === 'CanBook' && !offer.isPrePayment && offer.canPayLater,
  prepaid: (offer: Offer) => offer.isPrePayment,
  payNow: (offer: Offer) => !offer.canPayLater,
  onRequest: (offer: Offer) => offer.restrictionType === 'OnRequest',
};

export const choosing =
  (way: keyof typeof rooms): NonNullable<HotelRequest['choose']> =>
  offers =>
    offers.find(rooms[way]);

export const hotelRequest: HotelRequest = {
  product: 'hotel',
  criteria: {
    DestinationId: '1001',
    CheckinDate: '2026-12-10',
    CheckoutDate: '2026-12-12',
    SearchRooms: [{ NumAdults: 2, ChildAges: [7] }],
    Nationality: 'BR',
    ReturnOnRequestRooms: true,
  },
  guests: [
    { Name: 'Ana', Surname: 'Silva', Age: 34 },
    { Name: 'Rui', Surname: 'Silva', Age: 36 },
    { Name: 'Eva', Surname: 'Silva', Age: 7 },
  ],
  payment,
  choose: choosing('flexible'),
};

export const prepaid: HotelRequest = { ...hotelRequest, choose: choosing('prepaid') };

const short: Record<string, string> = {
  getBookingConditions: 'conditions',
  doBooking: 'book',
  getBooking: 'look-up',
  getBookingDetail: 'detail',
  payBooking: 'pay',
};

/** A client of the supplier in this process. */
export const clientOf = (options: Partial<ClientOptions>): Client =>
  createClient({ baseUrl: 'http://supplier.test', credential, ...options });

/** A supplier on an auto clock, a client on the same clock, and records of both. */
export function createWorld(
  faults: NonNullable<MockSupplierOptions['faults']> = [],
  options: {
    supplier?: MockSupplierOptions;
    client?: Partial<ClientOptions>;
    tap?: (url: string, body: string, headers: Headers) => void;
    /** Changes answers before the client receives them, as another supplier would send them. */
    change?: (url: string, answer: Response) => Response | Promise<Response>;
  } = {},
) {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start }, faults, ...options.supplier });
  const sandbox = supplier.sandboxes.require('default');
  const { clock, journal, store } = sandbox;
  const reach: typeof fetch = async (input, init) => {
    options.tap?.(String(input), String(init?.body), new Headers(init?.headers));
    const answer = await supplier.fetch(String(input), init);
    return options.change?.(String(input), answer) ?? answer;
  };
  const client = clientOf({ clock, fetch: reach, ...options.client });
  const asked: Question[] = [];
  const bookings = () => [...store.list({ owner: credential.Username })];
  const book = (request: BookingRequest = hotelRequest) =>
    client.book(request, question => {
      asked.push(question);
      return true;
    });
  return {
    client,
    sandbox,
    fetch: reach,
    asked,
    /** Books with a user who agrees to everything. */
    book,
    /** Books, and returns the id of the booking. */
    bookId: async (request?: BookingRequest): Promise<string> => {
      const outcome = await book(request);
      if ('bookingId' in outcome && outcome.bookingId) return outcome.bookingId;
      throw new Error(`there is no booking: ${outcome.outcome}`);
    },
    /** Books, and gives up after this time. */
    bookAndLeave: (ms: number, request: BookingRequest = hotelRequest) =>
      leaving(client.book, { clock, ms, request }),
    /** The calls in short form: `search, conditions, book, detail ×3`. */
    calls: () => inShort(journal.read().map(({ facts }) => facts.operation ?? 'unknown')),
    minutes: () => Math.round((clock.now() - start) / (minute / 10)) / 10,
    sleep: (ms: number) => clock.sleep(ms, undefined, 'a user who thinks'),
    /** The statuses of the supplier's bookings, one for each service. */
    held: () => bookings().flatMap(({ services }) => services.map(({ truth }) => truth)),
    charges: () => bookings().flatMap(({ payments }) => payments.map(({ status }) => status)),
  };
}

/** Makes a request, and aborts it after this time, before it has an outcome. */
export async function leaving(
  book: Client['book'],
  { clock, ms, request }: { clock: Pick<Clock, 'sleep'>; ms: number; request: BookingRequest },
): Promise<void> {
  const controller = new AbortController();
  const gone = expect(book(request, () => true, { signal: controller.signal })).rejects.toThrow('gone');
  await clock.sleep(ms, undefined, 'a caller who leaves');
  controller.abort(new Error('gone'));
  await gone;
}

export type World = ReturnType<typeof createWorld>;

/** Returns the names of operations, each with the number of consecutive calls. */
function inShort(operations: readonly string[]): string {
  const runs: { name: string; times: number }[] = [];
  for (const operation of operations) {
    const [, own = operation] = operation.split('.');
    const name = short[own] ?? own;
    const last = runs.at(-1);
    if (last?.name === name) last.times += 1;
    else runs.push({ name, times: 1 });
  }
  return runs.map(({ name, times }) => (times > 1 ? `${name} ×${times}` : name)).join(', ');
}
