import { durationInWords, findStatus, limits, parseDuration, pollingPlans } from '#contracts';
import type { Scenario, Task } from '#contracts/scenario';
import { commandName } from '../command-name.ts';
import { playScenario } from '../play/index.ts';
import type { PlayClock } from './host.ts';

/** The requested clock of a run. */
export interface Pace {
  readonly mode: PlayClock['mode'];
  /** Virtual seconds per real second. With `auto`, the runner picks a speed for each scenario. Used for `scaled` only. */
  readonly speed: 'auto' | number;
  /** The time-out of the client for one scenario, milliseconds. The default is enough for a correct client. */
  readonly timeout?: number | undefined;
}

/** The clock of a scenario, and the time-out of its client in milliseconds. */
export interface Timed {
  readonly clock: PlayClock;
  readonly timeout: number;
}

/** The timing of one scenario, or the reason to skip it. */
export type Timing =
  | (Timed & {
      /** A lower speed, at which a slow machine is fast enough. A failed scenario is played again with it. */
      readonly steady?: Timed;
    })
  | { readonly skipped: string };

/** The intended real time of a scenario, milliseconds. */
const targetTime = 5_000;
/** The highest speed. Above it, the usual 30 ms of an answer come close to the 15 s time-out of a Search. */
const fastest = 100;
/**
 * A speed for slow machines: the 15 s time-out of a Search lasts one real second. On a busy machine, or in a program that has just
 * started, an ordinary call takes several hundred milliseconds.
 */
const steady = limits.searchTimeout.value / 1_000;
/** The highest speed for scenarios that reach the rate limit: a correct client's margin of 1 s lasts half a real second. */
const fastestAtRateLimit = 2;
/** Milliseconds. A scenario that takes longer is played only with --timeout. */
const longest = 5 * 60_000;
/** The longest time-out on a per-poll clock, where a client may wait for hours of real time; milliseconds. */
const longestPerPoll = 2 * 60 * 60_000;
/** Extra time for a client to start and to compute, milliseconds. */
const startupTime = 60_000;
/** How long a correct client may poll while the state of a booking is unclear, milliseconds. */
const maxPolling = limits.pollWindow.value;
/** The lowest automatic speed for scenarios with polling. Polling then takes a minute or two. */
const pollingSpeed = 20;

/**
 * Returns the speed of a scenario and its time-out. It first plays the scenario with the reference client to measure the time.
 *
 * @param seed the seed of the inventory
 */
export async function timingOf(scenario: Scenario, seed: string | undefined, pace: Pace): Promise<Timing> {
  const { mode } = pace;
  const { clocks } = scenario;
  if (clocks && !clocks.includes(mode))
    return { skipped: `it cannot be played on a ${mode} clock; its clocks are ${clocks.join(', ')}` };
  // With both values given, no measurement is needed.
  if (pace.speed !== 'auto' && pace.timeout !== undefined)
    return { clock: { mode, speed: mode === 'scaled' ? pace.speed : 1 }, timeout: pace.timeout };
  const measured = await measure(scenario, seed);
  const { took, isOpen } = measured;
  const speed = speedOf(measured, pace);
  // On a per-poll clock, polls take no time unless the client waits. The user's time to think always passes.
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

/** The measurements of a scenario that the reference client has played. */
interface Measured {
  /** Its duration, milliseconds. */
  readonly took: number;
  /** Whether the state of a booking was unclear for some time. */
  readonly isOpen: boolean;
  /** Whether it makes as many calls as the rate limit allows in a minute. */
  readonly isAtRateLimit: boolean;
}

async function measure(scenario: Scenario, seed: string | undefined): Promise<Measured> {
  const { took, facts } = await playScenario(scenario, { seed });
  const isOpen = facts.some(({ operation, status, answer }) => {
    const isLost = operation?.endsWith('.doBooking') === true && (status === undefined || status >= 500);
    const known = findStatus(answer.bookingStatus ?? '');
    return isLost || (known !== undefined && pollingPlans[known] !== undefined);
  });
  return { took, isOpen, isAtRateLimit: facts.length >= limits.ratePerMinute.value };
}

function speedOf({ took, isOpen, isAtRateLimit }: Measured, { mode, speed }: Pace): number {
  if (mode !== 'scaled') return 1;
  if (speed !== 'auto') return speed;
  const least = isOpen ? pollingSpeed : 1;
  return Math.min(
    isAtRateLimit ? fastestAtRateLimit : fastest,
    Math.max(least, Math.ceil(took / targetTime)),
  );
}

/** Returns why a scenario is skipped, and the options that play it at a speed at which it can be judged. */
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
  return `it would take ${inWords(needed)} (${inWords(took)} on the sandbox's clock); ${ways.join(', or ')}`;
}

/** Formats a duration, rounded up to minutes. */
const inWords = (ms: number): string => durationInWords(Math.ceil(ms / 60_000) * 60_000);

/** Returns the total time that the user of a task thinks, milliseconds. */
function waitsOf({ steps, waits = {} }: Task): number {
  const after = steps.flatMap(step => (step.do === 'static' && step.after !== undefined ? [step.after] : []));
  const all = [waits.afterSearch, waits.afterConditions, ...after];
  return all.reduce((sum, wait) => sum + (wait === undefined ? 0 : parseDuration(wait)), 0);
}
