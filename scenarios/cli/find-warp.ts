import type { Tracer } from '../warp/index.ts';
import { CliError } from './cli-error.ts';

/** Finds the tracer. Tests pass their own function. */
export type FindTracer = () => Promise<Tracer>;

// The module is loaded only when it is needed, so that other commands start faster.
const find: FindTracer = async () => (await import('../warp/index.ts')).findTracer();

export async function requireTracer(
  { name, hint = '' }: { readonly name: string; readonly hint?: string },
  findTracer: FindTracer = find,
): Promise<string> {
  const tracer = await findTracer();
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

export interface RunClock {
  readonly mode: NonNullable<RunClockValues['clock']>;
  readonly warp?: { readonly tracer: string; readonly quiet: number | undefined };
  /** Why the mode is not `warp`, although the user did not ask for another mode. */
  readonly why?: string;
}

/** Chooses the clock mode of a run. Without `--clock`, the mode is `warp` where it works and a client runs, else `scaled`. */
export async function chooseRunClock(
  values: RunClockValues,
  hasClient: boolean,
  findTracer: FindTracer = find,
): Promise<RunClock> {
  const { clock, speed, warpQuiet: quiet } = values;
  if (clock === 'warp' && speed !== 'auto')
    throw new CliError([
      '--speed is for a scaled clock; with --clock warp, waits take no time at any speed: remove --speed',
    ]);
  const isOther = clock === undefined ? speed !== 'auto' : clock !== 'warp';
  if (quiet !== undefined && isOther) throw new CliError(['--warp-quiet works only with --clock warp']);
  if (isOther || !hasClient) return { mode: clock ?? 'scaled' };
  if (clock === 'warp')
    return { mode: 'warp', warp: { tracer: await requireTracer(clockWarp, findTracer), quiet } };
  const tracer = await findTracer();
  if ('path' in tracer) return { mode: 'warp', warp: { tracer: tracer.path, quiet } };
  return { mode: 'scaled', why: `the clock is scaled, because warp does not work here: ${tracer.reason}` };
}
