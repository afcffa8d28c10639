import { createMockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { judgeRoutes } from '#scenarios';
import { callControl, readConsole } from '../../test/browser/console-page.ts';
import {
  createHotelClient,
  type HotelClient,
  testCriteria,
  testStart,
} from '../../test/mock-server/hotel-client.ts';

/** A server with a sandbox in which a client has made calls. */
export interface Stage {
  readonly listening: Listening;
  readonly console: string;
}

/**
 * Starts a server and plays a client in a sandbox: a booking, a refused Search, a lost answer, and a booking on request. The
 * clock of the sandbox is manual, so each picture shows the same times.
 *
 * @example (await openStage()).console
 */
export async function openStage(): Promise<Stage> {
  const clock = { mode: 'manual', start: testStart } as const;
  const supplier = createMockSupplier({ clock, routes: [judgeRoutes], readConsole });
  const listening = await listen(supplier, { port: 0 });
  const { url } = listening;
  const start = new Date(testStart).toISOString();
  const credential = { Username: 'agency', Password: 'agency' };
  await callControl(url, 'sandboxes', {
    id: 'checkout',
    seed: 'understudy',
    clock: { mode: 'manual', start },
    credential,
  });
  const baseUrl = `${url}/sandbox/checkout`;
  const client = createHotelClient((address, init) => fetch(address, init), { baseUrl, credential });
  const pass = (by: string) => callControl(url, 'sandboxes/checkout/clock/advance', { by });
  const arm = (fault: string) => callControl(url, 'sandboxes/checkout/faults', fault);
  await play(client, { pass, arm });
  return { listening, console: `${url}/console#/sandboxes/checkout` };
}

interface Supplier {
  /** Advances the clock. */
  readonly pass: (by: string) => Promise<unknown>;
  /** Arms a fault. */
  readonly arm: (fault: string) => Promise<unknown>;
}

async function play(client: HotelClient, { pass, arm }: Supplier): Promise<void> {
  await client.call('hotel.search', { Critera: testCriteria });
  await pass('PT40S');
  await bookSlowly(client, pass, 'checkout-1041');
  await arm('hotel.search:status=503,times=1');
  await pass('PT2M');
  await client.call('hotel.search', { Criteria: testCriteria });
  await pass('PT2S');
  await arm('hotel.doBooking:cut,commit=before,times=1');
  await bookSlowly(client, pass, 'checkout-1042').catch(() => undefined);
  await pass('PT5S');
  await client.call('getBooking', { ExternalReference: 'checkout-1042' });
  await pass('PT1M');
  await arm('hotel.doBooking:timeline=on-request;confirmed@PT20M,times=1');
  const { BookingId } = await bookSlowly(client, pass, 'checkout-1043');
  await pass('PT10M');
  await client.detail(String(BookingId));
}

async function bookSlowly(client: HotelClient, pass: Supplier['pass'], ExternalReference: string) {
  const found = await client.search();
  await pass('PT4S');
  const conditions = await client.conditions(found);
  await pass('PT30S');
  const key = crypto.randomUUID();
  return client.book(conditions, { ExternalReference }, { headers: { 'idempotency-key': key } });
}
