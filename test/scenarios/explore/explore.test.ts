import { describe, expect, it } from 'vitest';
import type { Client } from '#client';
import { readExploreBaseline } from '#scenarios/explore/baseline';
import { explore, exploreFlows } from '#scenarios/explore/explore';
import { injectionsAt } from '#scenarios/explore/injections';
import { playInProcess } from '#scenarios/explore/play-flow';
import type { ClientSetting } from '#scenarios/run/play/index';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { flowOf, scriptedClient } from './scripted-client.ts';

/** A client that sends a booking again when the answer is lost, with a new key each time. */
function createRebookingClient(setting: ClientSetting): Client {
  let key = 0;
  const send: typeof fetch = async (input, init) => {
    if (!String(input).endsWith('/DoBooking')) return setting.fetch(input, init);
    const again = () => {
      key += 1;
      const headers = new Headers(init?.headers);
      headers.set('Idempotency-Key', `0000000${key % 10}-0000-4000-8000-000000000000`);
      return setting.fetch(input, { ...init, headers });
    };
    const first = await again().catch(() => undefined);
    return first ?? again();
  };
  return createReferenceClient({ ...setting, fetch: send });
}

describe('explore', () => {
  it('finds that a client books blindly, with one disturbance and the command that shows it again', async () => {
    const { failures, exitCode } = await explore(createRebookingClient, { flows: ['hotel'], maxRuns: 100 });
    const [blind] = failures.filter(({ rule }) => rule === 'no-blind-rebooking');
    expect(blind?.schedule).toHaveLength(1);
    expect(blind?.schedule[0]).toContain('hotel.doBooking:');
    expect(blind?.replay).toBe(
      `npx travel-understudy explore --flow hotel --replay ${blind?.schedule[0]} --seed understudy`,
    );
    expect(blind?.story.filter(line => line.includes('hotel.doBooking'))).toHaveLength(2);
    expect(blind?.scenario).toMatchObject({ outcomes: ['confirmed'], truth: { services: ['confirmed'] } });
    expect(exitCode).toBe(1);
  });

  it('gives equal reports for equal clients', async () => {
    const options = { flows: ['tour'], maxRuns: 10 };
    const one = await explore(undefined, options);
    expect(await explore(undefined, options)).toEqual(one);
    expect(one).toMatchObject({ ended: 'budget', runs: 10 });
  });

  it.each([
    [{ flows: ['hotel-prepayed'] }, 'did you mean "hotel-prepaid"'],
    [{ flows: ['car'], products: ['hotel'] as const }, 'none of the flows car books hotel'],
    [{ baseline: 'hotels: one-booking' }, 'does not have the form "flow: invariant"'],
  ])('refuses %j', async (options, message) => {
    await expect(explore(undefined, options)).rejects.toThrow(message);
  });
});

describe('the exploration of a client that breaks only if two calls are disturbed', () => {
  const exploreScripted = (depth: number, known: readonly string[] = []) => {
    const setting = { flows: [flowOf('hotel')], play: scriptedClient, jobs: 1, depth, seed: 'any', known };
    return exploreFlows(setting, playInProcess({}));
  };

  it('finds the failure with two disturbances, after all runs with one, and reports it once', async () => {
    expect((await exploreScripted(1)).failures).toEqual([]);
    const { failures, byDepth, newTraces, skipped } = await exploreScripted(2);
    const found = failures.map(({ invariant, schedule }) => [invariant, ...schedule]);
    const [refused, cut] = ['status,status=503,commit=before,nth=1', 'cut,commit=before,nth=2'];
    expect(found).toEqual([['one-booking', `hotel.doBooking:${refused}`, `hotel.doBooking:${cut}`]]);
    const operations = ['hotel.search', 'hotel.doBooking'] as const;
    const { length: single } = operations.flatMap(operation => injectionsAt({ operation, nth: 1 }));
    // At the second attempt of each operation, one disturbance stands for all that look alike to the client.
    expect(byDepth).toEqual([single, 2 * 2]);
    expect(skipped.sameEffect).toBe(single - 2 * 2);
    expect(skipped.knownState).toBeGreaterThan(0);
    // Each attempt can be cut, or fail in another way.
    expect(newTraces).toBe(2 * 2 + 2 * 2);
  });

  it('reports that a known failure did not happen', async () => {
    const known = readExploreBaseline('hotel: one-charge # mended\nhotel: one-booking');
    const report = await exploreScripted(2, known);
    expect(report).toMatchObject({ stale: ['hotel: one-charge'], exitCode: 1, failures: [{ known: true }] });
  });
});
