import { afterEach, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '#contracts';
import { type Listening, listen } from '#mock-server/node';
import { bookingBody, createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { hasCurl } from './stacks/curl.ts';
import { canRun, warnWithout } from './stacks/programs.ts';
import { hasPython } from './stacks/python.ts';
import {
  type Part,
  type SendTwo,
  twoWithAgent,
  twoWithCurl,
  twoWithFetch,
  twoWithPython,
} from './stacks/two-calls.ts';

warnWithout('python3', hasPython, import.meta.url);
warnWithout('curl', hasCurl, import.meta.url);

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

describe('after a reset on a connection that was used before, curl', () => {
  const again = (status: number) => ({
    on: 'connection 2, request 1',
    status,
    ending: 'complete',
    hits: [],
  });

  it.runIf(canRun(hasCurl))(
    'resends a booking without a request of the caller, is refused for its Token, and hides the booking',
    async () => {
      expect(await play(twoWithCurl, 'connection=reused,commit=before')).toEqual({
        seen: 'status 400',
        booked: [lost, again(400)],
        bookings: 1,
      });
    },
  );

  it.runIf(canRun(hasCurl))('books with what it sends again where the lost call took no effect', async () => {
    expect(await play(twoWithCurl, 'connection=reused,commit=never')).toEqual({
      seen: 'status 200',
      booked: [lost, again(200)],
      bookings: 1,
    });
  });

  it.runIf(canRun(hasCurl))('sends nothing again when it has seen the headers', async () => {
    expect(await play(twoWithCurl, 'at=after-headers,connection=reused,commit=before')).toEqual({
      seen: 'exit 56',
      booked: [{ ...lost, status: 200 }],
      bookings: 1,
    });
  });
});

const others = [
  { stack: "Python's http.client", send: twoWithPython, isHere: hasPython, reset: 'ConnectionResetError' },
  { stack: 'an Agent of node:http', send: twoWithAgent, isHere: true, reset: 'ECONNRESET' },
  { stack: 'fetch', send: twoWithFetch, isHere: true, reset: 'ECONNRESET' },
];

describe.each(others)('$stack', ({ send, isHere, reset }) => {
  it.runIf(canRun(isHere))(
    'sends nothing again after a reset on a connection that was used before',
    async () => {
      expect(await play(send, 'connection=reused,commit=before')).toEqual({
        seen: reset,
        booked: [lost],
        bookings: 1,
      });
    },
  );
});

describe.each([{ stack: 'curl', send: twoWithCurl, isHere: hasCurl }, ...others])(
  'a fault for fresh connections, and $stack',
  ({ send, isHere }) => {
    it.runIf(canRun(isHere))('leaves a call alone that comes on a used one', async () => {
      expect(await play(send, 'connection=fresh,commit=before')).toEqual({
        seen: 'status 200',
        booked: [{ on: 'connection 1, request 2', status: 200, ending: 'complete', hits: [] }],
        bookings: 1,
      });
    });
  },
);

it('meets the first request of a connection where it is for fresh ones', async () => {
  const supplier = createTestSupplier({ faults: ['getBookingList:cut,connection=fresh'] });
  listening = await listen(supplier, { port: 0 });
  const list = partOf('getBookingList', {});
  const played = twoWithAgent(listening.url, list, list);
  await expect(played).rejects.toMatchObject({ code: 'ECONNRESET' });
  const [only, ...more] = supplier.sandboxes.require('default').journal.read();
  expect(only?.facts).toMatchObject({ connection: { id: 1, request: 1 }, faults: [{ kind: 'cut' }] });
  expect(more).toEqual([]);
});
