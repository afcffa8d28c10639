import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '#contracts/util';
import { createInventory } from '#reference-data';
import { catalogue } from '#scenarios';
import { runExitCode } from '#scenarios/report/exit-codes';
import { readBaseline } from '#scenarios/run/baseline';
import { inTurns } from '#scenarios/run/in-turns';
import { quote } from '#scenarios/run/repeat';
import type { RunOptions } from '#scenarios/run/run';
import { selectScenarios } from '#scenarios/run/select';
import { timingOf } from '#scenarios/run/speed';
import { createFolder } from '../../folder.ts';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { play, referenceClient, reporter, runIds, scriptClient, verdictOn } from './clients.ts';

const ids = catalogue.map(({ id }) => id);
/** A client that books correctly, and reports only the outcome. */
const booksInSilence: [string, ...string[]] = [...referenceClient, 'silent'];
const wrong = reporter({ outcome: 'rejected' });
const folder = createFolder();

describe('the scenarios of a run', () => {
  const chosen = (wanted: Parameters<typeof selectScenarios>[1]) =>
    selectScenarios(catalogue, wanted).map(({ id }) => id);

  it('are those that fit all that is given', () => {
    const hanging = ['booking-hangs-booked', 'booking-hangs-not-booked'];
    const globs = ['booking-hangs-*', 'hotel-confirmed'];
    expect(chosen({ globs })).toEqual(['hotel-confirmed', ...hanging]);
    const tours = chosen({ products: ['tour'], globs: ['*ed'] });
    expect(tours.slice(0, 2)).toEqual(['tour-confirmed', 'tour-price-up-declined']);
    expect(chosen({ rules: ['rate-limit-kept'], globs: ['*-real'] })).toEqual(['rate-limit-real']);
    expect(chosen({})).toEqual(ids);
  });

  it('are never fewer than requested without a message', () => {
    const unknown = 'there is no scenario "hotel-confirmd"; did you mean "hotel-confirmed"?';
    expect(() => chosen({ globs: ['hotel-confirmd'] })).toThrow(unknown);
    expect(() => chosen({ tags: ['slow'] })).toThrow(/there is no tag "slow"; the tags are .*\bsmoke\b/);
    expect(() => chosen({ tags: ['smok'] })).toThrow('there is no tag "smok"; did you mean "smoke"?');
  });
});

describe('a baseline', () => {
  const known = readBaseline(
    '# known\nhotel-confirmed: outcome-as-expected # soon\n\nhotel-confirmed:booked-as-expected',
    ids,
  );

  it('lets what it lists fail no run', async () => {
    const options = { command: wrong, baseline: known, rules: known.map(({ rule }) => rule) };
    const { scenarios, exitCode } = await runIds(['hotel-confirmed'], options);
    const verdicts = [{ verdict: 'fail', known: true }, { known: true }];
    expect(scenarios[0]).toMatchObject({ state: 'warned', verdicts });
    expect(exitCode).toBe(0);
  });

  it('fails the run where the baseline lists a finding that did not happen in a finished scenario', async () => {
    const right = { scenario: 'car-confirmed', rule: 'outcome-as-expected' } as const;
    const { stale, exitCode } = await runIds(['hotel-confirmed'], { baseline: [...known, right] });
    expect(stale).toEqual(known);
    expect(exitCode).toBe(1);
  });

  it('names each line that means nothing', () => {
    const text = 'hotel-confirmd: token-fresh\nhotel-confirmed token-fresh\nhotel-confirmed: token-fresch';
    const problems = [
      'line 1: there is no scenario "hotel-confirmd"; did you mean "hotel-confirmed"?',
      'line 2: "hotel-confirmed token-fresh" does not have the form "scenario: rule"; write a line such as "answer-lost-booked: no-blind-rebooking"',
      'line 3: there is no rule "token-fresch"; did you mean "token-fresh"?',
    ];
    expect(() => readBaseline(text, ids)).toThrow(new UsageError(problems.join('\n')));
  });
});

