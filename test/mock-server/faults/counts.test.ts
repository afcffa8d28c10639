import { describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import { createHotelClient, startSupplier, testCriteria } from '../hotel-client.ts';
import { until } from './raw-call.ts';

async function play(count: number, ...faults: string[]) {
  const { supplier, client } = startSupplier({ options: { rateLimit: false }, faults });
  const hit: number[] = [];
  for (let call = 1; call <= count; call += 1) {
    const { status } = await client.call('hotel.search', { Criteria: testCriteria });
    if (status !== 200) hit.push(call);
  }
  return {
    hit,
    counted: supplier.sandboxes
      .require('default')
      .faults.list()
      .map(({ seen, fired }) => [seen, fired]),
  };
}

describe('which calls a fault hits', () => {
  it.each([
    ['every one without more', '', [1, 2, 3, 4, 5, 6], [6, 6]],
    ['the n-th', ',nth=2', [2], [2, 1]],
    ['a range', ',nth=2-4', [2, 3, 4], [4, 3]],
    ['so many times', ',times=3', [1, 2, 3], [3, 3]],
    ['so many times of a range', ',nth=3-6,times=2', [3, 4], [4, 2]],
    ['those with a value', `,times=1,body.Criteria.DestinationId=${testCriteria.DestinationId}`, [1], [1, 1]],
    ['none with another value', ',body.Criteria.DestinationId=9999', [], [0, 0]],
    ['a value in any entry of a list', ',times=1,body.Criteria.SearchRooms.NumAdults=2', [1], [1, 1]],
    ['a value in one entry of a list', ',times=1,body.Criteria.SearchRooms[0].NumAdults=2', [1], [1, 1]],
    ['none whose list has no such entry', ',body.Criteria.SearchRooms[7].NumAdults=2', [], [0, 0]],
  ])('is %s', async (_, match, hit, counted) => {
    expect(await play(6, `hotel.search:status=500${match}`)).toEqual({ hit, counted: [counted] });
  });

  it.each(['hotel.doBooking:status=500', '*.search:status=500,product=car'])(
    'leaves out other operations and other products: %s',
    async fault => {
      expect(await play(6, fault)).toEqual({ hit: [], counted: [[0, 0]] });
    },
  );

  it('is, per item, the first of each stay, offer and booking, whatever its token', async () => {
    const { supplier, client } = startSupplier({
      options: { rateLimit: false },
      faults: ['hotel.search+getBooking:status=500,times=1,per=item'],
    });
    const searched = async (change: object) =>
      (await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } })).status;
    expect(await searched({})).toBe(500);
    expect(await searched({ Nationality: 'PT' })).toBe(500);
    // The order of the fields and the time limit do not make another stay.
    expect(await searched({ Nationality: testCriteria.Nationality, Timeout: 9 })).toBe(200);
    expect(await searched({ Nationality: 'PT' })).toBe(200);
    expect((await client.call('getBooking', { ExternalReference: 'none' })).status).toBe(200);
    const { faults } = supplier.sandboxes.require('default');
    expect(faults.list()).toMatchObject([{ seen: 4, fired: 2 }]);
  });

  it('counts for each fault separately', async () => {
    const { hit, counted } = await play(
      6,
      'hotel.search:status=500,nth=1-2',
      'hotel.search:status=503,nth=4',
      'hotel.search:delay=PT0S,times=5',
    );
    expect(hit).toEqual([1, 2, 4]);
    expect(counted).toEqual([
      [2, 2],
      [4, 1],
      [5, 5],
    ]);
  });
});

describe('a probability', () => {
  const rare = 'hotel.search:status=500,probability=0.3';

  it('hits exactly the same calls for the same seed, and about as many as it says', async () => {
    const [one, other] = [await play(200, rare), await play(200, rare)];
    expect(one).toEqual(other);
    expect(one.hit.length).toBeGreaterThan(40);
    expect(one.hit.length).toBeLessThan(80);
    expect(one.counted).toEqual([[200, one.hit.length]]);
  });

  it('follows from the call alone: what other calls and sandboxes do changes nothing', async () => {
    const hits = async (disturb: boolean) => {
      const { client } = startSupplier({ options: { rateLimit: false }, faults: [rare] });
      const statuses: number[] = [];
      for (let call = 0; call < 30; call += 1) {
        if (disturb)
          await client.call('hotel.search', {
            Criteria: { ...testCriteria, CheckinDate: '2027-03-01', CheckoutDate: '2027-03-02' },
          });
        statuses.push((await client.call('hotel.search', { Criteria: testCriteria })).status);
      }
      return statuses;
    };
    expect(await hits(true)).toEqual(await hits(false));
  });

  it('is another draw for another seed', async () => {
    const hits = async (seed: string) => {
      const { client } = startSupplier({ seed, options: { rateLimit: false }, faults: [rare] });
      const statuses: number[] = [];
      for (let call = 0; call < 30; call += 1)
        statuses.push((await client.call('hotel.search', { Criteria: testCriteria })).status);
      return statuses;
    };
    expect(await hits('one')).not.toEqual(await hits('two'));
  });
});

it('limit.latency: the server answers 95 of 100 Searches within 2.5 s by the fault that is the latency of a supplier', async () => {
  const { supplier, clock, faults, journal } = startSupplier({ options: { rateLimit: false } });
  const p95 = `PT${limits.searchLatencyP95.value / 1_000}S`;
  faults.arm({
    match: { operations: ['hotel.search'] },
    effect: { kind: 'delay', logNormal: { median: 'PT0.8S', p95 } },
  });
  const client = createHotelClient(supplier.fetch);
  const waits: number[] = [];
  for (let call = 0; call < 400; call += 1) {
    const answer = client.search();
    await until(() => clock.waits().length > 0);
    clock.advance({ to: clock.waits()[0]?.at ?? 0 });
    await answer;
    const { opened, answered } = journal.read({ limit: 1 })[0]?.facts ?? {};
    waits.push((answered?.at ?? 0) - (opened?.at ?? 0));
  }
  waits.sort((a, b) => a - b);
  expect(waits[379]).toBeLessThan(limits.searchLatencyP95.value * 1.15);
  expect(waits[379]).toBeGreaterThan(limits.searchLatencyP95.value * 0.85);
  expect(waits[199]).toBeGreaterThan(700);
  expect(waits[199]).toBeLessThan(900);
});

it('the server draws a uniform delay evenly between its two ends', async () => {
  const { client, clock } = startSupplier({
    options: { rateLimit: false },
    faults: ['hotel.search:delay,uniform=PT1S..PT3S'],
  });
  const waits: number[] = [];
  for (let call = 0; call < 200; call += 1) {
    const before = clock.now();
    const answer = client.search();
    await until(() => clock.waits().length > 0);
    clock.advance({ to: clock.waits()[0]?.at ?? 0 });
    await answer;
    waits.push(clock.now() - before);
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3_000);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  expect(mean).toBeGreaterThan(1_850);
  expect(mean).toBeLessThan(2_150);
});
