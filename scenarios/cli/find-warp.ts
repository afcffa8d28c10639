import { UsageError } from '#contracts/util';
import type { NewClock } from '#mock-server';
import { canStartAt, findTracer, type Tracer, warpYears } from '../warp/index.ts';
import { CliError } from './cli-error.ts';
import { readClock, readInstant } from './values.ts';

export type FindTracer = () => Promise<Tracer>;

export async function requireTracer(
  { name, hint = '' }: { readonly name: string; readonly hint?: string },
  find: FindTracer = findTracer,
): Promise<string> {
  const tracer = await find();
  if ('path' in tracer) return tracer.path;
  throw new CliError([`${name} does not work here: ${tracer.reason}${hint}`]);
}

const clockWarp = { name: '--clock warp', hint: '; use --clock scaled' };

/** The options of `run` about the clock. The value undefined means that the user did not give the option. */
export interface RunClockValues {
  readonly clock: 'real' | 'scaled' | 'per-poll' | 'warp' | undefined;
  readonly speed: 'auto' | number;
  readonly warpQuiet: number | undefined;
}

/**
 * Chooses the clock mode of a run. Without `--clock`, the mode is `warp` where it works and a client runs, else `scaled`. `why` says
 * why the mode is not `warp`, although the user did not ask for another mode.
 */
export async function chooseRunClock(
  values: RunClockValues,
  hasClient: boolean,
  find: FindTracer = findTracer,
) {
  const { clock, speed, warpQuiet: quiet } = values;
  if (clock === 'warp' && speed !== 'auto')
    throw new CliError([
      '--speed is for a scaled clock; with --clock warp, waits take no time at any speed: remove --speed',
    ]);
  const isOther = clock === undefined ? speed !== 'auto' : clock !== 'warp';
  if (quiet !== undefined && isOther) throw new CliError(['--warp-quiet works only with --clock warp']);
  if (isOther || !hasClient) return { mode: clock ?? 'scaled' };
  const mode = 'warp' as const;
  if (clock === mode) return { mode, warp: { tracer: await requireTracer(clockWarp, find), quiet } };
  const tracer = await find();
  if ('path' in tracer) return { mode, warp: { tracer: tracer.path, quiet } };
  const why = `the clock is scaled, because warp does not work here: ${tracer.reason}`;
  return { mode: 'scaled' as const, why };
}

export type ExecClock = NewClock | { readonly mode: 'warp'; readonly start?: number };

export function readExecClock(given: string): ExecClock {
  if (given === 'warp') return { mode: 'warp' };
  if (given.startsWith('warp@')) return { mode: 'warp', start: readWarpStart(given.slice('warp@'.length)) };
  return readClock(given);
}

export function readWarpStart(text: string): number {
  const start = readInstant(text);
  if (canStartAt(start)) return start;
  throw new UsageError(`expected a time ${warpYears}, because warp counts nanoseconds`);
}
