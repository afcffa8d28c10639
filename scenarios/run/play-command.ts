import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import { tokensIn } from '../report/index.ts';
import { type ClientOutput, createClientOutput } from './client-output.ts';
import type { PlayClock, ScenarioSandbox } from './host.ts';
import type { Play } from './judge-play.ts';
import {
  type ClientEnd,
  type ClientProcess,
  sandboxVariables,
  startClient,
  type Warp,
} from './process/index.ts';
import { reportedBy } from './reported.ts';
import { searchFolder } from './search-folder.ts';
import { secretsOf } from './secrets.ts';
import { waitsOf } from './speed.ts';

export interface ClientSetting {
  readonly command: readonly [program: string, ...args: string[]];
  readonly clock: PlayClock;
  readonly warp?: Omit<Warp, 'clock'> | undefined;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export class UnstartableClient extends Error {
  override readonly name = 'UnstartableClient';
}

/** The run was stopped while the client was running, so its scenario is not judged. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
}

/** Afterwards, ends all processes that the client started, and removes the temporary files. */
export async function playWithCommand(
  scenario: Scenario,
  opened: ScenarioSandbox,
  setting: ClientSetting,
): Promise<Play> {
  const { sandbox } = opened;
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'));
  const secrets = secretsOf(scenario.task, sandbox.identity);
  const output = createClientOutput(secrets);
  const began = { real: systemClock.now(), virtual: sandbox.clock.now() };
  try {
    const files = { state: join(folder, 'state'), result: join(folder, 'result.json') };
    await mkdir(files.state);
    const attempts = { scenario, opened, setting, output, files };
    const { end, all, isSlow, restartedAfter } = await runAttempts(attempts);
    if (end.kind === 'unstartable') throw new UnstartableClient(end.message);
    if (end.kind === 'given-up') throw new RunEnded('the run was stopped');
    const kept = await searchFolder(files.state, secrets);
    const hidden = kept.leaks.map(leak => ({ ...leak, where: output.masked(leak.where) }));
    const tokens = tokensIn(sandbox.journal.read().map(({ facts }) => facts));
    return {
      sandbox,
      ...(end.kind === 'timed-out' && { cutOffAt: sandbox.clock.now() }),
      pace: setting.clock,
      ...(await reportedBy({ end, resultFile: files.result, output, timeout: setting.timeout })),
      ...(isSlow && { tooSlow: tooSlow(setting.timeout) }),
      leaks: [...output.leaks(tokens), ...hidden],
      unsearched: kept.unsearched,
      kept: kept.text,
      restartedAfter,
      output: output.tail(),
      tookMs: systemClock.now() - began.real,
      virtualMs: sandbox.clock.now() - began.virtual,
      ...(setting.warp && { jumps: jumpsOf(all), notes: all.flatMap(one => one.notes()) }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Attempts {
  readonly scenario: Scenario;
  readonly opened: ScenarioSandbox;
  readonly setting: ClientSetting;
  readonly output: ClientOutput;
  readonly files: { readonly state: string; readonly result: string };
}

async function runAttempts({ scenario, opened, setting, output, files }: Attempts) {
  const { task, restarts } = scenario;
  const { sandbox, url, trust } = opened;
  const { command, timeout, signal, warp, clock } = setting;
  const all: ClientProcess[] = [];
  const progress = watchProgress(sandbox, () => jumpsOf(all), waitsOf(task));
  const start = (): ClientProcess => {
    const env = {
      ...withoutOurs(process.env),
      ...sandboxVariables(sandbox, url),
      ...trust,
      UNDERSTUDY_SCENARIO: scenario.id,
      UNDERSTUDY_TASK: asciiJson(task),
      UNDERSTUDY_TIME_SCALE: String(clock.speed),
      UNDERSTUDY_STATE_DIR: files.state,
      UNDERSTUDY_ATTEMPT: String(all.length + 1),
      UNDERSTUDY_RESULT: files.result,
    };
    const mark = `UNDERSTUDY_STATE_DIR=${files.state}`;
    const started = startClient({
      command,
      env,
      mark,
      timeout,
      signal,
      write: output.write,
      ...(warp && { makesProgress: progress.look, warp: { ...warp, clock: sandbox.clock } }),
    });
    all.push(started);
    return started;
  };
  const ended = (end: ClientEnd, restartedAfter?: number) => {
    const isSlow = end.kind === 'timed-out' && progress.isMade;
    return { end, all, isSlow, restartedAfter };
  };
  const first = start();
  if (!restarts) return ended(await first.ended);
  const crash = opened.killAt(restarts, async () => {
    first.kill();
    await first.ended;
  });
  const end = await first.ended;
  // A client that ends after its last answer is killed before its end, so its result does not count.
  const isKilled = end.kind === 'killed' || (end.kind === 'exit' && crash.isDue());
  if (!isKilled) return ended(end);
  crash.cancel();
  await rm(files.result, { force: true });
  const restartedAfter = sandbox.journal.read().at(-1)?.facts.number ?? 0;
  return ended(await start().ended, restartedAfter);
}

const jumpsOf = (all: readonly ClientProcess[]): number =>
  all.reduce((sum, one) => sum + (one.jumps() ?? 0), 0);

const tooSlow = (timeout: number): string =>
  `not judged: after ${timeout / 1_000} s of real time, the client still made progress; give it more time with --timeout`;

/** In a locale such as C, some programs cannot read other characters in the environment. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The client must not see the variables that configure the runner. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('UNDERSTUDY_')));
}

/** The virtual time that no correct client exceeds by more than its planned waits, in milliseconds. */
const longestVirtual = 3 * 24 * 60 * 60_000;

/**
 * A client whose virtual time exceeds every plan makes no progress, because one that hangs can jump from tick to tick for ever.
 *
 * @param planned milliseconds for which the task lets the client wait
 */
export function watchProgress({ clock, journal }: Sandbox, jumps: () => number, planned = 0) {
  const began = clock.now();
  let before = { jumps: 0, calls: 0 };
  let isMade = false;
  return {
    look(): boolean {
      const done = { jumps: jumps(), calls: journal.count() };
      const isLate = clock.now() - began >= planned + longestVirtual;
      isMade = !isLate && (done.jumps > before.jumps || done.calls > before.calls);
      before = done;
      return isMade;
    },
    get isMade(): boolean {
      return isMade;
    },
  };
}
