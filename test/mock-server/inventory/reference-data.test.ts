import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoOffsetMinutes } from '#contracts/util';
import { localDate } from '#mock-server/inventory/index';
import { referenceCollections } from '#mock-server/inventory/reference/collections';
import { destinations, type Hotel, hotelsOf } from '#mock-server/inventory/reference/index';

const allHotels: readonly Hotel[] = destinations.flatMap(city => hotelsOf(city.id));

/** Companies whose names no hotel may have, because a hotel of the reference data must not look like a real one. */
const chains = `
  accor, aman, barcelo, belmond, best western, bourbon, bulgari, carlton, conrad, days, drury, eurostars,
  fairmont, fasano, four seasons, hampton, hilton, howard johnson, hyatt, ibis, intercity, kimpton,
  langham, loews, marriott, melia, mercure, nh, novotel, omni, othon, pestana, pullman, radisson, raffles,
  ramada, ritz, riu, rosen, rosewood, sheraton, slaviero, sofitel, tivoli, vincci, waldorf, westin,
  windsor, wyndham`;
const chainName = new RegExp(`\\b(?:${chains.trim().split(/,\s+/).join('|')})\\b`);
const soundsLikeChain = (name: string): boolean =>
  chainName.test(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());

it('the hotels have names that no other hotel of the city and no hotel company has', () => {
  for (const { id } of destinations) expect(new Set(hotelsOf(id).map(({ name }) => name)).size).toBe(20);
  expect(allHotels.map(hotel => hotel.name).filter(soundsLikeChain)).toEqual([]);
  expect(['Hotel Meliá Recoleta', 'The Hilton House'].every(soundsLikeChain)).toBe(true);
});

it('the reference collections answer queries with the records that are looked up elsewhere', async () => {
  const { destinations: cities, airports, hotels } = await referenceCollections();
  const fine = hotels.findMany(q => q.where({ destination: '1001', category: '5' }));
  expect(fine).toEqual(hotelsOf('1001').filter(hotel => hotel.category === '5'));
  expect(hotels.findMany()).toHaveLength(240);
  const airport = airports.findFirst(q => q.where({ code: 'LIS' }));
  expect(cities.findFirst(q => q.where({ id: airport?.destination ?? '' }))?.name.pt).toBe('Lisboa');
});

describe('importing the reference data', () => {
  it('loads neither @msw/data nor zod', () => {
    expect(packagesLoadedBy('index.ts')).toEqual([]);
  });

  it('loads them with the collections, so the check above can see them', () => {
    expect(packagesLoadedBy('collections.ts')).toEqual(expect.arrayContaining(['@msw/data', 'zod']));
  });
});

describe('the local date', () => {
  it('is what the calendar of the host says, at any instant and in any order', () => {
    const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
    const formatIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, ...style });
    const wall = new Map(destinations.map(({ timeZone }) => [timeZone, formatIn(timeZone)]));
    const instant = fc.integer({ min: Date.UTC(1973, 0, 1), max: Date.UTC(2099, 11, 31) });
    fc.assert(
      fc.property(fc.constantFrom(...wall), instant, ([timeZone, format], at) => {
        const [date, time] = format.format(at).split(' ');
        const local = new Date(at + isoOffsetMinutes(timeZone, at) * 60_000).toISOString();
        expect([localDate(timeZone, at), local.slice(11, 19)]).toEqual([date, time]);
        expect(local.slice(0, 10)).toBe(date);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('names an unknown zone and an invalid instant', () => {
    expect(() => localDate('Mars/Olympus', 0)).toThrow(/"Mars\/Olympus" is unknown: give an IANA name/);
    expect(() => localDate('Europe/Paris', Number.NaN)).toThrow(/instant NaN is no date/);
  });
});

/** Imports a file of the reference data in a new process. Returns the packages that it loads. */
function packagesLoadedBy(file: string): string[] {
  const url = new URL(`../../../mock-server/inventory/reference/${file}`, import.meta.url);
  const script = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({ load: (url, context, next) => {
      packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    } });
    await import(${JSON.stringify(url.href)});
    console.log(JSON.stringify([...packages].filter(Boolean).sort()));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(output);
}
