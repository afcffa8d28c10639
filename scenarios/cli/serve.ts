import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '#contracts';
import { ListenError, type Listening, listen } from '#mock-server/node';
import { CliError } from './cli-error.ts';
import { makeSupplier } from './make-supplier.ts';
import type { Values } from './options.ts';
import { printReady } from './ready.ts';
import { stopRequested } from './stop-signals.ts';

/** Starts the stand-in, says where it is, and runs until it is told to end. */
export async function serve(values: Values): Promise<void> {
  // V8 would let its young generation grow to 130 MB under load, and the old one to twice of what is alive, for nothing:
  // what a request leaves behind is small. Measured: the same requests a second in 50 MB less.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  const supplier = await makeSupplier(values);
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
