import { describe, expect, it } from 'vitest';
import { createHotelClient, startSupplier } from '../hotel-client.ts';

async function startBooked() {
  const { supplier, client, control } = startSupplier();
  const conditions = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
  return { supplier, control, booked: await client.book(conditions) };
}

const exchanges = async ({ control }: Awaited<ReturnType<typeof startBooked>>, query = '') =>
  (await control.ask('listExchanges', { query })).body;

describe('the exchanges of a sandbox', () => {
  it('are listed newest last, with their facts and bodies', async () => {
    const started = await startBooked();
    const list = await exchanges(started);
    expect(list.map(({ operation, status }) => [operation, status])).toEqual([
      ['hotel.search', 200],
      ['hotel.getBookingConditions', 200],
      ['hotel.doBooking', 200],
    ]);
    expect(list[2]).toMatchObject({
      number: 3,
      method: 'POST',
      answer: { bookingId: started.booked.BookingId, bookingStatus: 'CONFIRMED' },
      requestHeaders: { 'content-type': 'application/json' },
      answerHeaders: { 'x-understudy-exchange': '3' },
      answerBody: started.booked,
    });
  });

  it('can be requested by number, operation and count', async () => {
    const started = await startBooked();
    const numbers = async (query: string) => (await exchanges(started, query)).map(({ number }) => number);
    expect(await numbers('?after=1')).toEqual([2, 3]);
    expect(await numbers('?limit=1')).toEqual([3]);
    expect(await numbers('?after=1&limit=1')).toEqual([2]);
    expect(await numbers('?operation=hotel.search')).toEqual([1]);
    expect(await numbers('?after=3')).toEqual([]);
  });

  it('come one a line where that is accepted', async () => {
    const started = await startBooked();
    const headers = { accept: 'application/x-ndjson' };
    const answer = await started.control.send('listExchanges', { headers });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await answer.text()).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map(line => JSON.parse(line))).toEqual(await exchanges(started));
  });

  it('say so when the bodies of one were dropped', async () => {
    const { client, control } = startSupplier({ options: { journalBytes: 60_000 } });
    const BookingId = '1'.repeat(2_500); // of a shorter call the bodies stay as long as the facts
    for (let count = 0; count < 30; count += 1) await client.call('getBooking', { BookingId });
    const { body: list } = await control.ask('listExchanges');
    expect(list.length).toBeGreaterThan(0);
    expect(list.some(({ bodiesDropped }) => bodiesDropped)).toBe(true);
    expect(list.at(-1)?.answerBody).toEqual({ Errors: [] });
  });
});

it("the HAR file of a sandbox is HAR 1.2 with times of the sandbox's clock", async () => {
  const { control, supplier } = await startBooked();
  supplier.sandboxes.require('default').clock.advance({ by: 60_000 });
  await createHotelClient(supplier.fetch).call('getBooking', { BookingId: '1' });
  const { body } = await control.ask('exportHar');
  const { version, creator, entries } = body.log;
  expect([version, creator.name, entries.length]).toEqual(['1.2', 'travel-understudy', 4]);
  expect(entries.map(({ startedDateTime }) => startedDateTime).slice(2)).toEqual([
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T10:01:00.000Z',
  ]);
  const shown = { mimeType: expect.stringContaining('application/json') };
  for (const { request, response } of entries) {
    expect(request).toMatchObject({
      method: 'POST',
      url: expect.stringMatching(/^http:\/\/supplier\.test\/API\//),
      postData: { ...shown, text: expect.stringContaining('{') },
    });
    expect(response).toMatchObject({ status: 200, content: shown });
  }
  expect(JSON.stringify(body)).not.toContain('"demo\\"}');
});
