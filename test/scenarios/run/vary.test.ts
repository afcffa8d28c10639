import { expect, it } from 'vitest';
import { readFault } from '#contracts/fault';
import { drawScenario } from '#scenarios/catalogue/draw/index';
import { reportFormats } from '#scenarios/report/index';
import { reportSchema } from '#scenarios/report/schema';
import { readBaseline } from '#scenarios/run/baseline';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { written } from '../report/report-sample.ts';
import { runIds, scriptClient } from './clients.ts';

const ids = ['hotel-confirmed', 'car-confirmed'];
/** A client that reports the destination of its task and its credential as the reason. */
const teller = scriptClient(`
  const { steps: [{ criteria }] } = JSON.parse(process.env.UNDERSTUDY_TASK);
  const why = [criteria.destination, process.env.UNDERSTUDY_USERNAME, process.env.UNDERSTUDY_SCENARIO].join(' ');
  console.error(why);
  console.log(JSON.stringify({ outcome: 'rejected', why }));`);

it('a run plays each scenario once for each draw, with a new seed for each run', async () => {
  const twice = { vary: { draws: [1, 2] } };
  const [one, other] = [await runIds(ids, twice), await runIds(ids, twice)];
  const played = one.scenarios.map(({ id, draw, state }) => `${id} ${draw} ${state}`);
  expect(played).toEqual(ids.flatMap(id => [`${id} 1 held`, `${id} 2 held`]));
  expect(one.vary).toEqual({ seed: one.scenarios[0]?.seed, draws: [1, 2] });
  expect(one.vary?.seed).not.toBe(other.vary?.seed);
  expect(reportSchema.parse(one)).toEqual(one);
});

it('a run plays a task that cannot be drawn only once, and as it is', async () => {
  const drawn = scenarioOf('hotel-confirmed');
  const { trigger, surname, ...rest } = drawn;
  const faults = [readFault('hotel.getBookingConditions:sold-out,body.HotelId=1001001')];
  const fixed = { ...rest, id: 'fixed', setup: { ...drawn.setup, faults } };
  const options = { command: teller, scenarios: [drawn, fixed], vary: { draws: [1, 2] } };
  const { scenarios } = await runIds([], options);
  const played = scenarios.map(({ id, draw, repeat }) => `${id} ${draw} ${repeat.includes('--draw')}`);
  expect(played).toEqual(['hotel-confirmed 1 true', 'hotel-confirmed 2 true', 'fixed undefined false']);
  expect(scenarios[2]?.output).toContain('Rio de Janeiro ');
});

it('a run repeats one draw exactly, with the command that the report shows', async () => {
  const resultsOf = async (draws: number[], jobs: number) => {
    // A speed that the runner chooses depends on how busy the machine is.
    const pace = { mode: 'scaled', speed: 600 } as const;
    const options = { command: teller, seed: 's', vary: { draws }, jobs, pace };
    const { scenarios } = await runIds(['hotel-confirmed'], options);
    // The client writes to two streams, whose order is not defined.
    const sorted = (output = '') => output.split('\n').toSorted().join('\n');
    return scenarios.map(({ draw, output, repeat }) => ({ draw, output: sorted(output), repeat }));
  };
  const all = await resultsOf([1, 2, 3], 3);
  expect(new Set(all.map(({ output }) => output)).size).toBe(3);
  expect(all[1]?.output).toContain('hotel-confirmed');
  expect(all[1]?.repeat).toMatch(/^npx travel-understudy run --scenario hotel-confirmed --seed s --draw 2 /);
  expect(await resultsOf([2], 1)).toEqual([all[1]]);
});

it('a run writes the task in ASCII, because the environment of some clients has no other characters', async () => {
  const letters = scriptClient(`
    const task = process.env.UNDERSTUDY_TASK;
    console.error(task.replace(/[ -~]/g, '').length, JSON.parse(task).steps[0].guests[0].Name);
    console.log('{ "outcome": "rejected" }');`);
  const options = { command: letters, seed: 's', vary: { draws: [1] } };
  const { scenarios } = await runIds(['hotel-confirmed'], options);
  const { task } = await drawScenario(scenarioOf('hotel-confirmed'), { seed: 's', number: 1 });
  const [name] = /[^ -~]+/.exec(JSON.stringify(task)) ?? [];
  expect(name).toBeDefined();
  expect(scenarios[0]?.output).toMatch(/^0 /m);
});

it('a run names the draw in each report', async () => {
  const report = await runIds(['hotel-confirmed'], { command: teller, seed: 'abc', vary: { draws: [7] } });
  for (const format of reportFormats) {
    const text = await written(format, report);
    expect(text, format).toMatch(format === 'json' ? /"draw": 7/ : /hotel-confirmed(?:,|%2C) draw 7/);
    expect(text, format).toContain('abc');
  }
});

it('a run fails no run for a line of the baseline that happens in some draws only', async () => {
  const sometimes = scriptClient(`
    const { steps: [{ criteria }] } = JSON.parse(process.env.UNDERSTUDY_TASK);
    console.log(JSON.stringify({ outcome: criteria.nights % 2 === 0 ? 'confirmed' : 'rejected' }));`);
  const baseline = readBaseline('hotel-confirmed: outcome-as-expected', ids);
  const options = { rules: ['outcome-as-expected'] as const, seed: 'baseline', vary: { draws: [1, 2, 3] } };
  const run = await runIds(['hotel-confirmed'], { command: sometimes, baseline, ...options });
  const { scenarios, stale, exitCode } = run;
  expect(new Set(scenarios.map(({ state }) => state))).toEqual(new Set(['held', 'warned']));
  expect({ stale, exitCode }).toEqual({ stale: [], exitCode: 0 });
});
