import type { Call } from './call.ts';

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
