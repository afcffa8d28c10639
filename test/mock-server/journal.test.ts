import { expect, it } from 'vitest';
import { answerFacts, type Facts } from '#contracts/exchange';
import { createChunkedBuffer } from '#mock-server/journal/chunked-buffer';
import { createJournal, type Journal, type JournalState, writeEntry } from '#mock-server/journal/index';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { createHotelClient, createTestSupplier } from './hotel-client.ts';

const facts = (number: number): Facts => ({
  number,
  operation: number % 2 === 0 ? 'getBooking' : 'hotel.search',
  method: 'POST',
  url: '/',
  opened: { at: number, real: number },
  request: {},
  answer: {},
});

const create = (bytes: number, state?: JournalState) =>
  createJournal(bytes, text => JSON.parse(text), { state });

function close(journal: Journal, number: number, request: string) {
  journal.close(number, writeEntry({ facts: facts(number), bodies: { requestHeaders: {}, request } }));
}

function fill(journal: Journal, count: number, request = 'x') {
  for (let index = 0; index < count; index += 1) close(journal, journal.nextNumber(), request);
}

it('returns exchanges in order, by number, operation and count', () => {
  const journal = create(1_000_000);
  fill(journal, 6);
  const numbers = (query = {}) => journal.read(query).map(entry => entry.facts.number);
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(numbers({ after: 4 })).toEqual([5, 6]);
  expect(numbers({ limit: 2 })).toEqual([5, 6]);
  expect(numbers({ after: 1, limit: 2 })).toEqual([2, 3]);
  expect(numbers({ after: 9 })).toEqual([]);
  expect(numbers({ operation: 'getBooking' })).toEqual([2, 4, 6]);
  expect(numbers({ operation: 'hotel.search', limit: 2 })).toEqual([3, 5]);
});

it('shows an exchange that is under way, and calls back when it closes', () => {
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

it('drops bodies before facts, the oldest first, and says how many', () => {
  const journal = create(110_000);
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

it('keeps texts of any script within its bytes, and leaves out what alone would be too much', () => {
  const buffer = createChunkedBuffer(10_000);
  const texts = ['plain', 'São Paulo', '東京', '😀'.repeat(50), '\ud800'];
  for (const [index, text] of texts.entries()) buffer.put(index, text);
  expect(texts.map((_, index) => buffer.get(index))).toEqual([...texts.slice(0, 4), '�']);
  buffer.put(9, 'x'.repeat(20_000));
  expect([buffer.get(9), buffer.dropped]).toEqual([undefined, 1]);
  expect(buffer.get(0)).toBe('plain');
});

it('holds the facts of every step of a booking in less than 1 kB each', async () => {
  const supplier = createTestSupplier();
  const client = createHotelClient(supplier.fetch);
  const { BookingId } = await client.book(
    await client.conditions(undefined, { isWanted: room => !room.CanPayLater }),
  );
  await client.detail(BookingId);
  await client.list();
  await client.cancel(BookingId);
  const sizes = supplier.sandboxes
    .require('default')
    .journal.read()
    .map(entry => JSON.stringify(entry.facts).length);
  expect(sizes).toHaveLength(6);
  for (const size of sizes) expect(size).toBeLessThan(1_000);
});

it('has the same facts for an answer as text and as a parsed body, and renders it again byte for byte', async () => {
  const supplier = createTestSupplier();
  const client = createHotelClient(supplier.fetch);
  const { text, body } = await client.call('hotel.search', {
    Criteria: {
      DestinationId: '1002',
      CheckinDate: '2026-12-24',
      NumNights: 3,
      SearchRooms: [{ NumAdults: 1 }],
      Nationality: 'PT',
    },
  });
  const sandbox = supplier.sandboxes.require('default');
  const [entry] = sandbox.journal.read();
  if (!entry) throw new Error('nothing was recorded');
  expect(entry.facts.answer).toEqual(JSON.parse(JSON.stringify(answerFacts(body))));
  expect(JSON.stringify(entry.bodies).length).toBeLessThan(2_000);
  expect(wireOf(sandbox, entry).answerBody).toEqual(JSON.parse(text));
});

it('keeps what a call says that met no operation, or came after the sandbox was closed', async () => {
  const supplier = createTestSupplier();
  const sandbox = supplier.sandboxes.require('default');
  const send = (path: string) =>
    supplier.fetch(`http://supplier.test${path}`, {
      method: 'POST',
      body: JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, BookingId: '7' }),
    });
  await send('/API/REST/Hotel.svc/Serch');
  sandbox.close();
  await send('/API/REST/ClientBackOffice.svc/GetBookingDetail');
  for (const { facts } of sandbox.journal.read()) {
    expect(facts).toMatchObject({ credential: { in: 'body' }, request: { bookingId: '7' } });
  }
  expect(sandbox.journal.read().map(({ facts }) => facts.status)).toEqual([404, 410]);
});
