import { durationInWords, findStatus, limits, parseDuration, pollingPlans } from '#contracts';
import type { Scenario, Task } from '#contracts/scenario';
import { playScenario } from '../play/index.ts';
import type { PlayClock } from './host.ts';

/** How the clocks of a run are asked for. */
export interface Pace {
  readonly mode: PlayClock['mode'];
  /** Virtual seconds per real second, or as fast as each scenario needs. Of no effect unless scaled. */
  readonly speed: 'auto' | number;
  /** How long a client may take for one scenario, milliseconds; enough for a correct one when absent. */
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
      /** At what speed no machine is too slow: how it is played again where something was wrong at this one. */
      readonly steady?: Timed;
    })
  | { readonly skipped: string };

/** What a scenario is to take where it can be made to, milliseconds. */
const wanted = 5_000;
/** Above it, answers of the usual thirty milliseconds begin to run into the 15 s that a client waits for a Search. */
const fastest = 100;
/**
 * At it, the 15 s that a client waits for a Search are a second of real time. Beside other work, or from a program that has
 * just begun, calls that nothing holds up take several hundred milliseconds.
 */
const steady = limits.searchTimeout.value / 1_000;
/** Where calls are counted by the minute: the second that a correct client leaves over is then half a second of real time. */
const fastestForCrowds = 2;
/** What takes longer is played only for those who give it the time, milliseconds. */
const longest = 5 * 60_000;
/** By jumps a client may all the same wait as long as it always does; who waits for a day is to be given that, milliseconds. */
const longestPerPoll = 2 * 60 * 60_000;
/** For a client to start, and to think, milliseconds. */
const leeway = 60_000;
/** Where nobody knows how a booking stands, another correct client may look later, or for as long as this, milliseconds. */
const patience = limits.pollWindow.value;
/** What makes that a matter of a minute or two. */
const patientSpeed = 20;

/**
 * Decides how fast a scenario is played and how long it may take, by how long it takes the reference client.
 *
 * @param seed what the inventory is drawn from
 */
export async function timingOf(scenario: Scenario, seed: string | undefined, pace: Pace): Promise<Timing> {
  const { mode } = pace;
  const { clocks } = scenario;
  if (clocks && !clocks.includes(mode))
    return { skipped: `it is not for a ${mode} clock; its clocks are ${clocks.join(', ')}` };
  // Who says both leaves nothing to be measured.
  if (pace.speed !== 'auto' && pace.timeout !== undefined)
    return { clock: { mode, speed: mode === 'scaled' ? pace.speed : 1 }, timeout: pace.timeout };
  const measured = await measure(scenario, seed);
  const { took, isOpen } = measured;
  const speed = speedOf(measured, pace);
  // By jumps, polls take no time where a client does not wait for them; what its user thinks always does.
  const needed = mode === 'per-poll' ? waitsOf(scenario.task) : took / speed;
  if (pace.timeout === undefined && needed > longest)
    return { skipped: tooLong(scenario, { took, needed }, pace) };
  const longestOfClient = isOpen ? Math.max(took, patience) : took;
  const most = mode === 'per-poll' ? longestPerPoll : Number.POSITIVE_INFINITY;
  const timed = (at: number): Timed => ({
    clock: { mode, speed: at },
    timeout: pace.timeout ?? Math.min(most, Math.round(leeway + (2 * longestOfClient) / at)),
  });
  const slower = Math.max(steady, Math.ceil(took / longest));
  if (mode !== 'scaled' || pace.speed !== 'auto' || slower >= speed) return timed(speed);
  return { ...timed(speed), steady: timed(slower) };
}

/** How the reference client plays a scenario. */
interface Measured {
  /** How long it takes, milliseconds. */
  readonly took: number;
  /** Whether it is left in the dark about a booking on the way. */
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
  return Math.min(isCrowded ? fastestForCrowds : fastest, Math.max(least, Math.ceil(took / wanted)));
}

/** What takes too long, and how it can be played: never at a speed at which nobody could judge it. */
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
    '"understudy run" without a command plays it with the reference client',
  ];
  return `it would take ${inWords(needed)} (${inWords(took)} on the sandbox's clock); ${ways.join(', or ')}`;
}

/** Rounded up: what is too long is so by minutes. */
const inWords = (ms: number): string => durationInWords(Math.ceil(ms / 60_000) * 60_000);

/** How long the user of a task thinks. */
function waitsOf({ steps, waits = {} }: Task): number {
  const after = steps.flatMap(step => (step.do === 'static' && step.after !== undefined ? [step.after] : []));
  const all = [waits.afterSearch, waits.afterConditions, ...after];
  return all.reduce((sum, wait) => sum + (wait === undefined ? 0 : parseDuration(wait)), 0);
}
