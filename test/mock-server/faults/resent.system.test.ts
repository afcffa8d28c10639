import { afterEach, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '#contracts';
import { type Listening, listen } from '#mock-server/node';
import { bookingBody, createHotelClient, createTestSupplier } from '../hotel-client.ts';
import {
  type Part,
  type SendTwo,
  twoWithAgent,
  twoWithCurl,
  twoWithFetch,
  twoWithPython,
} from './two-calls.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

const partOf = (id: OperationId, body: object): Part => ({
  path: operations[id].path,
  body: JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, ...body }),
});

/** Lists bookings and then books on one connection, while a cut is armed for DoBooking. */
async function play(send: SendTwo, fault: string) {
  const supplier = createTestSupplier();
  const { faults, journal } = supplier.sandboxes.require('default');
  const client = createHotelClient(supplier.fetch);
  const book = partOf('hotel.doBooking', bookingBody(await client.conditions()));
  faults.arm(`hotel.doBooking:cut,id=cut,${fault}`);
  listening = await listen(supplier, { port: 0 });
  const seen = await send(listening.url, partOf('getBookingList', {}), book);
  const ended = () => journal.read().every(({ facts }) => facts.closed);
  await expect.poll(ended).toBe(true);
  const booked = journal
    .read({ operation: 'hotel.doBooking' })
    .map(({ facts: { connection, status, closed, faults: hits } }) => ({
      on: `connection ${connection?.id}, request ${connection?.request}`,
      status,
      ending: closed?.ending,
      hits: hits?.map(({ id }) => id) ?? [],
    }));
  return { seen, booked, bookings: (await client.list()).Bookings.length };
}

const lost = { on: 'connection 1, request 2', status: undefined, ending: 'reset', hits: ['cut'] };
const again = (status: number) => ({ on: 'connection 2, request 1', status, ending: 'complete', hits: [] });

describe('after a reset on a connection that was used before, curl', () => {
  it.each([
    ['a booking that took effect, and gets a refusal for its Token', 'before', 400],
    ['a booking that took no effect, and books', 'never', 200],
  ])('sends again, without a request of its caller, %s', async (_, commit, status) => {
    expect(await play(twoWithCurl, `connection=reused,commit=${commit}`)).toEqual({
      seen: `status ${status}`,
      booked: [lost, again(status)],
      bookings: 1,
    });
  });

  it('sends nothing again when it has seen the headers', async () => {
    expect(await play(twoWithCurl, 'at=after-headers,connection=reused,commit=before')).toEqual({
      seen: 'exit 56',
      booked: [{ ...lost, status: 200 }],
      bookings: 1,
    });
  });
});

describe.each([
  { stack: "Python's http.client", send: twoWithPython, reset: 'ConnectionResetError' },
  { stack: 'an Agent of node:http', send: twoWithAgent, reset: 'ECONNRESET' },
  { stack: 'fetch', send: twoWithFetch, reset: 'ECONNRESET' },
])('$stack', ({ send, reset }) => {
  it('sends nothing again after a reset on a connection that was used before', async () => {
    expect(await play(send, 'connection=reused,commit=before')).toEqual({
      seen: reset,
      booked: [lost],
      bookings: 1,
    });
  });
});
