import { describe, expect, it } from 'vitest';
import { program } from '../../programs/index.ts';
import { brokenClients } from '../broken/index.ts';
import { judgeBroken, playedBy } from '../broken/play-broken.ts';
import { playUnderWarp } from './clients.ts';

/** Clients that wait too short or too long. The kill matrix proves the rules; these show that warp changes no verdict. */
const timed = [
  'ignores the age of its Token',
  'books again at once after a lost answer',
  'keeps polling a Rejected booking',
  'polls for two hours',
  'repeats a request one second after a 429',
  'sends 150 calls at once',
  'gives a Search up after three seconds',
];
const chosen = brokenClients.filter(({ name }) => timed.includes(name));

describe('a broken client with real waits under warp', () => {
  it('is one of all that are listed', () => {
    expect(chosen.map(({ name }) => name).toSorted()).toEqual(timed.toSorted());
  });

  it.each(chosen)('is caught by $rule, and by the same rules as in process: $name', async broken => {
    const { name, scenario, rule } = broken;
    const script = [program('test/clients/broken/broken-adapter.ts'), name, scenario, 'unscaled'] as const;
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
