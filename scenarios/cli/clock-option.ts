import { nearest } from '#contracts/util';
import { ValueError } from './cli-error.ts';

/** The clock of the default sandbox, in the terms of `createMockSupplier`. */
export interface ClockOption {
  readonly mode: 'real' | 'manual' | 'scaled' | 'per-poll';
  /** Epoch milliseconds; now when absent. */
  readonly start?: number;
  /** Virtual per real milliseconds; with `scaled` only. */
  readonly scale?: number;
}

const example =
  'real, manual, scaled:60 or per-poll, with a start if wanted, as in manual@2026-12-01T10:00:00Z';
const modes = ['real', 'manual', 'per-poll'] as const;
/** The maxScale scaled clock, virtual per real milliseconds. */
export const maxScale = 1_000_000;

/**
 * Reads `<mode>[@<instant>]`.
 *
 * @throws ValueError saying what was expected
 * @example readClock('scaled:60@2026-12-01T10:00:00Z') // { mode: 'scaled', scale: 60, start: 1796119200000 }
 */
export function readClock(given: string): ClockOption {
  const at = given.indexOf('@');
  const [pace, since] = at < 0 ? [given, undefined] : [given.slice(0, at), given.slice(at + 1)];
  return { ...readPace(pace), ...(since !== undefined && { start: readInstant(since) }) };
}

function readPace(pace: string): ClockOption {
  const mode = modes.find(known => known === pace);
  if (mode !== undefined) return { mode };
  if (pace === 'auto') {
    throw new ValueError(
      'auto works in one process only, where the clock sees who waits on it; take manual, per-poll or scaled:60',
    );
  }
  if (pace === 'scaled' || pace.startsWith('scaled:'))
    return { mode: 'scaled', scale: readScale(pace.slice(7)) };
  const near = nearest(pace, [...modes, 'scaled:60']);
  throw new ValueError(`expected ${example}${near === undefined ? '' : `; did you mean "${near}"?`}`);
}

function readScale(text: string): number {
  const scale = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (scale > 0 && scale <= maxScale) return scale;
  throw new ValueError(`expected how many times as fast, above 0 and up to ${maxScale}, as in scaled:60`);
}

const instantForm = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

function readInstant(text: string): number {
  const date = instantForm.exec(text)?.[1];
  const instant = Date.parse(text);
  // A day that its month does not have would be read as one of the next month.
  const isReal =
    date !== undefined && new Date(Date.parse(`${date}T00:00:00Z`)).toISOString().startsWith(date);
  if (isReal && Number.isFinite(instant)) return instant;
  throw new ValueError(`"${text}" is no instant; write it with its zone, as in 2026-12-01T10:00:00Z`);
}
