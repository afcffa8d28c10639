import type { SandboxView } from '#contracts/control';
import { catalogue } from '#scenarios';
import { bookOnRequest, createHotelClient, startSupplier, testCriteria } from '../hotel-client.ts';
import { cards, offered, paymentOf } from '../payment-client.ts';
import { createTripClient } from '../trip-client.ts';
import { createToolCaller } from '../web/tool-server/tool-caller.ts';
import type { Fetch } from './control-client.ts';
/** With bookings of several products and statuses, a pending card, tokens, faults, a scenario run, and calls of both servers. */
export async function exportMidway(): Promise<string> {
  const { fetch, control } = startSupplier({ catalogue });
  const body = {
    id: 'origin',
    seed: 9,
    clock: { mode: 'manual', start: '2026-11-20T10:00:00Z' },
    options: { idempotency: 'honoured' },
    faults: ['getBookingList:delay=PT1S,nth=7'],
  };
  const { body: origin } = await control.ask('createSandbox', { body });
  await book(origin, fetch);
  await control.ask('armFaults', { id: 'origin', body: ['hotel.search:status=503,nth=90'] });
  const tools = createToolCaller(fetch, origin.mcpUrl);
  await tools.send('{', { authorization: `Bearer ${origin.mcpToken}` });
  await tools.ask('ping', undefined, { authorization: `Bearer ${origin.mcpToken}` });
  return (await control.send('exportSandbox', { id: 'origin' })).text();
}

async function book(origin: SandboxView, fetch: Fetch): Promise<void> {
  const { staticToken: token, managerId } = origin;
  const client = createHotelClient(fetch, { ...origin, staticAccess: { token, managerId } });
  await bookOnRequest(client);
  const headers = { 'idempotency-key': 'a3bb189e-8bf9-4c2b-9d29-0a1c6d3f7e21' };
  const { BookingId } = await client.book(undefined, { ExternalReference: 'trip-1' }, { headers });
  await createTripClient(fetch, origin).bookService('car', { change: { BookingId } });
  const conditions = await client.conditions();
  const paid = await client.book(conditions);
  const payment = paymentOf(offered(conditions)[0], { card: { CardNumber: cards.pending } });
  await client.call('payBooking', { BookingId: paid.BookingId, ...payment });
  const { BookingId: cancelled } = await client.book();
  await client.cancel(cancelled);
  const playing = { headers: { 'x-understudy-scenario': 'on-request-confirmed' } };
  await client.call('hotel.search', { Criteria: testCriteria }, playing);
  await client.call('hotel.search', {}, { body: '{"Criteria":' });
  await client.call('hotelDetail', { hotelId: 1001001 });
  await client.list();
}
