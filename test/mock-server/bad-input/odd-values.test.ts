import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import { createTestSupplier } from '../hotel-client.ts';
import { carCriteria, createTripClient, tourCriteria, transferCriteria } from '../trip-client.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const client = createTripClient(supplier.fetch);
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const noText = { toString: null };
const legacyDate = 'March 10, 2027'; // a format that only Date.parse accepts

describe('err.400: what breaks a careless reader is refused', () => {
  it.each<[what: string, id: OperationId, Criteria: object]>([
    [
      'a date that only Date.parse takes',
      'transfer.search',
      { ...transferCriteria, ServiceDate: legacyDate, ServiceDateBack: legacyDate, TimeBack: '20:00' },
    ],
    [
      'a date of that kind of a rental',
      'car.search',
      {
        ...carCriteria,
        Pickup: { ...carCriteria.Pickup, Date: legacyDate },
        Dropoff: { ...carCriteria.Dropoff, Date: legacyDate },
      },
    ],
    [
      'a code that is no text and cannot become one',
      'car.search',
      { ...carCriteria, Pickup: { ...carCriteria.Pickup, LocationCode: noText, Date: '2026-11-20' } },
    ],
    [
      'an hour that is no number and cannot become one',
      'car.search',
      { ...carCriteria, Pickup: { ...carCriteria.Pickup, Time: undefined, Hour: noText } },
    ],
    ['the same of a transfer', 'transfer.search', { ...transferCriteria, Time: undefined, Hour: noText }],
    [
      'more adults by their ages than a tour takes',
      'tour.search',
      { ...tourCriteria, NumberOfAdults: undefined, AdultAges: new Array(51).fill(34) },
    ],
    [
      'more travellers by adults and children',
      'tour.search',
      { ...tourCriteria, NumberOfAdults: undefined, AdultAges: new Array(50).fill(34), ChildAges: [3] },
    ],
    [
      'a language of a thousand letters',
      'tour.search',
      { ...tourCriteria, ServiceLanguage: 'x'.repeat(1_000) },
    ],
    [
      'more SIPP codes than there are',
      'car.search',
      { ...carCriteria, SippCodes: new Array(101).fill('EDMR') },
    ],
    [
      'a way back at the minute of the way there',
      'transfer.search',
      { ...transferCriteria, ServiceDateBack: transferCriteria.ServiceDate },
    ],
  ])('%s', async (_what, id, Criteria) => {
    const { status, text } = await client.call(id, { Criteria });
    expect(status, text).toBe(400);
  });

  it('err.404: a long path is read once, as a backtracking pattern would take minutes', async () => {
    const path = `/new/api/v1/mapping/autocomplete/${'a'.repeat(150_000)}/tokem/x`;
    expect((await supplier.fetch(`http://supplier.test${path}`)).status).toBe(404);
  });
});

describe('the forms that Searches share', () => {
  it('are forgotten also where a Search has no offers', () => {
    const inventory = supplier.sandboxes.require('default').inventoryOf('car');
    const letters = (n: number) =>
      Array.from({ length: 4 }, (_, place) =>
        String.fromCharCode(65 + (Math.floor(n / 26 ** place) % 26)),
      ).join('');
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const search = (from: number, count: number) => {
      for (let n = from; n < from + count; n += 1) {
        const criteria = { ...carCriteria, SippCodes: [letters(n), letters(n + 1), letters(n + 2)] };
        inventory.search(criteria, JSON.stringify(criteria));
      }
    };
    search(0, 10_000);
    const before = used();
    search(10_000, 30_000);
    expect(used() - before).toBeLessThan(13_000_000);
  });
});
