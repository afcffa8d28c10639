import { durationInWords, findStatus, limits, parseDuration, pollingPlans } from '#contracts';
import type { Scenario, Task } from '#contracts/scenario';
import { commandName } from '#contracts/util';
import { canStartAt, warpYears } from '../warp/index.ts';
import type { PlayClock } from './host.ts';
import { playScenario } from './play/index.ts';
import type { PlaySupplier } from './play-reference.ts';

export interface Pace {
  readonly mode: PlayClock['mode'];
  /** Seconds of the sandbox clock per real second, in the mode `scaled`. With `auto`, the runner chooses it for each scenario. */
  readonly speed: 'auto' | number;
  /** The time-out of the client for one scenario, in milliseconds. The default is long enough for a correct client. */
  readonly timeout?: number | undefined;
}

export interface Timed {
  readonly clock: PlayClock;
  readonly timeout: number;
}

export type Timing =
  | (Timed & {
      /** At a lower speed, at which even a slow machine is fast enough. The runner plays a failed scenario again with them. */
      readonly steady?: Timed;
    })
  | { readonly skipped: string };

const targetTime = 5_000;
/** An answer that takes 30 ms then takes 3 s on the sandbox clock. The time-out of a Search is only 15 s. */
const fastest = 100;
/** The 15 s of a Search then last a second. On a busy machine, an ordinary call takes several hundred milliseconds. */
const steady = limits.searchTimeout.value / 1_000;
/** The extra second that a correct client waits for safety then lasts half a real second. */
const fastestAtRateLimit = 2;
const longest = 5 * 60_000;
/** Milliseconds. On a per-poll clock, a client may wait for hours of real time. */
const longestPerPoll = 2 * 60 * 60_000;
const startupTime = 60_000;
const maxPolling = limits.pollWindow.value;
/** Milliseconds of real time. A client with many short waits can need minutes for a virtual month; one that hangs is ended earlier. */
const warpTime = 600_000;
/** At this speed, polling takes one or two minutes. */
const pollingSpeed = 20;

/** The reference client plays the scenario first, to measure it. */
export async function timingOf(scenario: Scenario, supplier: PlaySupplier, pace: Pace): Promise<Timing> {
  const { mode } = pace;
  if (mode === 'warp') return warpTiming(scenario, pace);
  const { clocks } = scenario;
  if (clocks && !clocks.includes(mode))
    return {
      skipped: `the scenario cannot run in the clock mode ${mode}; it can run in ${clocks.join(', ')}`,
    };
  // If the user gives the speed and the time-out, no measurement is needed.
  if (pace.speed !== 'auto' && pace.timeout !== undefined)
    return { clock: { mode, speed: mode === 'scaled' ? pace.speed : 1 }, timeout: pace.timeout };
  const measured = await measure(scenario, supplier);
  const { took, isOpen } = measured;
  const speed = speedOf(measured, pace);
  // On a per-poll clock, polls take no time unless the client waits. The time in which the user thinks always passes.
  const needed = mode === 'per-poll' ? waitsOf(scenario.task) : took / speed;
  if (pace.timeout === undefined && needed > longest)
    return { skipped: tooLong(scenario, { took, needed }, pace) };
  const longestOfClient = isOpen ? Math.max(took, maxPolling) : took;
  const maxTimeout = mode === 'per-poll' ? longestPerPoll : Number.POSITIVE_INFINITY;
  const timed = (at: number): Timed => ({
    clock: { mode, speed: at },
    timeout: pace.timeout ?? Math.min(maxTimeout, Math.round(startupTime + (2 * longestOfClient) / at)),
  });
  const slower = Math.max(steady, Math.ceil(took / longest));
  if (mode !== 'scaled' || pace.speed !== 'auto' || slower >= speed) return timed(speed);
  return { ...timed(speed), steady: timed(slower) };
}

function warpTiming({ setup }: Scenario, { timeout = warpTime }: Pace): Timing {
  if (setup?.start === undefined || canStartAt(Date.parse(setup.start)))
    return { clock: { mode: 'warp', speed: 1 }, timeout };
  return {
    skipped: `the scenario starts at ${setup.start}, and warp works only ${warpYears}; play it with --clock scaled`,
  };
}

async function measure(scenario: Scenario, { seed, inventory }: PlaySupplier) {
  const { took, facts } = await playScenario(scenario, { seed, inventory });
  const isOpen = facts.some(({ operation, status, answer }) => {
    const isLost = operation?.endsWith('.doBooking') === true && (status === undefined || status >= 500);
    const known = findStatus(answer.bookingStatus ?? '');
    return isLost || (known !== undefined && pollingPlans[known] !== undefined);
  });
  return { took, isOpen, isAtRateLimit: facts.length >= limits.ratePerMinute.value };
}

function speedOf(measured: Awaited<ReturnType<typeof measure>>, { mode, speed }: Pace): number {
  const { took, isOpen, isAtRateLimit } = measured;
  if (mode !== 'scaled') return 1;
  if (speed !== 'auto') return speed;
  const least = isOpen ? pollingSpeed : 1;
  return Math.min(
    isAtRateLimit ? fastestAtRateLimit : fastest,
    Math.max(least, Math.ceil(took / targetTime)),
  );
}

function tooLong(
  { task, clocks }: Scenario,
  { took, needed }: { readonly took: number; readonly needed: number },
  { mode }: Pace,
): string {
  const speed = Math.ceil(took / longest);
  const jumps = mode !== 'per-poll' && (clocks?.includes('per-poll') ?? true) && waitsOf(task) <= longest;
  const ways = [
    `play it with --timeout ${Math.ceil(needed / 1_000) + 60}`,
    ...(mode === 'scaled' && speed <= steady ? [`with --speed ${speed}`] : []),
    ...(jumps ? ['with --clock per-poll'] : []),
    `with the reference client: "${commandName} run" without a command`,
  ];
  return `the scenario would take ${inWords(needed)} (${inWords(took)} on the sandbox clock); ${ways.join(', or ')}`;
}

const inWords = (ms: number): string => durationInWords(Math.ceil(ms / 60_000) * 60_000);

export function waitsOf({ steps, waits = {} }: Task): number {
  const after = steps.flatMap(step => (step.do === 'static' && step.after !== undefined ? [step.after] : []));
  const all = [waits.afterSearch, waits.afterConditions, ...after];
  return all.reduce((sum, wait) => sum + (wait === undefined ? 0 : parseDuration(wait)), 0);
}
