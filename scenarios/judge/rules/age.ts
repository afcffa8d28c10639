import type { Stamp } from '#contracts/exchange';
import type { Call } from '../traffic/call.ts';
import type { JudgeContext } from './context.ts';
import type { Doubt } from './opinion.ts';
import { canTell, clockOf, isHasty, tolerance, tooFast } from './time.ts';

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
export function judgeAge({ since, call, limit }: Aged, context: JudgeContext): 'too old' | Doubt | undefined {
  const over = call.opened.at - since.at - limit;
  if (over <= tolerance(limit, context)) return undefined;
  // It looked how old that was, and had to wait for its turn before it could send it.
  if (isHasty(context) && over <= moment * clockOf(context).speed) return tooFast(limit, context);
  const { mode } = clockOf(context);
  if (mode === 'scaled' && call.opened.real - since.real < leastReal) return tooFast(limit, context);
  return canTell(limit, context) ? 'too old' : tooFast(limit, context);
}
