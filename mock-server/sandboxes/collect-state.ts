import { collectRest } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { RestorableState, SandboxReading } from './sandbox-config.ts';

/**
 * Collects the state of a sandbox at this moment step by step, for a snapshot. Unlike `dump`, the result has the bookings as texts,
 * which take less memory.
 *
 * @example await runInSlices(collectState(sandbox))
 */
export function collectState(sandbox: Sandbox): Generator<void, RestorableState> {
  return collect(sandbox.read());
}

function* collect({ small, bookings, rest, journal }: SandboxReading): Generator<void, RestorableState> {
  const texts: string[] = [];
  try {
    for (const text of bookings.oldestFirst()) {
      if (text !== '') texts.push(text);
      yield;
    }
  } finally {
    bookings.end();
  }
  const others = yield* collectRest(rest);
  const exchanges = yield* journal;
  return { ...small, store: { ...others, bookings: texts }, journal: exchanges };
}
