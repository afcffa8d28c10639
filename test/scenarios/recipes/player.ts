import { type HotelRoomOffer, type OperationId, operations, writeAddress } from '#contracts';
import type { MockSupplier } from '#mock-server';
import type { Fetch } from '../../mock-server/control/control-client.ts';
import {
  bookingBody,
  type Conditions,
  choose,
  type Search,
  testCriteria,
  testPayment,
} from '../../mock-server/hotel-client.ts';
import { plans } from '../../mock-server/payment-client.ts';
import { type DescribedAnswer, describeCall, describeStored } from './describe.ts';

const reference = 'my-trip-1';
/** A hotel with every static field. */
const hotelId = 1001001;

/** The rooms that a recipe can name, with their conditions. */
const rooms: Record<string, (room: HotelRoomOffer) => boolean> = {
  'a prepaid room': plans.prepaid,
  'a room on request': plans.onRequest,
  'a room paid at booking': plans.payNow,
};

/** A value from an earlier answer that a call needs. */
function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('recipe: an earlier call was to give what this one needs');
  return value;
}

/** Runs the calls of a recipe in order. Each one uses the answers of those before. */
export function createPlayer(supplier: MockSupplier, { fetch, baseUrl }: { fetch: Fetch; baseUrl: string }) {
  const sandbox = supplier.sandboxes.require('default');
  const { clock, store } = sandbox;
  let search: Search | undefined;
  let conditions: Conditions | undefined;
  let booked: object | undefined;

  const bodies: Partial<Record<OperationId, (how: string) => object>> = {
    'hotel.search': () => ({ Criteria: { ...testCriteria, ReturnOnRequestRooms: true } }),
    'hotel.getBookingConditions'(how) {
      const { HotelId, RoomIds } = choose(need(search), rooms[how]);
      const token = how === 'by ReToken' ? { ReToken: search?.ReToken } : { Token: search?.Token };
      return { ...token, HotelId, RoomIds };
    },
    'hotel.doBooking'(how) {
      if (how !== 'the same again')
        booked = { ...bookingBody(need(conditions)), ExternalReference: reference };
      return need(booked);
    },
    getBooking: () => ({ ExternalReference: reference }),
    getBookingList: () => ({}),
    payBooking() {
      const [condition] = need(conditions).PaymentConditions ?? [];
      return { ...theBooking(), ...testPayment(need(condition)) };
    },
  };
  const theBooking = () => ({ BookingId: [...store.list({ owner: 'demo' })][0]?.id ?? '' });

  function send(operation: OperationId, how: string, signal: AbortSignal): Promise<Response> {
    const { path, method } = operations[operation];
    if (method === 'GET') {
      const { staticToken: token, managerId } = sandbox.identity;
      return fetch(baseUrl + writeAddress(path, { token, managerId, hotelId }), { signal });
    }
    const body = {
      Credential: { Username: 'demo', Password: 'demo' },
      ...(bodies[operation] ?? theBooking)(how),
    };
    const headers = { 'content-type': 'application/json' };
    return fetch(baseUrl + path, { method, headers, body: JSON.stringify(body), signal });
  }

  function learn(operation: OperationId, how: string, body: object): void {
    // A typed client would return this value, but nothing has checked it yet.
    if (operation === 'hotel.search') search = body as Search;
    if (operation === 'hotel.getBookingConditions')
      conditions = { ...(body as Conditions), choice: choose(need(search), rooms[how]) };
  }

  /** Makes a call, and advances the clock as far as the answer takes, or until the client gives up. */
  async function call(operation: OperationId, how: string): Promise<string> {
    const client = new AbortController();
    const begin = clock.now();
    const patience = /^gives up after (\d+) s$/.exec(how)?.[1];
    let described: DescribedAnswer | undefined;
    const finished = describeCall(send(operation, how, client.signal), {
      gaveUp: () => client.signal.aborted,
      late: () => clock.now() - begin,
    }).then(done => {
      described = done;
    });
    while (described === undefined) {
      await new Promise(resolve => setImmediate(resolve));
      const [wait] = clock.waits();
      if (!wait) continue;
      if (patience === undefined) {
        clock.advance({ to: need(wait.at ?? undefined) });
        continue;
      }
      clock.advance({ by: Number(patience) * 1_000 });
      client.abort();
    }
    await finished;
    if (described.body) learn(operation, how, described.body);
    return described.text;
  }

  return { call, clock, holds: () => describeStored(sandbox) };
}
