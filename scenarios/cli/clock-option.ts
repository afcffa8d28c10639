import { canStartAt, warpYears } from '../warp-start.ts';
import { ValueError } from './cli-error.ts';
import { didYouMean } from './values.ts';

/** The clock settings of the default sandbox, in the form that `createMockSupplier` takes. */
export interface ClockOption {
  readonly mode: 'real' | 'manual' | 'scaled' | 'per-poll';
  /** The start time of the clock, in epoch milliseconds. The default is the current time. */
  readonly start?: number;
  /** The speed, in milliseconds of the sandbox clock per real millisecond. Only the mode `scaled` uses this value. */
  readonly scale?: number;
}

/** The clock settings of `exec`. In the mode `warp`, the clock jumps together with the program. */
export type ExecClockOption = ClockOption | { readonly mode: 'warp'; readonly start?: number };

const example =
  'real, manual, scaled:60 or per-poll, with an optional start, as in manual@2026-12-01T10:00:00Z';
const modes = ['real', 'manual', 'per-poll'] as const;
/** The highest speed of a scaled clock, in milliseconds of the sandbox clock per real millisecond. */
export const maxScale = 1_000_000;

/**
 * Parses the value of the option `--clock`, which has the form `<mode>[@<instant>]`.
 *
 * @throws ValueError for a wrong value; the message shows the expected form
 * @example readClock('scaled:60@2026-12-01T10:00:00Z') // { mode: 'scaled', scale: 60, start: 1796119200000 }
 */
export function readClock(given: string): ClockOption {
  const at = given.indexOf('@');
  const [pace, since] = at < 0 ? [given, undefined] : [given.slice(0, at), given.slice(at + 1)];
  return { ...readPace(pace), ...(since !== undefined && { start: readInstant(since) }) };
}

/**
 * Parses the value of the option `--clock` of `exec`, which can also be `warp`.
 *
 * @throws ValueError for a wrong value
 * @example readExecClock('warp@2026-12-01T10:00:00Z') // { mode: 'warp', start: 1796119200000 }
 */
export function readExecClock(given: string): ExecClockOption {
  if (given === 'warp') return { mode: 'warp' };
  if (given.startsWith('warp@')) return { mode: 'warp', start: readWarpStart(given.slice('warp@'.length)) };
  return readClock(given);
}

function readPace(pace: string): ClockOption {
  const mode = modes.find(known => known === pace);
  if (mode !== undefined) return { mode };
  if (pace === 'auto') {
    throw new ValueError(
      'auto works only if client and stand-in run in the same process; use manual, per-poll or scaled:60',
    );
  }
  if (pace === 'scaled' || pace.startsWith('scaled:'))
    return { mode: 'scaled', scale: readScale(pace.slice(7)) };
  throw new ValueError(`expected ${example}${didYouMean(pace, [...modes, 'scaled:60'])}`);
}

function readScale(text: string): number {
  const scale = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (scale > 0 && scale <= maxScale) return scale;
  throw new ValueError(`expected a speed above 0 and up to ${maxScale}, as in scaled:60`);
}

const instantForm = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Parses the time at which virtual time starts. Throws a ValueError for other texts, and for years that warp does not support. */
export function readWarpStart(text: string): number {
  const start = readInstant(text);
  if (canStartAt(start)) return start;
  throw new ValueError(`expected a time ${warpYears}, because warp counts nanoseconds`);
}

function readInstant(text: string): number {
  const date = instantForm.exec(text)?.[1];
  const instant = Date.parse(text);
  // Date.parse accepts February 30 and returns a day in March.
  const isReal =
    date !== undefined && new Date(Date.parse(`${date}T00:00:00Z`)).toISOString().startsWith(date);
  if (isReal && Number.isFinite(instant)) return instant;
  throw new ValueError(`"${text}" is not a time with a time zone; write a time such as 2026-12-01T10:00:00Z`);
}
