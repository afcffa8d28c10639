import { durationInWords, formatTimeSpan, limits } from '#contracts';
import type { Stamp } from '#contracts/exchange';
import type { Call } from '../traffic/index.ts';
import type { ClockPace, JudgeContext } from './context.ts';
import type { Inconclusive } from './rule.ts';

/** The delay of the network and of timers, milliseconds of real time. */
const networkDelay = 50;
/** The part of a limit that is tolerated. */
const share = 0.01;
/** If the tolerance is a larger part of the limit, the traffic is inconclusive. */
const maxShare = 0.25;

const usualClock: ClockPace = { mode: 'real', speed: 1 };

/** Returns the clock of the traffic. */
export const clockOf = ({ clock = usualClock }: JudgeContext): ClockPace => clock;

/** Returns how far a time may differ from its limit, milliseconds. */
export function tolerance(limit: number, context: JudgeContext): number {
  return Math.max(networkDelay * clockOf(context).speed, limit * share);
}

/** How late a call may arrive from a busy machine, milliseconds of real time. */
const startDelay = 250;

/**
 * Returns the tolerance for a time that starts before the call arrives, such as a time-out, milliseconds. Such a time looks shorter
 * by the delay of the call, while a gap after an answer can only look longer.
 */
export function startTolerance(limit: number, context: JudgeContext): number {
  return Math.max(startDelay * clockOf(context).speed, tolerance(limit, context));
}

/** Returns whether the clock ran slowly enough to judge a limit, milliseconds. */
export function isObservable(
  limit: number,
  context: JudgeContext,
  tolerated = tolerance(limit, context),
): boolean {
  return tolerated <= limit * maxShare;
}

/**
 * A shorter time-out can fire although the stand-in answered in time, milliseconds of real time. With two busy processes on two
 * cores, one in ten time-outs of 150 ms did so.
 */
const shortestTimeOut = 1_000;

/** Returns whether the clock ran so fast that time-outs of the client are unreliable. */
export const isTooFastForTimeouts = (context: JudgeContext): boolean =>
  clockOf(context).speed * shortestTimeOut > limits.searchTimeout.value;

/** Returns the reason why unreliable time-outs make a finding inconclusive. */
export const timeoutReason = (context: JudgeContext): string =>
  `the clock ran ${clockOf(context).speed} times as fast as real time, so time-outs of the client are unreliable`;

/** Returns an inconclusive ruling for a clock that is too fast for a limit. */
export function tooFast(limit: number, context: JudgeContext): { inconclusive: string } {
  const { speed } = clockOf(context);
  return {
    inconclusive: `the clock ran ${speed} times as fast as real time, too fast to judge a limit of ${formatDuration(limit)}`,
  };
}

/**
 * Formats instants as `HH:MM:SS`. It adds dates if the days differ, and milliseconds if an instant has some.
 *
 * @param instants epoch ms
 * @example formatTime(0, 1_500) // ['00:00:00.000', '00:00:01.500']
 */
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
  const hours = Math.trunc(whole / hour);
  const minutes = Math.trunc((whole % hour) / minute);
  const rest = whole % minute;
  const seconds = rest % second === 0 ? durationInWords(rest) : `${rest / second} seconds`;
  const parts = [
    hours > 0 ? durationInWords(hours * hour) : [],
    minutes > 0 ? durationInWords(minutes * minute) : [],
    rest > 0 ? seconds : [],
  ].flat();
  return parts.join(' ');
}

/** On a scaled clock, a shorter age is due to network delay, milliseconds of real time. */
const minRealAge = 1_000;
/** How long a busy machine may pause a client between two steps, milliseconds of real time. */
const maxPause = 1_000;

/** A value that a call uses, when the client received it, and how long it is valid, milliseconds. */
export interface AgedValue {
  readonly since: Stamp;
  readonly call: Call;
  readonly limit: number;
}

/** Judges the age of a value that a call used, counted from when the client received it. Returns undefined for a valid one. */
export function judgeAge(
  { since, call, limit }: AgedValue,
  context: JudgeContext,
): 'too old' | Inconclusive | undefined {
  const over = call.opened.at - since.at - limit;
  if (over <= tolerance(limit, context)) return undefined;
  // The client may have checked the age and then been paused by a busy machine.
  if (isTooFastForTimeouts(context) && over <= maxPause * clockOf(context).speed)
    return tooFast(limit, context);
  const { mode } = clockOf(context);
  if (mode === 'scaled' && call.opened.real - since.real < minRealAge) return tooFast(limit, context);
  return isObservable(limit, context) ? 'too old' : tooFast(limit, context);
}

/** Returns how long a client waited for an answer, milliseconds of the sandbox clock; undefined while the call is open. */
export function waitedFor({ opened, ended }: Call, context: JudgeContext): number | undefined {
  if (!ended) return undefined;
  const { mode } = clockOf(context);
  // A per-poll clock may have jumped while the client waited in real time.
  return mode === 'per-poll' ? ended.real - opened.real : ended.at - opened.at;
}

/** Returns whether the scenario kills the client during this call. */
export const isKilled = ({ facts }: Call, { scenario }: JudgeContext): boolean =>
  scenario?.restarts !== undefined && scenario.restarts.at === facts.operation;
