import { describe, expect, it } from 'vitest';
import type { Client } from '#client';
import { explore } from '#scenarios/explore/explore';
import type { ClientSetting } from '#scenarios/play/index';
import { createReferenceClient } from '#scenarios/play/reference-client';
import { writeReport } from '#scenarios/reports/index';

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
    const { failures, exitCode } = await explore(createRebookingClient, { flows: ['hotel'], maxRuns: 140 });
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

  it('tries guided combinations after all single disturbances, and does not report a failure twice', async () => {
    const { failures, byDepth, skipped } = await explore(undefined, {
      flows: ['car'],
      depth: 2,
      maxRuns: 300,
    });
    expect(byDepth[1]).toBeGreaterThan(0);
    expect(skipped.knownState).toBeGreaterThan(0);
    expect(skipped.sameEffect).toBeGreaterThan(0);
    const names = failures.map(
      ({ invariant, rule, schedule }) => `${invariant} ${rule} ${schedule.join(' ')}`,
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('gives equal reports in every format for equal clients', async () => {
    const options = { flows: ['car'], maxRuns: 60 };
    const [one, two] = [await explore(undefined, options), await explore(undefined, options)];
    for (const format of ['text', 'json', 'junit', 'github', 'markdown', 'tap'] as const)
      expect(await writeReport(format, one)).toBe(await writeReport(format, two));
    expect(one).toMatchObject({ ended: 'budget', runs: 60 });
  });

  it('reports a client that behaves differently on each run', async () => {
    let runs = 0;
    const { flows, exitCode } = await explore(
      setting => {
        runs += 1;
        const isOdd = runs % 2 === 1;
        const send: typeof fetch = (input, init) =>
          isOdd ? setting.fetch(input, init) : Promise.reject(new TypeError('fetch failed'));
        return createReferenceClient({ ...setting, fetch: send });
      },
      { flows: ['tour'] },
    );
    expect(flows).toMatchObject([{ id: 'tour', state: 'non-deterministic', traces: [{}, {}] }]);
    expect(exitCode).toBe(2);
  });

  it('says that a known failure did not happen', async () => {
    const baseline = 'tour: one-charge # mended';
    const { stale, exitCode } = await explore(undefined, { flows: ['tour'], baseline });
    expect(stale).toEqual(['tour: one-charge']);
    expect(exitCode).toBe(1);
  });

  it('gives a partial report when it is stopped', async () => {
    const { ended, runs } = await explore(undefined, { flows: ['tour'], signal: AbortSignal.abort() });
    expect({ ended, runs }).toEqual({ ended: 'stopped', runs: 0 });
  });

  it.each([
    [{ flows: ['hotel-prepayed'] }, 'did you mean "hotel-prepaid"'],
    [{ flows: ['car'], products: ['hotel'] as const }, 'none of the flows car books hotel'],
    [{ baseline: 'hotels: one-booking' }, 'does not have the form "flow: invariant"'],
  ])('refuses %j', async (options, message) => {
    await expect(explore(undefined, options)).rejects.toThrow(message);
  });
});
