// Runs the whole catalogue repeatedly, in process and over a port, and reports where the verdicts of two runs differ.
//   npm run steady -- --in-process 50 --over-port 10 --broken 1 --right 3 --warp 1 --kill 200 --takeover 20 --outage 60 --hogs 2
// `--measure 3` counts how often the judge is right, and writes the figures for docs/rules.md.
// It exits with code 1 when two runs differ, a scenario fails, another rule than in process catches a broken client, or the judge
// accuses a right client.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { catalogue } from '#scenarios';
import type { RunReport } from '#scenarios/report/schema';
import { inTurns } from '#scenarios/run/in-turns';
import { brokenClients } from '../../test/clients/broken/index.ts';
import { killRepeatedly } from '../../test/mock-server/store/kill/kill.ts';
import { startValkey } from '../../test/mock-server/store/redis/valkey.ts';
import { setup as bundlePrograms } from '../../test/programs/bundle.ts';
import { playBrokenOverPort } from './broken-over-port.ts';
import { startHogs } from './hogs.ts';
import { playCatalogue, runInProcess } from './in-process.ts';
import { measureJudge } from './measure-judge.ts';
import { playOutages } from './outages.ts';
import { otherwise, playOverPort, wayOf } from './over-port.ts';
import { playAllRight, specificityTable } from './right.ts';
import { differences, type RunResults, resultsOf } from './run-results.ts';
import { complaintsUnderWarp, playAllUnderWarp } from './under-warp.ts';

const { values } = parseArgs({
  options: {
    'in-process': { type: 'string', default: '5' },
    'over-port': { type: 'string', default: '1' },
    broken: { type: 'string', default: '0' },
    /** The number of seeds with which the right client plays, and the habits that it plays with. The default is all habits. */
    right: { type: 'string', default: '0' },
    habit: { type: 'string', multiple: true, default: [] },
    /** The number of times that the clients in seven languages play the hotel part of the catalogue under warp. */
    warp: { type: 'string', default: '0' },
    /** The number of times that a server with a SQLite store is killed under load. */
    kill: { type: 'string', default: '0' },
    /** The number of times that one of two servers with a Valkey store is killed under load, and the other takes over. */
    takeover: { type: 'string', default: '0' },
    /** How long Valkey is gone while two servers use it, in seconds. Other failures of Valkey and of the network follow. */
    outage: { type: 'string', default: '0' },
    hogs: { type: 'string', default: '2' },
    /** The number of drawn tasks with which the judge is measured. The figures go into docs/rules.md. */
    measure: { type: 'string', default: '0' },
    /** The number of concurrent runs over a port, and of concurrent scenarios in each. */
    together: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '8' },
    /** The time limit of a scenario over a port, in seconds. */
    'at-most': { type: 'string', default: 'Infinity' },
  },
});
const together = Number(values.together);
const jobs = Number(values.jobs);
const atMost = Number(values['at-most']) * 1_000;
let wrong = 0;

function complain(problems: readonly string[]): void {
  wrong += problems.length;
  for (const problem of problems) console.log(problem);
}

/** Repeats a function, and prints the total time. */
async function times(what: string, count: number, work: (number: number) => Promise<void>): Promise<void> {
  if (count === 0) return;
  const began = systemClock.now();
  const before = wrong;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await inTurns(numbers, { jobs: what.includes('port') ? together : 1, isOver: () => false }, work);
  const seconds = Math.round((systemClock.now() - began) / 1_000);
  console.log(`-- ${what}: ${count} runs in ${seconds} s, ${wrong - before} complaints`);
}

async function inProcess(): Promise<void> {
  const runs: RunResults[] = [];
  const what = 'the catalogue and every broken client, in process';
  await times(what, Number(values['in-process']), async () => {
    runs.push(await runInProcess());
  });
  const [first] = runs;
  console.log(`   ${first?.size ?? 0} verdicts and endings in each`);
  complain(differences(runs));
}

async function overPort(inHere: RunReport): Promise<void> {
  const scenarios = await quickOnes(inHere);
  const runs: RunResults[] = [];
  const what = `${scenarios.length} of ${catalogue.length} scenarios over a port, beside ${values.hogs} hogs`;
  await times(what, Number(values['over-port']), async number => {
    const report = await playOverPort(scenarios, jobs);
    runs.push(resultsOf(report, false));
    for (const played of report.scenarios) {
      const here = inHere.scenarios.find(({ id }) => id === played.id);
      complain(here ? otherwise(played, here) : []);
      const { id, state, reason = '', clock, tookMs } = played;
      if (state !== 'held') complain([`${id} in run ${number}: ${state} ${reason}`]);
      console.log(`   run ${number}: ${id} ${state}, ${tookMs} ms at ${clock?.mode} ${clock?.speed}`);
    }
  });
  complain(differences(runs));
}

/** Returns the scenarios that stay within the time limit, by the waits of the reference client. */
async function quickOnes({ scenarios }: RunReport): Promise<Scenario[]> {
  const quick: Scenario[] = [];
  for (const scenario of catalogue) {
    const { mode, speed } = await wayOf(scenario);
    const waits = scenarios.find(({ id }) => id === scenario.id)?.virtualMs ?? 0;
    if (mode === 'per-poll' || waits / speed <= atMost) quick.push(scenario);
  }
  return quick;
}

