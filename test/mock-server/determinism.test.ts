import { afterEach, describe, expect, it } from 'vitest';
import type { MockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import {
  bookingBody,
  choose,
  createHotelClient,
  createTestSupplier,
  type Fetch,
  testStart,
} from './hotel-client.ts';

const minutes = 60_000;
const opened: Listening[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map(server => server.close()));
});

/** Returns all parts of an answer that a client sees, in order. */
function recording(fetch: Fetch): { fetch: Fetch; seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const copy = response.clone();
      seen.push(JSON.stringify([copy.status, [...copy.headers], await copy.text()]));
      return response;
    },
  };
}

/** Makes many valid and invalid calls on the supplier's clock. */
async function walk(
  supplier: MockSupplier,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const { fetch, seen } = recording(supplier.fetch);
  const client = createHotelClient(fetch);
  const { clock } = supplier.sandboxes.require('default');
  for (const checkin of ['2026-12-10', '2026-12-10', '2027-01-05']) {
    const search = await client.search({
      CheckinDate: checkin,
      CheckoutDate: undefined,
      NumNights: 3,
      ReturnOnRequestRooms: true,
    });
    await between();
    const conditions = await client.conditions(search, {
      isWanted: room => room.RestrictionType === 'OnRequest',
    });
    clock.advance({ by: 3 * minutes });
    await between();
    const { BookingId } = await client.book(conditions, { ExternalReference: `trip ${checkin}` });
    await client.call('hotel.doBooking', bookingBody(conditions));
    clock.advance({ by: 25 * minutes });
    await between();
    await client.list();
    await client.detail(BookingId);
    await client.cancel(BookingId);
  }
  await client.call('hotel.search', {});
  return seen;
}

const create = (seed: string) => createTestSupplier({ seed });

describe('the same seed, clock start and requests', () => {
  it('give byte-identical answers, headers included', async () => {
    const [first, second] = [await walk(create('a')), await walk(create('a'))];
    expect(second).toEqual(first);
    expect(first.length).toBe(22);
  });

  it('give other answers under another seed', async () => {
    expect((await walk(create('b')))[0]).not.toBe((await walk(create('a')))[0]);
  });

  it('give byte-identical answers while other sandboxes are busy', async () => {
    const alone = await walk(create('a'));
    const supplier = create('a');
    for (const id of ['x', 'y']) {
      const credential = { Username: id, Password: `password of ${id}` };
      supplier.sandboxes.create({ id, credential, seed: 'a', clock: { mode: 'manual', start: testStart } });
    }
    const clients = ['x', 'y'].map(id =>
      createHotelClient(supplier.fetch, {
        baseUrl: `http://supplier.test/sandbox/${id}`,
        credential: { Username: id, Password: `password of ${id}` },
      }),
    );
    const busy = () => Promise.all(clients.map(client => client.book()));
    expect(await walk(supplier, busy)).toEqual(alone);
    expect((await clients[0]?.list())?.Bookings).toHaveLength(9);
  });
});

describe('a hundred uses of one Token at the same time over a port', () => {
  it('flow.1, auth.2: let exactly one win, at either step, and book once', async () => {
    const supplier = createTestSupplier({ options: { rateLimit: false } });
    const server = await listen(supplier, { port: 0 });
    opened.push(server);
    const client = createHotelClient(fetch, { baseUrl: server.url });
    const hundred = <Answer>(send: () => Promise<Answer>) => Promise.all(Array.from({ length: 100 }, send));

    const search = await client.search();
    const { HotelId, RoomIds } = choose(search);
    const asked = await hundred(() =>
      client.call('hotel.getBookingConditions', { Token: search.Token, HotelId, RoomIds }),
    );
    const conditions = await client.conditions();
    const booked = await hundred(() => client.call('hotel.doBooking', bookingBody(conditions)));

    for (const answers of [asked, booked]) {
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1);
      const refused = answers.filter(answer => answer.status === 400);
      expect(refused).toHaveLength(99);
      for (const { text } of refused) expect(text).toContain('"TokenConsumed"');
    }
    expect((await client.list()).Bookings).toHaveLength(1);
    expect(supplier.sandboxes.require('default').store.bookingCount).toBe(1);
  });
});
