import { describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { until } from './raw-call.ts';

async function play(count: number, ...faults: string[]) {
  const { client, faults: armed } = startSupplier({ options: { rateLimit: false }, faults });
  const hit: number[] = [];
  for (let call = 1; call <= count; call += 1) {
    const { status } = await client.call('hotel.search', { Criteria: testCriteria });
    if (status !== 200) hit.push(call);
  }
  return { hit, counted: armed.list().map(({ seen, fired }) => `${fired} of ${seen}`) };
}

describe('which calls a fault hits', () => {
  it.each([
    ['every one without more', '', [1, 2, 3, 4, 5, 6], '6 of 6'],
    ['the n-th', ',nth=2', [2], '1 of 2'],
    ['a range', ',nth=2-4', [2, 3, 4], '3 of 4'],
    ['so many times', ',times=3', [1, 2, 3], '3 of 3'],
    ['so many times of a range', ',nth=3-6,times=2', [3, 4], '2 of 4'],
    ['those with a value', ',times=1,body.Criteria.DestinationId=1001', [1], '1 of 1'],
    ['none with another value', ',body.Criteria.DestinationId=9999', [], '0 of 0'],
    ['a value in any entry of a list', ',times=1,body.Criteria.SearchRooms.NumAdults=2', [1], '1 of 1'],
    ['a value in one entry of a list', ',times=1,body.Criteria.SearchRooms[0].NumAdults=2', [1], '1 of 1'],
    ['none whose list has no such entry', ',body.Criteria.SearchRooms[7].NumAdults=2', [], '0 of 0'],
  ])('is %s', async (_, match, hit, counted) => {
    expect(await play(6, `hotel.search:status=500${match}`)).toEqual({ hit, counted: [counted] });
  });

  const others = ['hotel.doBooking:status=500', '*.search:status=500,product=car'];
  it.each(others)('leaves out other operations and other products: %s', async fault => {
    expect(await play(6, fault)).toEqual({ hit: [], counted: ['0 of 0'] });
  });

  it('is, per item, the first of each stay, offer and booking, whatever its token', async () => {
    const faults = ['hotel.search+getBooking:status=500,times=1,per=item'];
    const { client, faults: armed } = startSupplier({ options: { rateLimit: false }, faults });
    const searched = async (change: object) =>
      (await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } })).status;
    expect(await searched({})).toBe(500);
    expect(await searched({ Nationality: 'PT' })).toBe(500);
    // The order of the fields and the time limit do not make another stay.
    expect(await searched({ Nationality: testCriteria.Nationality, Timeout: 9 })).toBe(200);
    expect(await searched({ Nationality: 'PT' })).toBe(200);
    expect((await client.call('getBooking', { ExternalReference: 'none' })).status).toBe(200);
    expect(armed.list()).toMatchObject([{ seen: 4, fired: 2 }]);
  });

  it('counts for each fault separately', async () => {
    const faults = ['status=500,nth=1-2', 'status=503,nth=4', 'delay=PT0S,times=5'];
    const { hit, counted } = await play(6, ...faults.map(fault => `hotel.search:${fault}`));
    expect([hit, counted]).toEqual([
      [1, 2, 4],
      ['2 of 2', '1 of 4', '5 of 5'],
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
    expect(one.counted).toEqual([`${one.hit.length} of 200`]);
  });

  it('follows from the seed and the call alone: what other calls do changes nothing', async () => {
    const other = { ...testCriteria, CheckinDate: '2027-03-01', CheckoutDate: '2027-03-02' };
    const hits = async (seed: string, disturb = false) => {
      const { client } = startSupplier({ seed, options: { rateLimit: false }, faults: [rare] });
      const statuses: number[] = [];
      for (let call = 0; call < 30; call += 1) {
        if (disturb) await client.call('hotel.search', { Criteria: other });
        statuses.push((await client.call('hotel.search', { Criteria: testCriteria })).status);
      }
      return statuses;
    };
    const one = await hits('one');
    expect(await hits('one', true)).toEqual(one);
    expect(await hits('two')).not.toEqual(one);
  });
});

/** Returns how long each Search waits under a fault, the shortest time first. */
async function waitsUnder(fault: string, count: number): Promise<number[]> {
  const { client, clock } = startSupplier({ options: { rateLimit: false }, faults: [fault] });
  const waits: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const before = clock.now();
    const answer = client.search();
    await until(() => clock.waits().length > 0);
    clock.advance({ to: clock.waits()[0]?.at ?? 0 });
    await answer;
    waits.push(clock.now() - before);
  }
  return waits.sort((a, b) => a - b);
}

it('limit.latency: the server answers 95 of 100 Searches within 2.5 s by the fault that is the latency of a supplier', async () => {
  const p95 = `PT${limits.searchLatencyP95.value / 1_000}S`;
  const waits = await waitsUnder(`hotel.search:delay,logNormal=PT0.8S..${p95}`, 400);
  expect(waits[379]).toBeLessThan(limits.searchLatencyP95.value * 1.15);
  expect(waits[379]).toBeGreaterThan(limits.searchLatencyP95.value * 0.85);
  expect(waits[199]).toBeGreaterThan(700);
  expect(waits[199]).toBeLessThan(900);
});

it('the server draws a uniform delay evenly between its two ends', async () => {
  const waits = await waitsUnder('hotel.search:delay,uniform=PT1S..PT3S', 200);
  expect(waits[0]).toBeGreaterThanOrEqual(1_000);
  expect(waits.at(-1)).toBeLessThanOrEqual(3_000);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  expect(mean).toBeGreaterThan(1_850);
  expect(mean).toBeLessThan(2_150);
});