async function brokenOverPort(): Promise<void> {
  await times('every broken client over a port', Number(values.broken), async () => {
    for (const { broken, verdict, otherwise: others } of await playBrokenOverPort(brokenClients, jobs)) {
      console.log(`   ${broken.rule}: ${verdict} (a client that ${broken.name}, in ${broken.scenario})`);
      complain(others);
    }
  });
}

async function rightOverPort(): Promise<void> {
  const seeds = Number(values.right);
  await times(`the right client over a port, with ${seeds} seeds`, Math.min(seeds, 1), async () => {
    const results = await playAllRight(seeds, jobs, values.habit);
    for (const { habit, scenario, seed, accusations } of results)
      complain(accusations.map(one => `habit ${habit} in ${scenario.id}, seed ${seed}: ${one}`));
    for (const line of specificityTable(results)) console.log(`   ${line}`);
  });
}

async function underWarp(): Promise<void> {
  const runs = new Map<string, RunResults[]>();
  const what = `clients in seven languages under warp, beside ${values.hogs} hogs`;
  await times(what, Number(values.warp), async number => {
    for await (const { language, scenarios } of playAllUnderWarp()) {
      runs.set(language, [...(runs.get(language) ?? []), resultsOf({ scenarios: [...scenarios] }, false)]);
      const count = (state: string) => scenarios.filter(one => one.state === state).length;
      console.log(`   run ${number}: ${language} held ${count('held')}, did not play ${count('not-played')}`);
      complain(complaintsUnderWarp(scenarios).map(one => `${language} in run ${number}: ${one}`));
    }
  });
  for (const all of runs.values()) complain(differences(all));
}

async function killedUnderLoad(): Promise<void> {
  const kills = Number(values.kill);
  const half = Math.ceil(kills / 2);
  await times(
    `a server with a SQLite store, killed ${half} times, without and with a stored journal`,
    kills > 0 ? 2 : 0,
    async run => {
      const folder = mkdtempSync(join(tmpdir(), 'understudy-kill-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      const {
        bookings,
        unanswered,
        held,
        wrong: lost,
      } = await killRepeatedly({
        where: `sqlite:${folder}`,
        kills: half,
        seed: 'steady',
        keepsJournal: run === 2,
      });
      console.log(
        `   ${bookings} bookings, ${held} calls held by a fault; ${unanswered} calls for bookings had no answer when their server ended`,
      );
      complain(lost);
    },
  );
}

/** The maximum time from the end of a server to the first answers of the other server, in milliseconds. */
const maxTakeOver = 5_000;

async function takenOver(): Promise<void> {
  const kills = Number(values.takeover);
  await times(`two servers with a Valkey store, one killed ${kills} times`, Math.min(kills, 1), async () => {
    const valkey = await startValkey();
    const plan = { where: valkey.url, kills, seed: 'steady', keepsJournal: true, isShared: true };
    const killed = await killRepeatedly(plan).finally(() => valkey.stop());
    const ms = Math.round(killed.longest);
    console.log(
      `   ${killed.bookings} bookings and ${killed.stored} stored calls; the longest take-over took ${ms} ms`,
    );
    complain(killed.wrong);
    if (ms > maxTakeOver) complain([`a take-over took ${ms} ms`]);
  });
}

async function duringOutages(): Promise<void> {
  const gone = Number(values.outage);
  await times('two servers while Valkey and the network fail', Math.min(gone, 1), async () => {
    const { lines, problems } = await playOutages(gone);
    for (const line of lines) console.log(`   ${line}`);
    complain(problems);
  });
}

/** The smallest share of first findings that must name a wrong call. */
const minFirstFinding = 0.95;
const figuresFile = 'tools/steady/measure.json';

async function measureInProcess(): Promise<void> {
  const seeds = Number(values.measure);
  await times(`the judge, measured with ${seeds} drawn tasks`, Math.min(seeds, 1), async () => {
    const { measure, wrong: wrongPlays } = await measureJudge(seeds, brokenClients);
    writeFileSync(figuresFile, `${JSON.stringify(measure, null, 2)}\n`);
    console.log(`   ${JSON.stringify(measure)}`);
    // A first finding that names another call is a weakness, but the judge is still right.
    const isWeak = (play: string) => play.startsWith('firstFinding');
    for (const play of wrongPlays.filter(isWeak)) console.log(`   ${play}`);
    const { right, all } = measure.firstFinding;
    const isTooWeak = right < minFirstFinding * all;
    complain(wrongPlays.filter(play => isTooWeak || !isWeak(play)));
  });
}

// The compile cache loads programs faster that start hundreds of times.
const cache = mkdtempSync(join(tmpdir(), 'understudy-steady-'));
process.env.NODE_COMPILE_CACHE ??= cache;
process.once('exit', () => rmSync(cache, { recursive: true, force: true }));
// On a signal, this program also ends the processes that it has started.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));
const removePrograms = await bundlePrograms();
process.once('exit', removePrograms);
await inProcess();
await measureInProcess();
await killedUnderLoad();
await takenOver();
await duringOutages();
const stopHogs = startHogs(Number(values.hogs));
try {
  await overPort(await playCatalogue());
  await brokenOverPort();
  await rightOverPort();
  await underWarp();
} finally {
  stopHogs();
}
process.exitCode = wrong > 0 ? 1 : 0;
