import type { Call } from './call.ts';

/**
 * How long an answer asks to wait, ms from when it was written: seconds, or a date (err.429). Undefined where it does not say,
 * or in another form, or where the client may not have read it.
 */
export function retryAfterOf({ reading, facts: { retryAfter, answered } }: Call): number | undefined {
  if (reading !== 'clear' || retryAfter === undefined || !answered) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const date = isDate(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - answered.at);
}

const isDate = (text: string): boolean =>
  /^(?:mon|tue|wed|thu|fri|sat|sun)\w*,? .*\d\d:\d\d:\d\d/i.test(text);

/** Whether it says so by a date, which clients compare with a clock of their own. */
export const isByDate = ({ facts: { retryAfter = '' } }: Call): boolean => isDate(retryAfter);
