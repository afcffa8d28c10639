import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Profile, systemClock } from '#contracts';
import { createMockSupplier, FaultError, type MockSupplier } from '#mock-server';
import { ListenError, type Listening, listen } from '#mock-server/node';
import { CliError } from './cli-error.ts';
import { explainRefusal } from './fault-option.ts';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';
import { printReady } from './ready.ts';
import { stopRequested } from './stop-signals.ts';
import { supplierOptions } from './supplier-options.ts';

/** Starts the stand-in, says where it is, and runs until it is told to end. */
export async function serve(values: Values): Promise<void> {
  // V8 would let its young generation grow to 130 MB under load, and the old one to twice of what is alive, for nothing:
  // what a request leaves behind is small. Measured: the same requests a second in 50 MB less.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  const supplier = makeSupplier(values, await loadProfile(values.profile));
  const { host, port, publicUrl, controlToken } = values;
  const stop = stopRequested();
  const listening = await listen(supplier, { host, port, publicUrl, controlToken }).catch(explain);
  await printReady({ supplier, listening }, values.log);
  // Now rather than at the end, which a killed process does not see.
  flushCompileCache();
  void shrinkYoungGeneration();
  await stop;
  await listening.close();
  // Clocks of sandboxes may still wait for something; nobody is left to see it.
  process.exit(0);
}

function makeSupplier(values: Values, profile: Profile | undefined): MockSupplier {
  try {
    return createMockSupplier({ ...supplierOptions(values), profile });
  } catch (error) {
    // Each fault was judged when it was read; two of them can still contradict each other.
    throw error instanceof FaultError ? new CliError(explainRefusal(error, values.fault)) : error;
  }
}

/** When the first call after a start has long been answered, milliseconds. */
const settled = 1_000;

/**
 * Loading leaves a young generation of 16 MB, which V8 keeps for good unless it is asked in earnest. That takes it 25 ms,
 * so it is asked when nobody waits for the start any more. Measured: 8 MB less under load.
 */
async function shrinkYoungGeneration(): Promise<void> {
  await systemClock.sleep(settled);
  setFlagsFromString('--expose-gc');
  const collect: ((how: { type: 'major'; flavor: 'last-resort' }) => void) | undefined =
    runInNewContext('gc');
  collect?.({ type: 'major', flavor: 'last-resort' });
}

function explain(error: unknown): Listening {
  if (error instanceof ListenError) throw new CliError([error.message], 1);
  throw error;
}
