import { describe, expect, it } from 'vitest';
import { createStaticCache } from '#client/static-cache';
import { examplesIn } from '#contracts/openapi';
import document from '#contracts/openapi.json' with { type: 'json' };
import { type Reply, stage } from './stage.ts';

const days = 24 * 60 * 60 * 1_000;
const example = examplesIn(document).airportDetail?.answer;
const airport = (iataCode: string): Reply => ({ json: { ...Object(example), iataCode, name: 'x' } });

describe('static data', () => {
  it('limit.static: is requested once in 30 days', async () => {
    const { client, seen, clock } = stage([airport('GIG')]);
    const first = await client.airport('GIG');
    await clock.sleep(30 * days - 1);
    expect(await client.airport('GIG')).toEqual(first);
    first.name = 'changed by a caller';
    expect(await client.airport('GIG')).toMatchObject({ name: 'x' });
    expect(seen.length).toBe(1);
    await clock.sleep(1);
    await client.airport('GIG');
    await client.airport('GIG');
    expect(seen.length).toBe(2);
  });

  it('ep.static-refresh: is cached separately for each airport and each hotel', async () => {
    const { client, seen } = stage([call => airport(call.url.includes('GIG') ? 'GIG' : 'SSA')]);
    await Promise.all([client.airport('GIG'), client.airport('SSA'), client.airport('GIG')]);
    expect(await client.airport('SSA')).toMatchObject({ iataCode: 'SSA' });
    await client.hotel(1).catch(() => undefined);
    await client.hotel(2).catch(() => undefined);
    expect(seen.length).toBe(4);
    expect(new Set(seen.map(({ url }) => url)).size).toBe(4);
  });

  it('auth.4: can have an address of its own', async () => {
    const { client, seen } = stage([airport('GIG')], { commonsUrl: 'http://commons.test' });
    await client.airport('GIG');
    await client.call('cancelBooking', { BookingId: '1' }).catch(() => undefined);
    expect(seen.map(({ url }) => new URL(url).host)).toEqual(['commons.test', 'supplier.test']);
  });

  it.each([{ staticToken: undefined }, { managerId: undefined }])(
    'auth.4: is not requested with %j',
    async lack => {
      const { client, seen } = stage([airport('GIG')], lack);
      await expect(client.airport('GIG')).rejects.toThrow(
        'airportDetail: the client has no staticToken or managerId',
      );
      expect(seen).toEqual([]);
    },
  );

  it('that could not be loaded is not kept', async () => {
    const { client, seen } = stage([404, airport('GIG')]);
    await expect(client.airport('GIG')).rejects.toMatchObject({ status: 404 });
    expect(await client.airport('GIG')).toMatchObject({ iataCode: 'GIG' });
    expect(seen.length).toBe(2);
  });

  it('is not forgotten because an older load fails late', async () => {
    const { clock } = stage([]);
    const cache = createStaticCache(clock);
    let fail: (reason: Error) => void = () => undefined;
    const old = cache.get('key', () => new Promise((_, reject) => (fail = reject)));
    await clock.sleep(30 * days);
    await cache.get('key', async () => 'new');
    fail(new Error('too late'));
    await expect(old).rejects.toThrow('too late');
    expect(await cache.get('key', async () => 'another')).toBe('new');
  });
});
