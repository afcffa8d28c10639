import { expect, it } from 'vitest';
import { brokenClients } from './index.ts';
import figures from './measure.json' with { type: 'json' };
import { measureJudge, type Share } from './measure.ts';
import { scenarioOf } from './play-broken.ts';

const [reportsWrongly] = brokenClients;
const bookingTwice = brokenClients.find(({ name }) => name === 'makes each booking twice in a row');
if (!reportsWrongly || !bookingTwice) throw new Error('the matrix has these clients');

it('counts caught clients, right clients, and first findings that name a wrong call', async () => {
  const { measure, wrong } = await measureJudge(
    1,
    [reportsWrongly, bookingTwice],
    [scenarioOf('car-confirmed')],
  );
  expect(measure).toEqual({
    seeds: 1,
    must: { right: 2, all: 2 },
    should: { right: 0, all: 0 },
    rightClients: { right: 4, all: 4 },
    // The client that only reports something wrong makes no wrong call.
    firstFinding: { right: 1, all: 1 },
  });
  expect(wrong).toEqual([]);
});

it('names a client that its rule does not catch', async () => {
  const { measure, wrong } = await measureJudge(1, [{ ...bookingTwice, rule: 'token-fresh' }], []);
  expect(measure.must).toEqual({ right: 0, all: 1 });
  expect(wrong).toEqual([expect.stringContaining('must: a client that makes each booking twice in a row')]);
});

it('has committed figures that are good enough', () => {
  const shareOf = ({ right, all }: Share) => right / all;
  expect(figures.seeds).toBeGreaterThanOrEqual(3);
  expect(shareOf(figures.must)).toBe(1);
  expect(shareOf(figures.rightClients)).toBe(1);
  expect(shareOf(figures.firstFinding)).toBeGreaterThanOrEqual(0.95);
});
