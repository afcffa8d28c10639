import { expect, it } from 'vitest';
import { answerFacts, type Facts } from '#contracts/exchange';
import { Journal } from '#mock-server/books/journal/index';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { startSupplier } from '../hotel-client.ts';
import { post } from '../pipeline/exchange-of.ts';
import { createToolCaller, initialize } from '../web/tool-server/tool-caller.ts';

const call = (number: number) => ({
  number,
  operation: number % 2 === 0 ? ('getBooking' as const) : ('hotel.search' as const),
  method: 'POST',
  url: '/',
  opened: { at: number, real: number },
});
const facts = (number: number): Facts => ({ ...call(number), request: {}, answer: {} });

const create = (bytes: number) => new Journal(bytes);

function close(journal: Journal, number: number, request: string) {
  journal.close({ head: { ...call(number), warnings: [] }, bodies: { requestHeaders: {}, request } });
}

function fill(journal: Journal, count: number, request = 'x') {
  for (let index = 0; index < count; index += 1) close(journal, journal.nextNumber(), request);
}

it('the journal shows an exchange that is under way, and calls back when it closes', () => {
  const journal = create(1_000_000);
  const closed: number[] = [];
  const stop = journal.subscribe(entry => closed.push(entry.number));
  const first = facts(journal.nextNumber());
  journal.open(first);
  fill(journal, 1);
  expect(journal.read().map(entry => [entry.facts.number, entry.bodies?.request])).toEqual([
    [1, undefined],
    [2, 'x'],
  ]);
  close(journal, 1, 'late');
  stop();
  fill(journal, 1);
  expect(closed).toEqual([2, 1]);
  expect(journal.read()[0]?.bodies?.request).toBe('late');
});

it('the journal drops bodies before facts, the oldest first, and says how many', () => {
  const journal = create(200_000);
  fill(journal, 200, 'b'.repeat(3_000));
  const entries = journal.read();
  expect(entries).toHaveLength(200);
  expect(entries[0]?.bodies).toBeUndefined();
  expect(entries.at(-1)?.bodies?.request).toHaveLength(3_000);
  expect(journal.lost()).toEqual({
    facts: 0,
    bodies: entries.filter(entry => entry.bodies === undefined).length,
  });
  fill(journal, 5_000);
  expect(journal.read().length).toBeLessThan(1_000);
  expect(journal.lost().facts).toBe(5_200 - journal.read().length);
});

it('the facts of a call stay the same when the journal drops its bodies', async () => {
  const { journal, client } = startSupplier({ options: { journalBytes: 8_000 } });
  const closed: Facts[] = [];
  journal.subscribe(one => closed.push(one));
  const { BookingId } = await client.book(await client.conditions());
  await client.detail(BookingId);
  await client.cancel(BookingId);
  const entries = journal.read();
  expect(entries.map(({ bodies }) => bodies !== undefined)).toEqual([false, false, true, true, true]);
  expect(entries.map(one => one.facts)).toEqual(closed);
  expect(closed[0]?.answer).toMatchObject({ found: 20 });
  expect(closed[1]?.answer).toMatchObject({ restriction: 'CanBook' });
});

it('a full journal loses nothing when its sandbox is exported and imported', async () => {
  const { supplier, sandbox, client, control } = startSupplier({ options: { journalBytes: 40_000 } });
  const callTool = createToolCaller(supplier.fetch);
  while (sandbox.journal.lost().bodies === 0) {
    await callTool.ask('initialize', initialize('2025-06-18'));
    await post(supplier, '{"Criteria":');
    const { BookingId } = await client.book(await client.conditions());
    await client.cancel(BookingId);
  }
  const file = await (await control.send('exportSandbox')).json();
  await control.ask('importSandbox', { query: '?id=copy', body: file });
  const { journal } = supplier.sandboxes.require('copy');
  expect(journal.read()).toEqual(sandbox.journal.read());
  expect(journal.lost()).toEqual({ facts: 0, bodies: 0 });
  expect(journal.read().some(({ facts }) => facts.tool)).toBe(true);
});

