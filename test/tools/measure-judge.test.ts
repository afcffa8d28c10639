import { expect, it } from 'vitest';
import { measureJudge } from '../../tools/steady/measure-judge.ts';
import { brokenClients } from '../broken-clients/index.ts';
import { scenarioOf } from '../scenarios/catalogue/scenario-of.ts';

const [reportsWrongly] = brokenClients;
const bookingTwice = brokenClients.find(({ name }) => name === 'makes each booking twice in a row');
if (!reportsWrongly || !bookingTwice) throw new Error('the matrix has these clients');

it('the measure of the judge counts caught clients, right clients, and first findings that name a wrong call', async () => {
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

it('the measure of the judge names a client that its rule does not catch', async () => {
  const { measure, wrong } = await measureJudge(1, [{ ...bookingTwice, rule: 'token-fresh' }], []);
  expect(measure.must).toEqual({ right: 0, all: 1 });
  expect(wrong).toEqual([expect.stringContaining('must: a client that makes each booking twice in a row')]);
});
