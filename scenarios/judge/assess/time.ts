import { durationInWords, formatTimeSpan, limits } from '#contracts';
import type { Stamp } from '#contracts/exchange';
import type { Call } from '../traffic/index.ts';
import type { ClockPace, JudgeContext } from './context.ts';
import type { Inconclusive } from './rule.ts';

/** What a client's timer and the wire take, ms of real time. */
const ofTheWire = 50;
/** And of the limit itself. */
const share = 0.01;
/** Where the tolerance is a larger part of the limit, the traffic cannot tell. */
const mostOfLimit = 0.25;

const usualClock: ClockPace = { mode: 'real', speed: 1 };

/** The clock that the traffic was recorded on. */
export const clockOf = ({ clock = usualClock }: JudgeContext): ClockPace => clock;

/** By how much a time may differ from its limit without being wrong, ms. */
export function tolerance(limit: number, context: JudgeContext): number {
  return Math.max(ofTheWire * clockOf(context).speed, limit * share);
}

/** Beside other work a call arrives up to this long after its client began to count, ms of real time. */
const ofTheStart = 250;

/**
 * The same for what a client counts from before its call arrives, such as a time-out, ms: here it looks shorter by all that
 * the call was on its way, while a gap after an answer can only look longer.
 */
export function startTolerance(limit: number, context: JudgeContext): number {
  return Math.max(ofTheStart * clockOf(context).speed, tolerance(limit, context));
}

/** Whether the clock ran slowly enough for a limit to be judged, ms. */
export function isObservable(
  limit: number,
  context: JudgeContext,
  tolerated = tolerance(limit, context),
): boolean {
  return tolerated <= limit * mostOfLimit;
}

/**
 * A client's time-out shorter than this comes by itself: an answer that was sent in time may not be there in time, ms of real
 * time. Measured beside two busy processes on two cores: of time-outs of 150 ms one in ten came so.
 */
const shortestTimeOut = 1_000;

/** Whether the clock ran so fast that nobody knows which answers a client had before it gave up. */
export const isHasty = (context: JudgeContext): boolean =>
  clockOf(context).speed * shortestTimeOut > limits.searchTimeout.value;

/** Why nothing that a client did, or left undone, is held against it on a hasty clock. */
export const whyHasty = (context: JudgeContext): string =>
  `the clock ran ${clockOf(context).speed} times as fast: time-outs come by themselves there`;

/** Why it cannot be told. */
export function tooFast(limit: number, context: JudgeContext): { inconclusive: string } {
  const { speed } = clockOf(context);
  return { inconclusive: `the clock ran ${speed} times as fast: too fast to judge ${inWords(limit)}` };
}

/**
 * Instants as people read them, `HH:MM:SS`; with dates where they are of several days, with milliseconds where one has some.
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
 * A span as people read it: `41 minutes 10 seconds`.
 *
 * @param ms whole or not
 */
export function inWords(ms: number): string {
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

/** On a fast clock the age of what was used at once is that of the wire, ms of real time. */
const leastReal = 1_000;
/** Beside other work a program waits up to this long between two of its steps, ms of real time. */
const moment = 1_000;

/** Something that was given at a stamp, used by a call, and good for so many ms. */
export interface Aged {
  readonly since: Stamp;
  readonly call: Call;
  readonly limit: number;
}

/**
 * Whether a call used what was too old by then; undefined when it was young enough. Its age counts from when the client had
 * it.
 */
export function judgeAge(
  { since, call, limit }: Aged,
  context: JudgeContext,
): 'too old' | Inconclusive | undefined {
  const over = call.opened.at - since.at - limit;
  if (over <= tolerance(limit, context)) return undefined;
  // It looked how old that was, and had to wait for its turn before it could send it.
  if (isHasty(context) && over <= moment * clockOf(context).speed) return tooFast(limit, context);
  const { mode } = clockOf(context);
  if (mode === 'scaled' && call.opened.real - since.real < leastReal) return tooFast(limit, context);
  return isObservable(limit, context) ? 'too old' : tooFast(limit, context);
}

/** How long a client waited for an answer, ms of the sandbox's clock; undefined while it does. */
export function waitedFor({ opened, ended }: Call, context: JudgeContext): number | undefined {
  if (!ended) return undefined;
  const { mode } = clockOf(context);
  // A clock that jumps at polls may have jumped meanwhile; the client waited by its own.
  return mode === 'per-poll' ? ended.real - opened.real : ended.at - opened.at;
}

/** Whether its client was killed while it waited, as the scenario has it. */
export const isKilled = ({ facts }: Call, { scenario }: JudgeContext): boolean =>
  scenario?.restarts !== undefined && scenario.restarts.at === facts.operation;
