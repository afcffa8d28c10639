import { durationInWords, findStatus, limits, parseDuration, pollingPlans } from '#contracts';
import type { Scenario, Task } from '#contracts/scenario';
import { commandName } from '../command-name.ts';
import { playScenario } from '../play/index.ts';
import type { PlayClock } from './host.ts';

/** The requested clocks of a run. */
export interface Pace {
  readonly mode: PlayClock['mode'];
  /** Virtual seconds per real second, or auto: as fast as each scenario needs. Ignored unless scaled. */
  readonly speed: 'auto' | number;
  /** How long a client may take for one scenario, milliseconds; when absent, enough for a correct client. */
  readonly timeout?: number | undefined;
}

/** How fast a scenario is played, and how long its client may take, milliseconds. */
export interface Timed {
  readonly clock: PlayClock;
  readonly timeout: number;
}

/** How one scenario is played, or why it is not. */
export type Timing =
  | (Timed & {
      /** A speed at which no machine is too slow, to play the scenario again after a failure. */
      readonly steady?: Timed;
    })
  | { readonly skipped: string };

/** How long a scenario should take, milliseconds. */
const targetTime = 5_000;
/** Above it, an answer after the usual thirty milliseconds comes close to the 15 s that a client waits for a Search. */
const fastest = 100;
/**
 * At it, the 15 s that a client waits for a Search are a second of real time. On a busy machine, or in a program that has just
 * started, an ordinary call takes several hundred milliseconds.
 */
const steady = limits.searchTimeout.value / 1_000;
/** For scenarios that reach the rate limit: the second that a correct client keeps as a margin is half a second of real time. */
const fastestForCrowds = 2;
/** A scenario that takes longer is played only with --timeout, milliseconds. */
const longest = 5 * 60_000;
/** On a per-poll clock a client may still wait in real time, for hours; milliseconds. */
const longestPerPoll = 2 * 60 * 60_000;
/** For a client to start, and to think, milliseconds. */
const leeway = 60_000;
/** While a booking is unclear, another correct client may look later, or for as long as this, milliseconds. */
const patience = limits.pollWindow.value;
/** The speed that makes this a minute or two. */
const patientSpeed = 20;

/**
 * Decides how fast a scenario is played and how long it may take, by how long it takes the reference client.
 *
 * @param seed of the inventory
 */
export async function timingOf(scenario: Scenario, seed: string | undefined, pace: Pace): Promise<Timing> {
  const { mode } = pace;
  const { clocks } = scenario;
  if (clocks && !clocks.includes(mode))
    return { skipped: `it is not for a ${mode} clock; its clocks are ${clocks.join(', ')}` };
  // With both given, there is nothing to measure.
  if (pace.speed !== 'auto' && pace.timeout !== undefined)
    return { clock: { mode, speed: mode === 'scaled' ? pace.speed : 1 }, timeout: pace.timeout };
  const measured = await measure(scenario, seed);
  const { took, isOpen } = measured;
  const speed = speedOf(measured, pace);
  // On a per-poll clock, polls take no time unless the client waits; the thinking of its user always takes time.
  const needed = mode === 'per-poll' ? waitsOf(scenario.task) : took / speed;
  if (pace.timeout === undefined && needed > longest)
    return { skipped: tooLong(scenario, { took, needed }, pace) };
  const longestOfClient = isOpen ? Math.max(took, patience) : took;
  const maxTimeout = mode === 'per-poll' ? longestPerPoll : Number.POSITIVE_INFINITY;
  const timed = (at: number): Timed => ({
    clock: { mode, speed: at },
    timeout: pace.timeout ?? Math.min(maxTimeout, Math.round(leeway + (2 * longestOfClient) / at)),
  });
  const slower = Math.max(steady, Math.ceil(took / longest));
  if (mode !== 'scaled' || pace.speed !== 'auto' || slower >= speed) return timed(speed);
  return { ...timed(speed), steady: timed(slower) };
}

/** How the reference client played a scenario. */
interface Measured {
  /** How long it takes, milliseconds. */
  readonly took: number;
  /** Whether the state of a booking was unclear on the way. */
  readonly isOpen: boolean;
  /** Whether it makes as many calls as the rate allows in a minute. */
  readonly isCrowded: boolean;
}

async function measure(scenario: Scenario, seed: string | undefined): Promise<Measured> {
  const { took, facts } = await playScenario(scenario, { seed });
  const isOpen = facts.some(({ operation, status, answer }) => {
    const isLost = operation?.endsWith('.doBooking') === true && (status === undefined || status >= 500);
    const known = findStatus(answer.bookingStatus ?? '');
    return isLost || (known !== undefined && pollingPlans[known] !== undefined);
  });
  return { took, isOpen, isCrowded: facts.length >= limits.ratePerMinute.value };
}

function speedOf({ took, isOpen, isCrowded }: Measured, { mode, speed }: Pace): number {
  if (mode !== 'scaled') return 1;
  if (speed !== 'auto') return speed;
  const least = isOpen ? patientSpeed : 1;
  return Math.min(isCrowded ? fastestForCrowds : fastest, Math.max(least, Math.ceil(took / targetTime)));
}

/** Says what takes too long, and how to play it: only at speeds at which it can be judged. */
function tooLong(
  { task, clocks }: Scenario,
  { took, needed }: { readonly took: number; readonly needed: number },
  { mode }: Pace,
): string {
  const speed = Math.ceil(took / longest);
  const jumps = mode !== 'per-poll' && (clocks?.includes('per-poll') ?? true) && waitsOf(task) <= longest;
  const ways = [
    `--timeout ${Math.ceil(needed / 1_000) + 60} plays it`,
    ...(mode === 'scaled' && speed <= steady ? [`faster with --speed ${speed}`] : []),
    ...(jumps ? ['by jumps with --clock per-poll'] : []),
    `"${commandName} run" without a command plays it with the reference client`,
  ];
  return `it would take ${inWords(needed)} (${inWords(took)} on the sandbox's clock); ${ways.join(', or ')}`;
}

/** Rounded up to minutes. */
const inWords = (ms: number): string => durationInWords(Math.ceil(ms / 60_000) * 60_000);

/** Returns how long the user of a task thinks, milliseconds. */
function waitsOf({ steps, waits = {} }: Task): number {
  const after = steps.flatMap(step => (step.do === 'static' && step.after !== undefined ? [step.after] : []));
  const all = [waits.afterSearch, waits.afterConditions, ...after];
  return all.reduce((sum, wait) => sum + (wait === undefined ? 0 : parseDuration(wait)), 0);
}
