import { flushCompileCache } from 'node:module';
import { constants } from 'node:os';
import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import { once } from '#contracts/util';
import { type MockSupplier, readStart, StoreError } from '#mock-server';
import { ListenError, type Listening, listen, openStore } from '#mock-server/node';
import { CliError } from '../cli-error.ts';
import { defineCommand, flag, type OptionValues } from '../command.ts';
import { logRequests } from '../log-requests.ts';
import { makeSupplier } from '../make-supplier.ts';
import { config, pickOptions, supplierOptions } from '../options.ts';
import { ProcessMemory } from '../process-memory.ts';
import { printReady } from '../ready.ts';
import { stopRequested } from '../stop-signals.ts';
import { openTokensFile } from '../tokens-file.ts';

const options = {
  ...pickOptions('port', 'host', 'publicUrl', 'cors'),
  ...supplierOptions,
  ...pickOptions('controlToken', 'tokens', 'profile', 'store', 'maxMemory', 'maxSandboxes', 'log'),
  keepJournal: flag(
    'also keep the recorded calls in the durable store, so that verdicts and exports survive a restart',
  ),
  config,
};

export const command = defineCommand({
  options,
  examples: [
    'serve --port 0 --log json',
    'serve --clock manual@2026-12-01T10:00:00Z',
    'serve --fault hotel.doBooking:cut,commit=before,times=1 --fault delay=PT2S',
    'serve --scenario answer-lost-booked',
    'serve --store sqlite:understudy-data --keep-journal',
    'serve --host 0.0.0.0 --public-url https://understudy.example.com',
  ],
  run: ({ options: values }) => serve(values),
});

const openToAll =
  'with --cors *, every web page that a browser on your network opens can call this server; name the origins of your pages';

/** Starts the stand-in, prints its addresses, and runs until a signal ends it. */
async function serve(values: OptionValues<typeof options>): Promise<void> {
  const memory = new ProcessMemory(values.maxMemory);
  const store = await startStore(values);
  const supplier = await makeSupplier(values, {
    store,
    memory,
    readConsole,
    maxSandboxes: values.maxSandboxes,
  });
  const tokens = values.tokens === undefined ? undefined : await openTokensFile(values.tokens, values.log);
  const stop = stopRequested(endAtOnce);
  const { port, host, publicUrl, controlToken, cors } = values;
  const listening = await listen(supplier, { port, host, publicUrl, controlToken, tokens, cors }).catch(
    explain,
  );
  const warnings = [...(cors.includes('*') ? [openToAll] : []), ...(store?.store.warnings ?? [])];
  for (const warning of warnings) console.error(styleText('yellow', warning, { stream: process.stderr }));
  printReady({ supplier, listening }, values.log);
  const { log } = values;
  if (log !== 'quiet') logRequests(supplier, { log, controlToken: listening.controlToken });
  // Write the compile cache now, because a process that is killed later would not write the cache.
  flushCompileCache();
  memory.keepSmall(supplier);
  const code = await stopServer({ supplier, listening }, await stop);
  // Without this call, timers of sandbox clocks would keep the process alive.
  process.exit(code);
}

/** Explains why a second signal ends the process. Returns the exit code, as a shell reports the end by this signal. */
function endAtOnce(signal: NodeJS.Signals): number {
  console.error(
    `understudy: the second signal (${signal}) ended the server at once; open calls were cut off, and ${unreported}`,
  );
  return 128 + constants.signals[signal];
}

const unreported = 'the store can miss changes that no answer has reported';

/** Opens the store; returns undefined for a store in memory. */
async function startStore({ store, keepJournal }: OptionValues<typeof options>) {
  if (store === 'memory' && keepJournal)
    throw new CliError([
      'serve: --keep-journal needs a durable store; add --store, such as --store sqlite:understudy-data',
    ]);
  const opened = await openStore(store).catch(explainStore);
  return opened && (await readStart(opened, { keepJournal }).catch(explainStore));
}

/** The maximum time until the calls have their answers, in milliseconds. A user who presses Ctrl-C does not wait for long. */
const maxDrain = { terminal: 1_000, orchestrator: 8_000 };
/** The maximum time until the durable store has the last changes, in milliseconds. */
const maxClose = 2_000;

/** Answers the open calls, and writes the last changes to the durable store. Returns the exit code. */
async function stopServer(
  { supplier, listening }: { supplier: MockSupplier; listening: Listening },
  signal: NodeJS.Signals,
): Promise<number> {
  const isDrained = await listening.stop(signal === 'SIGTERM' ? maxDrain.orchestrator : maxDrain.terminal);
  if (!isDrained) console.error('some calls were still open and were cut off');
  const tooLate = systemClock.sleep(maxClose).then(() => {
    throw new StoreError(
      'unavailable',
      `the store did not take the last changes within ${maxClose / 1_000} s; ${unreported}`,
    );
  });
  try {
    await Promise.race([supplier.closeStore(), tooLate]);
    return 0;
  } catch (error) {
    console.error(`understudy: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

/** Reads the console. Only the first visit loads the code and the page. */
const readConsole = once(async () => (await import('../../web/index.ts')).readPage('console'));

function explainStore(error: unknown): never {
  if (error instanceof StoreError) throw new CliError([error.message], 1);
  throw error;
}

function explain(error: unknown): Listening {
  if (error instanceof ListenError) throw new CliError([error.message], 1);
  throw error;
}
