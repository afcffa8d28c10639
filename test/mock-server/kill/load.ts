import { hash32 } from '#mock-server/seed';
import { bookingBody, type Conditions, createHotelClient, type HotelClient } from '../hotel-client.ts';
import { offered, paymentOf, plans } from '../payment-client.ts';
import type { BookingHistory, History } from './history.ts';

/** The sandbox of the kill tests. Its clock is manual, and it honours Idempotency-Keys. */
export const sandboxId = 'main';
/** The start of the clock of that sandbox. */
export const clockStart = '2026-11-20T10:00:00.000Z';

/** The load of one server process. */
export interface Load {
  readonly url: string;
  readonly seed: string;
  readonly history: History;
  /** Called before every request. The function ends the server at a seeded request. */
  onRequest(): void;
}

const clients = 6;

/** Sends DoBookings, payments, cancellations, advances, faults and new sandboxes at the same time, until the server ends. */
export async function playLoad(load: Load): Promise<void> {
  await Promise.all(Array.from({ length: clients }, (_, index) => playClient(load, index)));
}

/** A client whose requests end with the server: `fetch` then rejects, and the client stops. */
async function playClient(load: Load, index: number): Promise<void> {
  const draw = (what: string, below: number) => hash32(`${load.seed} ${index} ${what}`) % below;
  const send = createSend(load);
  const client = createHotelClient(send, { baseUrl: `${load.url}/sandbox/${sandboxId}`, credential });
  for (let step = 0; ; step += 1) {
    const name = `${load.seed}-${index}-${step}`;
    try {
      const kind = draw(`kind ${step}`, 10);
      if (kind === 0) await advance(load, send);
      else if (kind === 1) await arm(load, send, name);
      else if (kind === 2) await createSandbox(load, send, name);
      else await bookAndMore(load, client, { name, after: draw(`after ${step}`, 4) });
    } catch (error) {
      if (error instanceof TypeError) return; // `fetch failed`: the server has ended
      throw error;
    }
  }
}

/** The credential of the sandbox. */
export const credential = { Username: 'kill', Password: 'kill' };

type Send = (url: string, init?: RequestInit) => Promise<Response>;

function createSend({ onRequest, history }: Load): Send {
  return async (url, init) => {
    onRequest();
    const response = await fetch(url, init);
    history.exchange = Math.max(history.exchange, Number(response.headers.get('x-understudy-exchange')));
    return response;
  };
}

async function bookAndMore(
  { history }: Load,
  client: HotelClient,
  { name, after }: { name: string; after: number },
): Promise<void> {
  const isWanted = after === 0 ? plans.onRequest : plans.payLater;
  const search = await client.search({ ReturnOnRequestRooms: after === 0 });
  const conditions = await client.conditions(search, { isWanted });
  const booking: BookingHistory = {
    reference: `trip-${name}`,
    idempotencyKey: `key-${name}`,
    body: { ...bookingBody(conditions), ExternalReference: `trip-${name}` },
    book: 'sent',
  };
  history.bookings.push(booking);
  const headers = { 'idempotency-key': booking.idempotencyKey };
  const { status, body, text } = await client.call('hotel.doBooking', booking.body, { headers });
  if (status !== 200) throw new Error(`DoBooking was answered ${status}: ${text}`);
  booking.bookingId = body.BookingId;
  booking.book = 'answered';
  if (after === 1) await cancel(client, booking);
  if (after === 2) await pay(client, booking, conditions);
}

async function cancel(client: HotelClient, booking: BookingHistory): Promise<void> {
  booking.cancel = 'sent';
  await client.cancel(booking.bookingId ?? '');
  booking.cancel = 'answered';
}

async function pay(client: HotelClient, booking: BookingHistory, conditions: Conditions): Promise<void> {
  booking.pay = 'sent';
  const payment = paymentOf(offered(conditions)[0]);
  const { status, text } = await client.call('payBooking', { BookingId: booking.bookingId, ...payment });
  if (status !== 200) throw new Error(`payBooking was answered ${status}: ${text}`);
  booking.pay = 'answered';
}

const json = { 'content-type': 'application/json' };

async function advance({ url, history }: Load, send: Send): Promise<void> {
  const address = `${url}/_control/sandboxes/${sandboxId}/clock/advance`;
  history.advances += 1;
  const response = await send(address, { method: 'POST', headers: json, body: '{"by":"PT1S"}' });
  const { now }: { now: string } = await need(response).json();
  if (now > history.clock) history.clock = now;
}

async function arm({ url, history }: Load, send: Send, id: string): Promise<void> {
  if (history.faults.size > 50) return;
  history.faults.set(id, 'sent');
  const body = JSON.stringify({
    id,
    match: { operations: ['transfer.search'], nth: history.faults.size }, // otherwise the faults would conflict
    effect: { kind: 'status', status: 500 },
  });
  need(await send(`${url}/_control/sandboxes/${sandboxId}/faults`, { method: 'POST', headers: json, body }));
  history.faults.set(id, 'answered');
}

async function createSandbox({ url, history }: Load, send: Send, id: string): Promise<void> {
  history.sandboxes.set(id, 'sent');
  need(await send(`${url}/_control/sandboxes/${id}`, { method: 'PUT', headers: json, body: '{}' }));
  history.sandboxes.set(id, 'answered');
}

function need(response: Response): Response {
  if (response.ok) return response;
  throw new Error(`${response.url} was answered ${response.status}`);
}
