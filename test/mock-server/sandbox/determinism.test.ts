import { describe, expect, it } from 'vitest';
import type { MockSupplier } from '#mock-server';
import type { Fetch } from '../control/control-client.ts';
import { bookingBody, choose, createHotelClient, startSupplier, testStart } from '../hotel-client.ts';

const minutes = 60_000;

/** Makes many valid and invalid calls on the supplier's clock. Returns all parts of the answers that a client sees. */
async function walk(
  supplier: MockSupplier,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const seen: string[] = [];
  const recording: Fetch = async (url, init) => {
    const response = await supplier.fetch(url, init);
    const copy = response.clone();
    seen.push(JSON.stringify([copy.status, [...copy.headers], await copy.text()]));
    return response;
  };
  const client = createHotelClient(recording);
  const { clock } = supplier.sandboxes.require('default');
  const stay = { CheckoutDate: undefined, NumNights: 3, ReturnOnRequestRooms: true };
  for (const CheckinDate of ['2026-12-10', '2026-12-10', '2027-01-05']) {
    const search = await client.search({ ...stay, CheckinDate });
    await between();
    const isWanted = (room: { RestrictionType: string }) => room.RestrictionType === 'OnRequest';
    const conditions = await client.conditions(search, { isWanted });
    clock.advance({ by: 3 * minutes });
    await between();
    const { BookingId } = await client.book(conditions, { ExternalReference: `trip ${CheckinDate}` });
    await client.call('hotel.doBooking', bookingBody(conditions));
    clock.advance({ by: 25 * minutes });
    await between();
    await client.call('getBookingList', {});
    await client.call('getBookingDetail', { BookingId });
    await client.cancel(BookingId);
  }
  await client.call('hotel.search', {});
  return seen;
}

const faults = ['hotel.*:delay=PT0S,probability=0.5', 'getBooking*:status=500,probability=0.5'];
const create = (seed: string) => startSupplier({ seed, faults }).supplier;

describe('the same seed, clock start and requests', () => {
  it('give byte-identical answers, headers included, and others under another seed', async () => {
    const first = await walk(create('a'));
    expect(first.length).toBe(22);
    expect(await walk(create('a'))).toEqual(first);
    expect((await walk(create('b')))[0]).not.toBe(first[0]);
  });

  it('give byte-identical answers while other sandboxes are busy', async () => {
    const supplier = create('a');
    const clients = ['x', 'y'].map(id => {
      const credential = { Username: id, Password: `password of ${id}` };
      const clock = { mode: 'manual', start: testStart } as const;
      supplier.sandboxes.create({ id, credential, seed: 'a', clock, faults });
      return createHotelClient(supplier.fetch, { baseUrl: `http://supplier.test/sandbox/${id}`, credential });
    });
    const busy = () => Promise.all(clients.map(client => client.book()));
    expect(await walk(supplier, busy)).toEqual(await walk(create('a')));
    expect(supplier.sandboxes.require('x').store.bookingCount).toBe(9);
  });
});

it('flow.1, auth.2: of a hundred uses of one Token at the same time exactly one wins, at either step, and books once', async () => {
  const { client } = startSupplier({ options: { rateLimit: false } });
  const hundred = <Answer>(send: () => Promise<Answer>) => Promise.all(Array.from({ length: 100 }, send));
  const search = await client.search();
  const { HotelId, RoomIds } = choose(search);
  const selection = { Token: search.Token, HotelId, RoomIds };
  const asked = await hundred(() => client.call('hotel.getBookingConditions', selection));
  const conditions = await client.conditions();
  const booked = await hundred(() => client.call('hotel.doBooking', bookingBody(conditions)));
  for (const answers of [asked, booked]) {
    const refused = answers.filter(answer => answer.status === 400);
    expect([refused.length, answers.filter(answer => answer.status === 200).length]).toEqual([99, 1]);
    for (const { text } of refused) expect(text).toContain('"TokenConsumed"');
  }
  expect((await client.list()).Bookings).toHaveLength(1);
});
