import { durationInWords, formatTimeSpan, limits } from '#contracts';
import type { Facts, Stamp } from '#contracts/exchange';
import { isoOffsetMinutes } from '#contracts/util';
import type { ClockPace, Inconclusive, JudgeContext } from './context.ts';
import type { Call } from './traffic/index.ts';

/** Of the network and of timers, in milliseconds of real time. */
const networkDelay = 50;
/** The tolerance, as a fraction of the limit. */
const share = 0.01;
/** With a larger tolerance, the judge cannot decide. */
const maxShare = 0.25;

const usualClock: ClockPace = { mode: 'real', speed: 1 };

export const clockOf = ({ clock = usualClock }: JudgeContext): ClockPace => clock;

/** Milliseconds of the sandbox clock that a busy machine may have added to a time; at least `least`. */
export const delayOf = (least: number, context: JudgeContext): number =>
  Math.max(least, context.machineDelay ?? 0) * clockOf(context).speed;

export const tolerance = (limit: number, context: JudgeContext): number =>
  Math.max(delayOf(networkDelay, context), limit * share);

/** Of a call on a busy machine, in milliseconds of real time. */
const startDelay = 250;

/** In milliseconds, for a time that the client starts to measure before its call arrives: a time-out looks shorter to the server. */
export function startTolerance(limit: number, context: JudgeContext): number {
  return Math.max(delayOf(startDelay, context), tolerance(limit, context));
}

/** Whether the clock ran slowly enough to judge a limit in milliseconds. */
export function isObservable(
  limit: number,
  context: JudgeContext,
  tolerated = tolerance(limit, context),
): boolean {
  return tolerated <= limit * maxShare;
}

/** Milliseconds of real time. A shorter one can fire wrongly: with two busy processes on two cores, one in ten of 150 ms did. */
const shortestTimeOut = 1_000;

/** A client that is as slow as the stand-in needs several times its delay for one call: it connects, sends, and reads. */
const delaysInCall = 4;

const isTooFastForTimeouts = (context: JudgeContext): boolean =>
  delayOf(shortestTimeOut / delaysInCall, context) * delaysInCall > limits.searchTimeout.value;

/** Milliseconds of real time: the longest that the stand-in needed for an answer without a fault; 0 for a delay that every machine has. */
export function machineDelayIn(facts: readonly Facts[]): number {
  const own = facts.flatMap(({ opened, answered, faults = [] }) =>
    answered && faults.length === 0 ? answered.real - opened.real : [],
  );
  const longest = own.reduce((before, one) => Math.max(before, one), 0);
  return longest > networkDelay ? longest : 0;
}

export const whyBusy = ({ machineDelay = 0 }: JudgeContext): string =>
  `the machine was so busy that the stand-in needed ${formatDuration(machineDelay)} for an answer`;

/** Why a finding may come from a busy machine, or from waits that the client does not divide on a scaled clock. */
export function whyUnreliable(context: JudgeContext): string | undefined {
  const { machineDelay = 0, silence = 0, finish } = context;
  const { mode, speed } = clockOf(context);
  const isCutOff = finish?.byItself === false && (mode === 'scaled' || mode === 'real');
  const isBusy = machineDelay * delaysInCall > shortestTimeOut;
  const tooFast = machineDelay > 0 ? whyTooFast(context) : undefined;
  if (isBusy && (isCutOff || tooFast !== undefined)) return whyBusy(context);
  if (!isCutOff) return tooFast;
  if (speed <= 1 || silence <= limits.pollWindow.value) return undefined;
  return `the client made no call for ${formatDuration(silence)} of the sandbox clock, until the runner ended it: it hangs, or does not divide its waits by UNDERSTUDY_TIME_SCALE (${speed})`;
}

/** Why a wait between two calls is not known. */
export const perPoll: Inconclusive = {
  inconclusive: 'a per-poll clock does not show how long the client waited between two calls',
};

