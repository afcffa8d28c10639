import { describe, expect, it } from 'vitest';
import { brokenClients } from '../broken-clients/index.ts';
import { judgeBroken, playedBy } from '../broken-clients/play-broken.ts';
import { program } from '../programs/index.ts';
import { playUnderWarp } from './clients.ts';

/** One client for each rule: it waits too short or too long, or does something too early, too late or too often. */
const timed = [
  'ignores the age of its Token',
  'ignores the age of its ReToken',
  'reports an OnRequest room as booked and never polls it',
  'never polls a pending cancellation',
  'books again at once after a lost answer',
  'books again while the result of the first booking is unknown',
  'keeps polling a Rejected booking',
  'never polls a Pending booking',
  'polls once more ten seconds after each poll',
  'polls for two hours',
  'repeats a request one second after a 429',
  'repeats a failed request without a pause',
  'sends other Searches while the endpoint is down',
  'sends 150 calls at once',
  'gives a Search up after three seconds',
  'gives DoBooking up after twenty seconds',
  'does not cache static data',
];
const chosen = brokenClients.filter(({ name }) => timed.includes(name));

describe('a broken client with real waits under warp', () => {
  it('is one of all that are listed', () => {
    expect(chosen.map(({ name }) => name).toSorted()).toEqual(timed.toSorted());
  });

  it.each(chosen)('is caught by $rule, and by the same rules as in process: $name', async broken => {
    const { name, scenario, rule } = broken;
    const script = [program('test/warp-clients/broken-adapter.ts'), name, scenario] as const;
    const [report] = await playUnderWarp([playedBy(broken)], [process.execPath, ...script]);
    const verdicts = new Map(report?.verdicts.map(one => [one.rule, one.verdict]));
    expect(['fail', 'warn']).toContain(verdicts.get(rule));
    const inProcess = new Map((await judgeBroken(broken)).map(one => [one.rule, one.verdict]));
    const differing = [...verdicts].flatMap(([id, verdict]) =>
      verdict === inProcess.get(id) ? [] : [`${id}: ${verdict} under warp, ${inProcess.get(id)} in process`],
    );
    expect(differing).toEqual([]);
  });
});
