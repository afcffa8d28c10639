import { limits } from '#contracts';
import { type Call, couldHaveSeen, isOneProcess, requestKey } from './call.ts';

/** A request and its retries, in order. */
type Chain = readonly Call[];

/** Milliseconds. A later equal call is not a retry, but for example the next poll. */
const maxGap = 60_000;

/** Calls that book, pay or cancel only after a 429, because other rules judge them. In one task, a similar Search after a failure is a retry. */
export function readRetries(calls: readonly Call[], isOneTask: boolean) {
  const chains: Call[][] = [];
  const places = new Map<Call, { chain: Chain; place: number }>();
  const failed = new Map<string, Call[]>();
  for (const call of calls) {
    if (call.facts.operation === null || call.step === 'tool') continue;
    // A look-up after a call that changes bookings has a new question, so it repeats no look-up before that call.
    if (call.isChange)
      for (const [key, [first]] of failed) if (first?.isLookUp && first.by === call.by) failed.delete(key);
    const hasFailed = mayRepeat(call);
    if (!hasFailed && failed.size === 0) continue; // most traffic needs no key
    const isOwnSearch = isOneTask && call.step === 'search';
    const key = isOwnSearch ? searchKey(call) : requestKey(call);
    const before = failed.get(key);
    const last = before?.at(-1);
    const goesOn = before && last && isNext(last, call, isOwnSearch ? Number.POSITIVE_INFINITY : maxGap);
    const chain = goesOn ? before : [];
    chain.push(call);
    if (goesOn || hasFailed) places.set(call, { chain, place: chain.length });
    if (!goesOn && hasFailed) chains.push(chain);
    if (hasFailed) failed.set(key, chain);
    else failed.delete(key);
  }
  // There is a chain for each failed request, also without a retry.
  return { chains: chains as readonly Chain[], placeOf: (call: Call) => places.get(call) };
}

/** Decision 2, err.429. */
function mayRepeat(call: Call): boolean {
  if (call.reading === 'clear' && call.facts.status === 429) return true;
  return !call.isChange && call.isLost;
}

/** Searches that differ only in optional fields have equal keys. */
const searchKey = (call: Call): string => {
  const { mark: _, ...request } = call.facts.request;
  return `${call.by} ${call.facts.operation} ${JSON.stringify(request)}`;
};

function isNext(last: Call, call: Call, within: number): boolean {
  if (call.isWantedRepeat || !couldHaveSeen(call, last) || !last.ended || !isOneProcess(call, last))
    return false;
  return call.opened.at - last.ended.at <= within + (retryAfterOf(last) ?? 0);
}

/** Milliseconds. Attempts are counted from 1 (err.retry). */
export const backoffAfter = (place: number): number =>
  limits.backoffFirst.value * 2 ** (Math.min(place, limits.attempts.value - 1) - 1);

/** In milliseconds from the sending of the answer (err.429). Undefined also if the client may not have received the answer. */
export function retryAfterOf({ reading, facts: { retryAfter, answered, date } }: Call): number | undefined {
  if (reading !== 'clear' || retryAfter === undefined || !answered) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const until = isDate(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - writtenAt(answered.at, date));
}

const resolution = 1_000;

/** Epoch milliseconds of the supplier's clock. If the recorded time agrees with the Date header, it is more exact. */
function writtenAt(recorded: number, date: string | undefined): number {
  const header = date === undefined ? Number.NaN : Date.parse(date);
  const isOneClock = recorded >= header && recorded < header + resolution;
  return Number.isNaN(header) || isOneClock ? recorded : header;
}

const isDate = (text: string): boolean =>
  /^(?:mon|tue|wed|thu|fri|sat|sun)\w*,? .*\d\d:\d\d:\d\d/i.test(text);

/** A date in Retry-After has whole seconds, and clients compare it with the Date header or with their own clock. */
export const earlyTolerance = (call: Call): number => (isByDate(call) ? resolution : 0);

export const isByDate = ({ facts: { retryAfter = '' } }: Call): boolean => isDate(retryAfter);