describe('the end of a run', () => {
  it.each([
    [0, ['held', 'warned', 'not-played'], false],
    [0, ['held', 'not-played'], true],
    [0, ['held', 'unsupported'], false],
    [1, ['held', 'broken', 'unproven'], false],
    [1, ['broken', 'unsupported'], true],
    [2, ['held', 'unproven'], false],
    [2, ['held', 'unsupported'], true],
    [2, ['unsupported'], false],
    [2, ['not-played'], false],
    [2, [], false],
    [70, ['harness-error', 'broken'], false],
  ] as const)('is %i for %j (strict: %s)', (exitCode, states, isStrict) => {
    const scenarios = states.map(state =>
      state === 'unsupported' ? ({ state: 'not-played', outcome: state } as const) : { state },
    );
    expect(runExitCode(scenarios, { isStale: false, isStrict })).toBe(exitCode);
  });

  const three = ['hotel-confirmed', 'car-confirmed', 'tour-confirmed'];
  const ended = 'the run was stopped after the first broken scenario (--bail)';

  it('comes after the first broken scenario with bail, and the rest is said to be left out', async () => {
    const { scenarios } = await runIds(three, { command: wrong, bail: true, jobs: 1 });
    const left = ['not-played', ended];
    const ends = scenarios.map(({ state, reason }) => [state, reason]);
    expect(ends).toEqual([['broken', undefined], left, left]);
  });

  it('judges no client that bail has ended in the middle of its scenario', async () => {
    const script = `[ "$UNDERSTUDY_SCENARIO" = hotel-confirmed ] || exec sleep 1000; echo '{"outcome":"rejected"}'`;
    const options = { command: ['sh', '-c', script] as [string, ...string[]], bail: true, jobs: 2 };
    const { scenarios, exitCode } = await runIds(three, options);
    expect(scenarios.map(({ state, reason }) => [state, reason])).toEqual([
      ['broken', undefined],
      ['not-played', `${ended} while the client was playing this scenario`],
      ['not-played', ended],
    ]);
    expect(exitCode).toBe(1);
  });

  it('is that of a broken scenario for a warning, too, where the run is strict', async () => {
    const seen = async (strict: boolean) => {
      const pace = { mode: 'per-poll', speed: 'auto' } as const;
      const options = { strict, rules: ['outcome-as-expected'] as const, pace };
      const command = reporter({ outcome: 'pending' });
      return runIds(['on-request-expired'], { command, ...options });
    };
    const verdicts = [{ verdict: 'warn' }];
    expect(await seen(false)).toMatchObject({ exitCode: 0, scenarios: [{ state: 'warned', verdicts }] });
    expect(await seen(true)).toMatchObject({ exitCode: 1, scenarios: [{ state: 'broken', verdicts }] });
  });
});

it('a rule that a scenario names makes the run unproven when nothing showed it, but for those that need what the user was shown', async () => {
  const command = reporter({ outcome: 'confirmed' });
  const rules = ['price-change-confirmed', 'outcome-as-expected'] as const;
  const report = await play('price-up', command, { rules });
  expect(verdictOn(report, 'price-change-confirmed')).toMatchObject({ verdict: 'not-observed', named: true });
  expect(report.state).toBe('held');
  const silent = await runIds(['price-up'], { rules: ['price-change-confirmed'], command: booksInSilence });
  expect(silent.scenarios[0]?.verdicts[0]?.reason).toContain('(shownToUser.total)');
  const unseen = { command, rules: ['outcome-as-expected', 'country-codes'] as const };
  const { exitCode, scenarios } = await runIds(['hotel-confirmed'], unseen);
  expect([scenarios[0]?.state, exitCode]).toEqual(['unproven', 2]);
});