it('a full journal of calls that got no answer loses nothing in an export and an import', async () => {
  const { supplier, sandbox, client, control } = startSupplier({ options: { journalBytes: 60_000 } });
  sandbox.faults.arm({ match: { operations: ['getBookingList'], times: 1_000 }, effect: { kind: 'cut' } });
  while (sandbox.journal.lost().bodies === 0) await expect(client.list()).rejects.toThrow();
  const file = await (await control.send('exportSandbox')).json();
  await control.ask('importSandbox', { query: '?id=copy', body: file });
  const { journal } = supplier.sandboxes.require('copy');
  expect(journal.read()).toEqual(sandbox.journal.read());
  expect(journal.lost()).toEqual({ facts: 0, bodies: 0 });
});

it('the journal keeps texts of any script within its bytes, and loses only the bodies of a call that alone would be too much', () => {
  const journal = create(10_000);
  const texts = ['plain', 'São Paulo', '東京', '😀'.repeat(50), 'x'.repeat(20_000), 'last'];
  for (const [index, text] of texts.entries()) close(journal, index + 1, text);
  journal.continueAt(texts.length + 1);
  const kept = journal.read().map(({ bodies }) => bodies?.request);
  expect(kept).toEqual(texts.with(4, '').map(text => text || undefined));
  expect(journal.lost()).toEqual({ facts: 0, bodies: 1 });
  const [latin, wide] = ['x', '東'].map(text => {
    const own = create(20_000);
    fill(own, 100, text.repeat(200));
    return own.read().filter(({ bodies }) => bodies).length;
  });
  expect(wide).toBeLessThan((latin ?? 0) * 0.8); // such a character takes two bytes
});

it('the journal shows what it had when a reader began, also when bodies and exchanges are dropped in the meantime', () => {
  const journal = create(10_000);
  fill(journal, 8);
  const entries = journal.entries();
  fill(journal, 200);
  expect([...entries].map(({ facts: { number }, bodies }) => [number, bodies?.request])).toEqual(
    Array.from({ length: 8 }, (_, index) => [index + 1, 'x']),
  );
  expect(journal.read()[0]?.facts.number).toBeGreaterThan(8);
});

it('the journal replaces an exchange that another process has ended, and continues after its number', () => {
  const journal = create(100_000);
  fill(journal, 2);
  for (const number of [4, 2]) journal.insert({ facts: { ...facts(number), status: 200 } });
  expect(journal.read().map(one => [one.facts.number, one.facts.status])).toEqual([
    [1, undefined],
    [2, 200],
    [4, 200],
  ]);
  expect([journal.count(), journal.nextNumber()]).toEqual([4, 5]);
});

it('the journal holds the facts of every step of a booking in less than 1 kB each', async () => {
  const { journal, client } = startSupplier();
  const saver = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
  const { BookingId } = await client.book(saver);
  await client.detail(BookingId);
  await client.list();
  await client.cancel(BookingId);
  const sizes = journal.read().map(entry => JSON.stringify(entry.facts).length);
  expect(sizes).toHaveLength(6);
  for (const size of sizes) expect(size).toBeLessThan(1_000);
});

it('the journal has the same facts for an answer as text and as a parsed body, and renders it again byte for byte', async () => {
  const { sandbox, client } = startSupplier();
  const stay = { DestinationId: '1002', CheckinDate: '2026-12-24', NumNights: 3 };
  const Criteria = { ...stay, SearchRooms: [{ NumAdults: 1 }], Nationality: 'PT' };
  const { text, body } = await client.call('hotel.search', { Criteria });
  const [entry] = sandbox.journal.read();
  if (!entry) throw new Error('nothing was recorded');
  expect(entry.facts.answer).toEqual(JSON.parse(JSON.stringify(answerFacts(body))));
  expect(JSON.stringify(entry.bodies).length).toBeLessThan(2_000);
  expect(wireOf(sandbox, entry).answerBody).toEqual(JSON.parse(text));
});

it('the journal keeps what a call says that met no operation, or came after the sandbox was closed', async () => {
  const { supplier, sandbox } = startSupplier();
  const body = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, BookingId: '7' });
  await post(supplier, body, { path: '/API/REST/Hotel.svc/Serch' });
  sandbox.close();
  await post(supplier, body, { path: '/API/REST/ClientBackOffice.svc/GetBookingDetail' });
  for (const { facts } of sandbox.journal.read())
    expect(facts).toMatchObject({ credential: { in: 'body' }, request: { bookingId: '7' } });
  expect(sandbox.journal.read().map(({ facts }) => facts.status)).toEqual([404, 410]);
});
