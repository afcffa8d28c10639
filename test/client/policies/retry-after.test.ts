import { describe, expect, it, vi } from 'vitest';
import { operationIds } from '#contracts';
import { nothingFound, type Reply, stage, start } from '../stage.ts';

const refused = (retryAfter: string, status = 429, more: Record<string, string> = {}) =>
  ({ status, headers: { 'retry-after': retryAfter, ...more } }) satisfies Reply;
const date = (ms: number) => new Date(start + ms).toUTCString();

/** Returns the waits of a call that gets these replies and then an answer. */
async function gapsOf(...replies: Reply[]): Promise<number[]> {
  const { fails, gaps } = stage([...replies, nothingFound]);
  expect(await fails('getBooking')).toBeUndefined();
  return gaps();
}

describe('Retry-After', () => {
  it.each([
    ['seconds', '7', 7_000],
    ['seconds with blanks around', ' 7 ', 7_000],
    ['no seconds', '0', 250],
    ['a date', date(9_000), 9_000],
    ['a date in lower case', date(9_000).toLowerCase(), 9_000],
    ['a date as of RFC 850', 'Friday, 20-Nov-26 10:00:09 GMT', 9_000],
    ['a date as of asctime, which is GMT without saying so', 'Fri Nov 20 10:00:09 2026', 9_000],
    ['a date that is now', date(0), 250],
    ['a date in the past', date(-3_600_000), 250],
  ])('err.429: is heeded as %s', async (_, header, gap) => {
    expect(await gapsOf(refused(header))).toEqual([gap]);
  });

  it.each([
    ['the Date of its answer, of a clock that is behind', date(-3_600_000), date(-3_591_000)],
    ['the Date of its answer, of a clock that is ahead', date(3_600_000), date(3_609_000)],
    ['its own clock where the Date is invalid', 'soon', date(9_000)],
  ])('err.429: as a date is compared with %s', async (_, dateHeader, until) => {
    expect(await gapsOf(refused(until, 429, { date: dateHeader }))).toEqual([9_000]);
  });

  const invalid = ['', 'soon', 'soon 2099', '-5', '1.5', '5 seconds', '0x10', 'Fri'];
  it.each([...invalid, 'Fri, 99 Foo 2026 10:00:09 GMT'])(
    'err.429: that says "%s" counts as not given',
    async header => {
      expect(await gapsOf(refused(header))).toEqual([250]);
    },
  );

  it('err.429: smaller than the back-off does not shorten it', async () => {
    expect(await gapsOf(429, 429, refused('1'), refused('1'))).toEqual([250, 500, 1_000, 2_000]);
  });

  it('err.429: larger than the back-off prolongs only the wait it was given for', async () => {
    expect(await gapsOf(refused('3'), 429)).toEqual([3_000, 500]);
  });

  it.each(operationIds)('err.429: holds for %s', async id => {
    const { fails, gaps } = stage([refused('11'), 404]);
    await fails(id);
    expect(gaps()).toEqual([11_000]);
  });

  it.each([
    ['12', 12_000],
    [date(-5_000), 0],
    ['soon', undefined],
  ])('err.429: with "%s" is in the error in milliseconds', async (header, retryAfter) => {
    expect(await stage([refused(header)]).fails('payBooking')).toMatchObject({ status: 429, retryAfter });
  });

  it('err.429: as a date without a zone counts as GMT in every time zone of the client', async () => {
    vi.stubEnv('TZ', 'America/Sao_Paulo');
    const gaps = await gapsOf(refused('Fri Nov 20 10:00:09 2026'));
    vi.unstubAllEnvs();
    expect(gaps).toEqual([9_000]);
  });

  it('err.429: holds up all calls of its credential, and no static data', async () => {
    const { fails, seen, clock, client } = stage([
      refused('10'),
      call => (call.url.includes('airport') ? 404 : nothingFound),
    ]);
    const first = fails('getBooking');
    await clock.sleep(1_000, undefined, 'the test');
    const others = [
      fails('getBooking'),
      fails('getBookingDetail'),
      client.airport('GIG').catch(() => undefined),
    ];
    await Promise.all([first, ...others]);
    expect(seen.map(({ at, url }) => [at, url.split('/').at(url.includes('airport') ? -3 : -1)])).toEqual([
      [0, 'GetBooking'],
      [1_000, 'GIG'],
      [10_000, 'GetBooking'],
      [10_000, 'GetBookingDetail'],
      [10_000, 'GetBooking'],
    ]);
  });

  it('err.429: is not cut short by a later and smaller one', async () => {
    const { fails, seen } = stage([refused('10'), refused('1'), nothingFound]);
    await Promise.all([fails('getBooking'), fails('getBookingDetail')]);
    expect(seen.map(({ at }) => at)).toEqual([0, 0, 10_000, 10_000]);
  });

  it('err.429: also delays calls that already wait for the rate limit', async () => {
    const on = stage(
      [
        async () => {
          await on.clock.sleep(5_000);
          return refused('20');
        },
        nothingFound,
      ],
      { policies: { rate: { calls: 1, windowMs: 10_000 } } },
    );
    await Promise.all([on.fails('hotel.search'), on.fails('getBooking')]);
    expect(on.seen.slice(0, 2).map(({ at }) => at)).toEqual([0, 25_000]);
    expect(on.seen[1]?.url).toContain('GetBooking');
  });

  it('of a 503 holds up its own call, and nothing else', async () => {
    const { fails, seen, clock } = stage([refused('6', 503), nothingFound]);
    const first = fails('getBooking');
    await clock.sleep(1_000);
    await fails('getBookingDetail');
    await first;
    expect(seen.map(({ at }) => at)).toEqual([0, 1_000, 6_000]);
  });
});
