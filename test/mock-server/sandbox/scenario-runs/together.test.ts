import { expect, it } from 'vitest';
import type { MockSupplier } from '#mock-server';
import {
  bookingBody,
  createHotelClient,
  createTestSupplier,
  testCriteria,
  testStart,
} from '../../hotel-client.ts';
import { playing } from './header-client.ts';
import { scenarioOf, smallCatalogue } from './scenarios.ts';

const kinds = [
  (n: number) => [`hotel.search:status=503,times=${n}`],
  (n: number) => [`getBookingDetail:status=500,probability=0.${n}`],
  (n: number) => [`hotel.getBookingConditions:price=${n}`, 'getBooking:status=502,probability=0.5'],
  (n: number) => [`hotel.doBooking:cut=before-headers,commit=${n % 2 ? 'before' : 'never'},times=1`],
];
const eight = kinds.flatMap((faultsOf, kind) =>
  [1, 2].map(n => scenarioOf(`case-${kind}-${n}`, { seed: `seed ${kind}`, faults: faultsOf(n) })),
);
const catalogue = [...smallCatalogue, ...eight];
const supply = () => createTestSupplier({ catalogue, options: { rateLimit: false }, secretsFrom: 'seed' });

type Client = ReturnType<typeof createHotelClient>;

async function walk(client: Client): Promise<unknown[]> {
  const seen: unknown[] = [];
  const note = async (call: Promise<unknown>) => {
    const answer = await call.catch((error: unknown) => String(error));
    seen.push(answer);
    return answer;
  };
  for (let round = 0; round < 3; round += 1) {
    await note(client.call('hotel.search', { Criteria: testCriteria }));
    const conditions = await client.conditions().catch(() => undefined);
    if (!conditions) continue;
    const body = { ...bookingBody(conditions), ExternalReference: `trip-${round}` };
    await note(client.call('hotel.doBooking', body));
    const found = await client.call('getBooking', { ExternalReference: `trip-${round}` });
    seen.push(found.text);
    const id = found.body.Booking?.BookingId;
    for (let look = 0; look < 4 && id !== undefined; look += 1)
      await note(client.call('getBookingDetail', { BookingId: id }));
  }
  return JSON.parse(JSON.stringify(seen));
}

/** Returns the facts of a sandbox without the machine's time stamps, which differ in every run. */
const factsOf = (supplier: MockSupplier, id: string): unknown =>
  supplier.sandboxes
    .require(id)
    .journal.read()
    .map(({ facts }) =>
      JSON.parse(JSON.stringify(facts, (name, value) => (name === 'real' ? undefined : value))),
    );

async function playIn(supplier: MockSupplier, id: string): Promise<unknown> {
  const { identity } = supplier.sandboxes.create({
    id,
    scenario: id,
    clock: { mode: 'manual', start: testStart },
    options: { rateLimit: false },
  });
  const [credential = { Username: '', Password: '' }] = identity.credentials;
  const client = createHotelClient(supplier.fetch, {
    baseUrl: `http://supplier.test/sandbox/${id}`,
    credential,
  });
  return [await walk(client), factsOf(supplier, id)];
}

it('eight sandboxes with scenarios of their own each come to the same together as alone', async () => {
  const alone: unknown[] = [];
  for (const { id } of eight) alone.push(await playIn(supply(), id));
  const shared = supply();
  const together = await Promise.all(eight.map(({ id }) => playIn(shared, id)));
  expect(together).toEqual(alone);
  expect(new Set(together.map(played => JSON.stringify(played))).size).toBe(8);
});

it('a scenario run by header results in the same facts when it runs again with the same seed', async () => {
  for (const { id } of eight) {
    const [first, second] = [supply(), supply()];
    const seen = [await walk(playing(first, id)), await walk(playing(second, id))];
    expect(seen[1]).toEqual(seen[0]);
    expect(factsOf(second, 'default')).toEqual(factsOf(first, 'default'));
  }
});
