import nodeModule from 'node:module';
import { constants } from 'node:os';
import { styleText } from 'node:util';
import { systemClock, version } from '#contracts';
import { once } from '#contracts/util';
import { defaultSandbox, type MockSupplier, readStart, StoreError, searchCommand } from '#mock-server';
import { logRequests } from '#mock-server/log-requests';
import { type Listening, listen, openStore } from '#mock-server/node';
import { ProcessMemory } from '#mock-server/process-memory';
import { CliError, printWarning } from '../cli-error.ts';
import { columns } from '../columns.ts';
import { defineCommand, flag, type OptionValues } from '../command.ts';
import type { LoadedTls } from '../load-tls.ts';
import { makeSupplier } from '../make-supplier.ts';
import { config, pickOptions, supplierOptions, tlsOptions } from '../options.ts';
import { stopRequested } from '../stop-signals.ts';

export const options = {
  ...pickOptions('port', 'host', 'publicUrl', 'cors'),
  ...tlsOptions,
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
    'serve --tls self-signed --client-ca understudy-tls/ca.pem',
    'serve --host 0.0.0.0 --public-url https://understudy.example.com',
  ],
  run: serve,
});

const openToAll =
  'with --cors *, every web page that a browser on your network opens can call this server; name the origins of your pages';

async function serve(values: OptionValues<typeof options>): Promise<void> {
  const { port, host, publicUrl, controlToken, cors } = values;
  // What few servers need is loaded only then, because each test run of a user can start `serve`.
  const isTls = (values.tls ?? values.tlsCert ?? values.tlsKey ?? values.clientCa) !== undefined;
  const loaded = isTls
    ? await (await import('../load-tls.ts')).loadTls(values, [
        host,
        new URL(publicUrl ?? 'http://localhost').hostname,
      ])
    : undefined;
  const memory = new ProcessMemory(values.maxMemory);
  const store = await startStore(values);
  const supplier = await makeSupplier(values, {
    store,
    memory,
    readConsole,
    maxSandboxes: values.maxSandboxes,
  });
  const tokens =
    values.tokens === undefined
      ? undefined
      : await (await import('../tokens-file.ts')).openTokensFile(values.tokens, values.log);
  const stop = stopRequested(endAtOnce);
  const tls = loaded?.tls;
  const listening = await listen(supplier, { port, host, publicUrl, controlToken, tokens, cors, tls });
  const warnings = [...(cors.includes('*') ? [openToAll] : []), ...(store?.store.warnings ?? [])];
  for (const warning of warnings) printWarning(warning);
  printReady({ supplier, listening, loaded }, values.log);
  const { log } = values;
  if (log !== 'quiet') logRequests(supplier, { log, controlToken: listening.controlToken });
  // Write the compile cache now, because a process that is killed later would not write the cache.
  nodeModule.flushCompileCache?.(); // Deno has no such function
  memory.keepSmall();
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

async function startStore({ store, keepJournal }: OptionValues<typeof options>) {
  if (store === 'memory' && keepJournal)
    throw new CliError([
      'serve: --keep-journal needs a durable store; add --store, such as --store sqlite:understudy-data',
    ]);
  const opened = await openStore(store);
  return opened && (await readStart(opened, { keepJournal }));
}

/** The maximum time until the calls have their answers, in milliseconds. A user who presses Ctrl-C does not wait for long. */
const maxDrain = { terminal: 1_000, orchestrator: 8_000 };
/** The maximum time until the durable store has the last changes, in milliseconds. */
const maxClose = 2_000;

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
export const readConsole = once(async () => (await import('../../report/index.ts')).readPage('console'));

interface Started {
  supplier: MockSupplier;
  listening: Pick<Listening, 'url' | 'localUrl' | 'port' | 'controlToken'>;
  loaded?: LoadedTls | undefined;
}

export function printReady(started: Started, log: 'pretty' | 'json' | 'quiet'): void {
  const time = new Date(systemClock.now()).toISOString();
  const line = () => JSON.stringify({ level: 'info', time, ...readyFacts(started), msg: 'ready' });
  console.log(log === 'json' ? line() : readyText(started));
}

function readyFacts({ supplier, listening: { url, localUrl, port, controlToken }, loaded }: Started) {
  const { identity, clock, faults } = supplier.sandboxes.require(defaultSandbox);
  return {
    version,
    baseUrl: url,
    commonsUrl: url,
    localUrl,
    port,
    controlUrl: `${url}/_control`,
    ...(loaded && { tls: { ...loaded.files, isMutual: loaded.tls.clientCa !== undefined } }),
    ...(controlToken !== undefined && { controlToken }),
    consoleUrl: `${url}/console`,
    docsUrl: `${url}/docs`,
    openApiUrl: `${url}/openapi.json`,
    mcpUrl: `${url}/mcp`,
    mcpToken: identity.mcpToken,
    credential: identity.credentials[0],
    staticToken: identity.staticToken,
    managerId: identity.managerId,
    seed: identity.seed,
    ...(identity.scenario !== undefined && { scenario: identity.scenario }),
    clock: { mode: clock.mode, scale: clock.scale, now: new Date(clock.now()).toISOString() },
    faults: faults.list(),
    profile: supplier.dialect.name,
  };
}

function readyText(started: Started): string {
  const { supplier } = started;
  const facts = readyFacts(started);
  const { credential, clock } = facts;
  const flags = started.loaded?.curl ?? '';
  const sandbox = supplier.sandboxes.require(defaultSandbox);
  const speed = clock.mode === 'scaled' ? `, ${clock.scale} times as fast` : '';
  const rows = [
    ['Base address', facts.baseUrl],
    ...(facts.localUrl === facts.baseUrl ? [] : [['Listening on', facts.localUrl]]),
    ...(flags === '' ? [] : [['Flags of curl', flags]]),
    ['Static data', `${facts.commonsUrl}  (commons_url)`],
    ['Tool server', `${facts.mcpUrl}  (mcp_url)`],
    ['Tool token', facts.mcpToken],
    ['Control API', facts.controlUrl],
    ...(facts.controlToken === undefined ? [] : [['Control token', facts.controlToken]]),
    ['Username', credential?.Username ?? ''],
    ['Password', credential?.Password ?? ''],
    ['Static token', facts.staticToken],
    ['managerId', String(facts.managerId)],
    ...(facts.scenario === undefined ? [] : [['Scenario', facts.scenario]]),
    ['Clock', `${clock.mode}${speed}, now ${clock.now}`],
    ...faultRows(facts),
    ...(facts.profile === null ? [] : [['Profile', facts.profile]]),
    ['Console', facts.consoleUrl],
    ['Docs', `${facts.docsUrl} and ${facts.openApiUrl}`],
  ];
  return [
    `${styleText('bold', `Understudy ${facts.version}`)} is ready.`,
    '',
    ...columns(rows),
    '',
    styleText('bold', 'To search for a hotel, paste this into a shell:'),
    '',
    searchCommand(sandbox, supplier.dialect, facts.localUrl).replace(/^curl/, `curl ${flags}`.trim()),
    '',
    'Press Ctrl-C to stop the server.',
  ].join('\n');
}

/** For more than three faults, only their number and the address of the control API that lists them. */
function faultRows({ faults, controlUrl }: ReturnType<typeof readyFacts>): string[][] {
  if (faults.length === 0) return [];
  const list = `${controlUrl}/sandboxes/${defaultSandbox}/faults`;
  if (faults.length > 3) return [['Faults', `${faults.length} armed, listed at ${list}`]];
  const lines = faults.map(({ id, match, effect }) => `${id}: ${JSON.stringify({ match, effect })}`);
  return [['Faults', [...lines, list].join('\n')]];
}