describe('the speed of a scenario', () => {
  const timing = (id: string, pace: Partial<Parameters<typeof timingOf>[2]> = {}) =>
    timingOf(scenarioOf(id), {}, { mode: 'scaled', speed: 'auto', ...pace });

  it('is what it needs to take a few seconds, and never too fast for a time-out', async () => {
    expect(await timing('hotel-confirmed')).toEqual({ clock: { mode: 'scaled', speed: 1 }, timeout: 60_000 });
    const steady = { clock: { speed: 15 } };
    expect(await timing('answer-lost-booked')).toMatchObject({ clock: { speed: 20 }, steady });
    expect(await timing('pending-unresolved')).toMatchObject({ clock: { speed: 100 }, steady });
    expect(await timing('search-timeout')).toMatchObject({ clock: { speed: 4 } });
    expect(await timing('rate-limit-real')).toMatchObject({ clock: { speed: 2 } });
    expect(await timing('hotel-confirmed', { speed: 7 })).toMatchObject({ clock: { speed: 7 } });
    const real = { clock: { mode: 'real', speed: 1 } };
    expect(await timing('hotel-confirmed', { mode: 'real' })).toMatchObject(real);
  });

  it('is measured with the inventory of the user, in which a place can exist that the built-in one has not', async () => {
    const scenario = scenarioOf('pending-confirmed');
    const place = { id: '9001', name: 'Utopia City', country: 'BR', airport: { code: 'UTO' } };
    const hotels = [{ id: 778812, destination: '9001' }];
    const inventory = await createInventory({ destinations: [place], hotels });
    const text = JSON.stringify(scenario).replaceAll('Rio de Janeiro', place.name);
    const timed = await timingOf(JSON.parse(text), { inventory }, { mode: 'scaled', speed: 'auto' });
    expect(timed).toMatchObject({ clock: { speed: 100 } });
  });

  it('is lower once more where something was wrong on a fast clock, and only there', async () => {
    const seen = `printf '%s ' "$UNDERSTUDY_TIME_SCALE" >> "$SEEN"; outcome=confirmed
      [ "$UNDERSTUDY_TIME_SCALE" -le "$RIGHT_UP_TO" ] || outcome=rejected
      echo '{"outcome":"'$outcome'"}'`;
    const speedsOf = async (rightUpTo: number, pace?: RunOptions['pace']) => {
      const file = folder.write('seen', '');
      const own = [`SEEN=${file}`, `RIGHT_UP_TO=${rightUpTo}`];
      const command: [string, ...string[]] = ['env', ...own, 'sh', '-c', seen];
      const options = { rules: ['outcome-as-expected'] as const, ...(pace && { pace }) };
      const { state, clock } = await play('pending-confirmed', command, options);
      return [state, clock?.speed, readFileSync(file, 'utf8').trim()];
    };
    expect(await speedsOf(15)).toEqual(['held', 15, '100 15']);
    expect(await speedsOf(100)).toEqual(['held', 100, '100']);
    expect(await speedsOf(0)).toEqual(['broken', 15, '100 15']);
    expect(await speedsOf(15, { mode: 'scaled', speed: 100 })).toEqual(['unproven', 100, '100']);
  });

  it('is skipped with advice if the scenario does not fit the clock or takes too long', async () => {
    const unfit = 'the scenario cannot run in the clock mode scaled; it can run in auto, per-poll';
    expect(await timing('on-request-expired')).toEqual({ skipped: unfit });
    const long =
      'the scenario would take 16 minutes (26 hours on the sandbox clock); play it with --timeout 996, or with the reference client: "npx travel-understudy run" without a command';
    expect(await timing('retoken-expired')).toEqual({ skipped: long });
    expect(await timing('retoken-expired', { timeout: 1 })).toMatchObject({ timeout: 1 });
    const given = { clock: { mode: 'scaled', speed: 9 }, timeout: 1 };
    expect(await timing('retoken-expired', { timeout: 1, speed: 9 })).toEqual(given);
    const slow = await timing('pending-unresolved', { speed: 1 });
    expect('skipped' in slow && slow.skipped).toContain('with --speed 6, or with --clock');
    const slower = await timing('pending-unresolved', { speed: 1, mode: 'real' });
    expect('skipped' in slower && slower.skipped).not.toContain('--speed');
  });

  it('leaves a client whose waits are fixed the time for them where the clock jumps', async () => {
    const half = 60_000 + 2 * 30 * 60_000;
    const waits = { clock: { mode: 'per-poll', speed: 1 }, timeout: half };
    expect(await timing('pending-confirmed', { mode: 'per-poll' })).toEqual(waits);
    const crowd = await timing('rate-limit-real', { mode: 'per-poll' });
    expect('timeout' in crowd && crowd.timeout).toBeGreaterThan(150_000);
    expect(await timing('on-request-expired', { mode: 'per-poll' })).toMatchObject({ timeout: 7_200_000 });
  });
});

describe('a clock so fast that time-outs come by themselves', () => {
  const pace = { mode: 'scaled', speed: 312 } as const;

  it.each([
    ['reports another outcome', reporter({ outcome: 'error' })],
    ['reports nothing', scriptClient('process.exit(1)')],
  ])('says nothing of a client that %s', async (_, command) => {
    const { scenarios, exitCode } = await runIds(['retoken-expired'], { command, pace });
    expect(scenarios[0]?.verdicts.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect([scenarios[0]?.state, exitCode]).toEqual(['unproven', 2]);
  });
});

it.each([
  ['plain', 'plain'],
  ['two words', "'two words'"],
  ["it's", "'it'\\''s'"],
  ['', "''"],
])('quote writes %j as a shell takes it', (word, written) => {
  expect(quote(word)).toBe(written);
});

it('starts no further scenario after a client that cannot be started', async () => {
  const began: string[] = [];
  const work = async (id: string) => {
    began.push(id);
    throw new Error(id);
  };
  await expect(inTurns(['first', 'second'], { jobs: 1, isOver: () => false }, work)).rejects.toThrow('first');
  expect(began).toEqual(['first']);
});
