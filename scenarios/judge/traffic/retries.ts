import { limits } from '#contracts';
import { type Call, couldHaveSeen, isLost, requestKey } from './call.ts';

/** One request, and what was sent again of it because the one before had failed; one call or more. */
export type Chain = readonly Call[];

/** What was sent again. */
export interface Retries {
  /** The chains of two calls and more, and single calls that failed. */
  readonly chains: readonly Chain[];
  /** The chain that a call belongs to, and its place in it from 1. */
  placeOf(call: Call): { readonly chain: Chain; readonly place: number } | undefined;
}

/** Sent later than this it is a call of its own, such as the next poll. */
const longest = 60_000;

/**
 * Finds what was sent again: the same request by the same credential, after an answer that asks for that. What books, pays
 * or cancels has other rules unless it was refused with 429.
 *
 * @param isOneTask whether all calls are of one client with one task, which asks for each Search once
 */
export function readRetries(calls: readonly Call[], isOneTask: boolean): Retries {
  const chains: Call[][] = [];
  const places = new Map<Call, { chain: Chain; place: number }>();
  const failed = new Map<string, Call[]>();
  const busy = new Map<string, number>();
  for (const call of calls) {
    if (call.facts.operation === null || call.step === 'tool') continue;
    const group = `${call.by} ${call.facts.operation}`;
    const hasFailed = mayRepeat(call);
    // Only what failed, or may be a repetition, is worth its key.
    if (!hasFailed && !busy.has(group)) continue;
    const isOwnSearch = isOneTask && call.step === 'search';
    const key = isOwnSearch ? searchKey(call) : requestKey(call);
    const before = failed.get(key);
    const last = before?.at(-1);
    const goesOn = before && last && isNext(last, call, isOwnSearch ? Number.POSITIVE_INFINITY : longest);
    const chain = goesOn ? before : [];
    chain.push(call);
    if (goesOn || hasFailed) places.set(call, { chain, place: chain.length });
    if (!goesOn && hasFailed) chains.push(chain);
    if (hasFailed) {
      failed.set(key, chain);
      if (!before) busy.set(group, (busy.get(group) ?? 0) + 1);
    } else if (failed.delete(key)) {
      const left = (busy.get(group) ?? 1) - 1;
      if (left > 0) busy.set(group, left);
      else busy.delete(group);
    }
  }
  return { chains, placeOf: call => places.get(call) };
}

/** Whether a client may send it again by itself (decision 2, err.429). */
function mayRepeat(call: Call): boolean {
  if (call.reading === 'clear' && call.facts.status === 429) return true;
  const isWrite = call.step === 'book' || call.step === 'pay' || call.step === 'cancel';
  return !isWrite && isLost(call);
}

/** Something that nobody needs, such as a time-out, makes no other Search. */
const searchKey = (call: Call): string => {
  const { mark: _, ...request } = call.facts.request;
  return `${call.by} ${call.facts.operation} ${JSON.stringify(request)}`;
};

function isNext(last: Call, call: Call, within: number): boolean {
  if (call.isAskedFor || !couldHaveSeen(call, last) || !last.ended) return false;
  return call.opened.at - last.ended.at <= within + (retryAfterOf(last) ?? 0);
}

/** How long is waited at least after an attempt, counted from 1, ms (err.retry). */
export const backoffAfter = (place: number): number =>
  limits.backoffFirst.value * 2 ** (Math.min(place, limits.attempts.value - 1) - 1);

/**
 * How long an answer asks to wait, ms from when it was written: seconds, or a date (err.429). Undefined where it does not say,
 * or in another form, or where the client may not have read it.
 */
export function retryAfterOf({ reading, facts: { retryAfter, answered, date } }: Call): number | undefined {
  if (reading !== 'clear' || retryAfter === undefined || !answered) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const until = isDate(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - writtenAt(answered.at, date));
}

/** A header of a date has no milliseconds. */
const resolution = 1_000;

/**
 * When an answer was written by the clock of whoever wrote it, epoch ms: what a date in it is compared with. Its own header
 * says so to the second; whoever recorded it knows it better where both have one clock.
 */
function writtenAt(recorded: number, date: string | undefined): number {
  const told = date === undefined ? Number.NaN : Date.parse(date);
  const isOneClock = recorded >= told && recorded < told + resolution;
  return Number.isNaN(told) || isOneClock ? recorded : told;
}

const isDate = (text: string): boolean =>
  /^(?:mon|tue|wed|thu|fri|sat|sun)\w*,? .*\d\d:\d\d:\d\d/i.test(text);

/**
 * By how much a client may be early because a date says it to the second only, ms: some compare it with the header of the
 * answer's date, others with a clock of their own.
 */
export const slackOf = (call: Call): number => (isByDate(call) ? resolution : 0);

/** Whether it says so by a date. */
export const isByDate = ({ facts: { retryAfter = '' } }: Call): boolean => isDate(retryAfter);