export const whyTooFast = (context: JudgeContext): string | undefined =>
  isTooFastForTimeouts(context)
    ? `the clock ran ${clockOf(context).speed} times as fast as real time, so the time-outs of the client are unreliable`
    : undefined;

export const tooFast = (limit: number, context: JudgeContext): Inconclusive => ({
  inconclusive: context.machineDelay
    ? whyBusy(context)
    : `the clock ran ${clockOf(context).speed} times as fast as real time, too fast to judge a limit of ${formatDuration(limit)}`,
});

/** As `HH:MM:SS`, with dates if the days differ, and with milliseconds if an instant is not a whole second. */
export function formatTime(...instants: readonly number[]): string[] {
  const rounded = instants.map(at => Math.round(at));
  const texts = rounded.map(at => formatTimeSpan(at));
  const isOneDay = new Set(texts.map(text => text.slice(0, 10))).size === 1;
  const areWhole = rounded.every(at => at % 1_000 === 0);
  return texts.map((text, index) => {
    const part = String((rounded[index] ?? 0) % 1_000).padStart(3, '0');
    return (isOneDay ? text.slice(11) : text) + (areWhole ? '' : `.${part}`);
  });
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Formats a duration, such as `41 minutes 10 seconds`.
 *
 * @param ms milliseconds, rounded to whole ones
 */
export function formatDuration(ms: number): string {
  const whole = Math.round(ms);
  if (Math.abs(whole) < second) return `${whole} ms`;
  const rest = whole % minute;
  const minutes = (whole % hour) - rest;
  const parts = [whole - minutes - rest, minutes, rest].filter(part => part > 0);
  return parts
    .map(part => (part % second === 0 ? durationInWords(part) : `${part / second} seconds`))
    .join(' ');
}

/** Milliseconds of real time. On a scaled clock, a shorter age may be only network delay. */
const minRealAge = 1_000;
/** For which a busy machine may pause a client, in milliseconds of real time. */
const maxPause = 1_000;

/**
 * Undefined for a valid value, such as a Token.
 *
 * @param since when the client received the value
 * @param limit for how many milliseconds the value is valid
 */
export function judgeAge(
  { since, call, limit }: { readonly since: Stamp; readonly call: Call; readonly limit: number },
  context: JudgeContext,
): 'too old' | Inconclusive | undefined {
  const over = call.opened.at - since.at - limit;
  if (over <= tolerance(limit, context)) return undefined;
  // A busy machine may have paused the client after the client checked the age.
  if (isTooFastForTimeouts(context) && over <= delayOf(maxPause, context)) return tooFast(limit, context);
  const { mode } = clockOf(context);
  if (mode === 'scaled' && call.opened.real - since.real < minRealAge) return tooFast(limit, context);
  return isObservable(limit, context) ? 'too old' : tooFast(limit, context);
}

/** In milliseconds of the sandbox clock; undefined while the call is open. */
export function waitedFor({ opened, ended }: Call, context: JudgeContext): number | undefined {
  if (!ended) return undefined;
  const { mode } = clockOf(context);
  // A clock in the mode `per-poll` may have jumped during the wait, so only the real time is reliable.
  return mode === 'per-poll' ? ended.real - opened.real : ended.at - opened.at;
}

/** Minutes. No time zone differs more from UTC. */
const maxOffset = 15 * 60;
const quarter = 15;

/** Two times when clocks are put back, and none when clocks skip the local time or the zone is unknown. */
export function utcTimes(date: string, time: string, timeZone: string): string[] {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const found: string[] = [];
  try {
    for (let offset = -maxOffset; offset <= maxOffset; offset += quarter) {
      const at = shown - offset * minute;
      if (isoOffsetMinutes(timeZone, at) === offset) found.push(new Date(at).toISOString().slice(11, 16));
    }
  } catch {
    // the time does not exist, or the zone is unknown
  }
  return found;
}
