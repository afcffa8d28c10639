import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { operations } from '#contracts';
import type { SandboxView } from '#contracts/control';
import { catalogue, judgeRoutes } from '#scenarios';
import { bookOnRequest, createHotelClient, startSupplier, testCriteria } from '../hotel-client.ts';
import { cards, offered, paymentOf } from '../payment-client.ts';
import { anyChange, changed } from '../pipeline/any-change.ts';
import { createTripClient } from '../trip-client.ts';
import { createToolCaller } from '../web/tool-server/tool-caller.ts';
import type { Fetch } from './control-client.ts';

/** With bookings of several products and statuses, a pending card, tokens, faults, a scenario run, and calls of both servers. */
async function exportMidway(): Promise<string> {
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

const { supplier, control } = startSupplier({ catalogue, routes: [judgeRoutes] });
let file = '';

beforeAll(async () => {
  file = await exportMidway();
});

/** A change of a field deep inside a file to a value that some field may have. */
const likelyChange = fc.record({
  turns: fc.array(fc.nat(30), { minLength: 3, maxLength: 7 }),
  put: fc.constantFrom<unknown>(undefined, 0, 1, true, 'x', '2026-12-10', 'cancelled', 'confirmed', [], {}),
});

async function readAll(id: string): Promise<string[]> {
  await control.ask('getSandbox', { id });
  await control.ask('getClock', { id });
  await control.ask('listFaults', { id });
  await control.ask('listExchanges', { id });
  await control.ask('exportHar', { id });
  const verdicts = await control.send('judgeSandbox', { id });
  expect(verdicts.status, await verdicts.clone().text()).toBe(200);
  expect(await verdicts.text()).not.toContain('"verdict":"error"');
  const { body: bookings } = await control.ask('listBookings', { id });
  for (const { bookingId } of bookings) await control.ask('getBooking', { id, bookingId });
  return bookings.map(({ bookingId }) => bookingId);
}

async function call(sandbox: SandboxView, operation: keyof typeof operations, request: object) {
  const { status, text, body } = await createHotelClient(supplier.fetch, sandbox).call(operation, request);
  expect(status, text).toBeLessThan(500);
  if (status === 200) {
    const issues = operations[operation].answer.safeParse(body).error?.issues ?? [];
    // A fault can return errors with codes that only a supplier knows.
    expect(issues.filter(({ path }) => path.at(-1) !== 'Code')).toEqual([]);
  }
}

async function useAll(
  sandbox: SandboxView,
  { state }: { state: { store: { tokens: [string, unknown][] } } },
): Promise<void> {
  const { id } = sandbox;
  const bookings = await readAll(id);
  await control.ask('takeSnapshot', { id });
  for (const BookingId of bookings) await call(sandbox, 'getBookingDetail', { BookingId });
  await call(sandbox, 'getBookingList', {});
  for (const [Token] of state.store.tokens) {
    await call(sandbox, 'hotel.getBookingConditions', { Token, HotelId: 1001001, RoomIds: ['1'] });
    await call(sandbox, 'hotel.doBooking', { Token, BookingId: '0', HotelId: 1001001, Rooms: [] });
  }
  for (const BookingId of bookings) await call(sandbox, 'cancelBooking', { BookingId });
  if (sandbox.clock.mode === 'manual') await control.ask('advanceClock', { id, body: { by: 'PT25H' } });
  await readAll(id);
  const exported = await (await control.send('exportSandbox', { id })).text();
  await control.ask('importSandbox', { body: exported, query: '?id=again' });
  await control.ask('closeSandbox', { id });
  await readAll(id);
  await control.ask('resetSandbox', { id });
}

it('an import is used in full or refused with the field that is wrong, however the file was changed', async () => {
  let accepted = 0;
  // Mostly the parts that a person may change: a checksum protects the rest.
  const property = async (changes: Parameters<typeof changed>[1], part: number) => {
    const { identity, start, ...rest } = JSON.parse(file);
    const value =
      part === 0
        ? { identity, start, ...changed(rest, changes) }
        : { ...rest, ...changed({ identity, start }, changes) };
    const response = await control.send('importSandbox', { body: JSON.stringify(value), query: '?id=copy' });
    const answer = await response.json();
    try {
      if (response.status === 201) {
        await useAll(answer, value);
        accepted += 1;
      } else expect([response.status, answer.error.details[0]?.field]).toEqual([400, expect.any(String)]);
    } finally {
      for (const id of ['copy', 'again']) if (supplier.sandboxes.get(id)) supplier.sandboxes.remove(id);
    }
  };
  const changes = fc.array(fc.oneof(anyChange, likelyChange), { minLength: 1, maxLength: 2 });
  await fc.assert(fc.asyncProperty(changes, fc.nat(4), property), { seed: 20_261_120, numRuns: 160 });
  expect(accepted).toBeGreaterThan(5);
});
