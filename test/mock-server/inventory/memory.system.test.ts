import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createHotelInventory } from '#mock-server/inventory/hotel';
import { createPlaces } from '#mock-server/inventory/places';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';
import { carCriteria } from '../trip-client.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function growth(search: (round: number) => void): number {
  const [before = 0, after = 0] = [0, 1].map(round => {
    search(round);
    collectGarbage();
    return process.memoryUsage().heapUsed;
  });
  return after - before;
}

describe('the memory of an inventory', () => {
  it('does not grow with car Searches without offers', () => {
    const inventory = createTestSupplier().sandboxes.require('default').inventory.current.inventoryOf('car');
    const letters = (n: number) =>
      [0, 1, 2, 3].map(place => String.fromCharCode(65 + (Math.floor(n / 26 ** place) % 26))).join('');
    const grown = growth(round => {
      const [from, to] = round === 0 ? [0, 10_000] : [10_000, 40_000];
      for (let n = from; n < to; n += 1) {
        const criteria = { ...carCriteria, SippCodes: [letters(n), letters(n + 1), letters(n + 2)] };
        inventory.search(criteria, JSON.stringify(criteria));
      }
    });
    expect(grown).toBeLessThan(13_000_000);
  });

  it('does not grow with the ids that clients request where any id exists', () => {
    const places = createPlaces('any');
    const inventory = createHotelInventory(1, places);
    const { DestinationId: _, ...stay } = testCriteria;
    const grown = growth(round => {
      for (let id = 2_000_000 + round * 10_000; id < 2_008_000 + round * 10_000; id += 200) {
        const HotelIds = Array.from({ length: 200 }, (_one, index) => id + index);
        const criteria = { ...stay, HotelIds, Filters: { CheapestRoomOnly: true } };
        inventory.search(criteria, JSON.stringify(criteria));
        for (let near = id; near < id + 20; near += 1) places.hotelsOf(`d${near}`);
      }
    });
    expect(grown).toBeLessThan(5_000_000);
  });
});
