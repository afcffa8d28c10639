import { commandName } from '#contracts/util';
import { choice, flag, option, repeatable, text } from './command.ts';
import {
  bearerToken,
  httpAddress,
  integer,
  managerId,
  memorySize,
  readClock,
  readFaults,
  readOrigins,
  storeAddress,
} from './values.ts';

/** A path in a config file is relative to the folder of this file. */
const path = (
  hint: string,
  description: string,
  details: { readonly shownDefault?: string; readonly isProfile?: true } = {},
) => text(hint, description, { isPath: true, ...details });

/** The options that a config file can set. One config file can be used for all commands. */
export const configOptions = {
  port: option('<number>', 'TCP port; 0 picks a free port', integer('a port', 0, 65_535), { default: 4010 }),
  host: text(
    '<address>',
    'address on which the server listens; unless the address is loopback, the control API requires a token',
    { default: '127.0.0.1' },
  ),
  publicUrl: option(
    '<url>',
    'address at which clients reach the server, for a container or a proxy; unless the address is loopback, the control API requires a token',
    httpAddress,
  ),
  cors: repeatable(
    '<origin>',
    'origin of web pages that may call the supplier, such as http://localhost:5173, or * for every page; repeat the flag for more origins; the variable can contain a list with commas',
    readOrigins,
    { shownDefault: 'no page of another origin' },
  ),
  tls: choice(
    ['self-signed', 'expired', 'wrong-host', 'untrusted'],
    'serve https with a certificate that the command makes for tests: self-signed, or one that a client must refuse: expired, wrong-host or untrusted (docs/guides/tls.md)',
    { hint: '<kind>' },
  ),
  tlsFolder: text(
    '<folder>',
    'folder of the certificates that --tls makes: the CA, the server and a client; the next start uses the same CA',
    { default: 'understudy-tls', isPath: true },
  ),
  tlsCert: path('<file>', 'serve https with this certificate (PEM)'),
  tlsKey: path('<file>', 'private key of --tls-cert (PEM, without a password)'),
  clientCa: path('<file>', 'refuse clients without a certificate of these CAs (PEM)'),
  seed: text('<text>', 'seed of the inventory: the same seed gives the same hotels and prices', {
    default: 'understudy',
  }),
  clock: option(
    '<mode>[@<instant>]',
    'clock mode: real, manual, scaled:60 (60 times as fast) or per-poll; the clock starts now, or at the given instant',
    readClock,
    { default: { mode: 'real' }, shownDefault: 'real' },
  ),
  scenario: text('<id>', `the scenario to play; "${commandName} scenarios" lists all scenarios`),
  scenarios: path(
    '<folder>',
    'folder with your own scenarios, in addition to the built-in scenarios (docs/guides/scenarios.md)',
  ),
  inventory: path(
    '<file|folder>',
    'YAML, JSON or CSV file with the destinations and hotels of your supplier, or a folder with such files (docs/guides/inventory.md)',
    { shownDefault: 'the built-in inventory' },
  ),
  fault: repeatable(
    '<fault>',
    `a fault in shorthand or JSON form (docs/guides/faults.md); repeat the flag for more faults; the config file can contain a list, and the variable a JSON list; "${commandName} endpoints" lists the operations`,
    readFaults,
  ),
  username: text('<text>', 'Username of the Credential that clients send', { default: 'demo' }),
  password: text('<text>', 'Password of the Credential that clients send', {
    default: 'demo',
    isSecret: true,
  }),
  staticToken: text('<text>', 'token in the path of requests for static data', {
    default: 'demo-static-token',
    isSecret: true,
  }),
  managerId: option('<number>', 'managerId that belongs to the static token', managerId, { default: 1 }),
  mcpToken: option('<text>', 'bearer token of the tool server at /mcp', bearerToken, {
    default: 'demo-mcp-token',
    isSecret: true,
  }),
  controlToken: text('<text>', 'bearer token of the control API at /_control', {
    shownDefault: 'no token on loopback, else a new token',
    isSecret: true,
  }),
  tokens: path(
    '<file>',
    'YAML or JSON file with more tokens of the control API, each for all sandboxes, for a namespace, or for the metrics; the server reads the file again when it changes (docs/guides/operate.md)',
  ),
  profile: path(
    '<file|name>',
    'YAML file with the paths, names and values of your supplier, or the name of a bundled profile such as classic (docs/guides/profile.md)',
    { isProfile: true },
  ),
  store: option(
    '<store>',
    'where the server keeps its sandboxes: memory, sqlite: with a folder, or a Valkey server such as redis://127.0.0.1:6379 (docs/guides/store.md)',
    storeAddress,
    { default: 'memory' },
  ),
  maxMemory: option(
    '<size>',
    'memory that the whole process can use, such as 512MB or 2GiB; the oldest recorded calls of all sandboxes are dropped first, and a full server refuses new Searches and sandboxes (docs/guides/operate.md)',
    memorySize,
    {
      shownDefault:
        'three quarters of the memory of the container or the machine, at most 120 MB above the heap limit of Node',
    },
  ),
  maxSandboxes: option(
    '<count>',
    'sandboxes in memory; a new sandbox above this number is refused; with a durable store, sandboxes without calls leave memory (docs/guides/operate.md)',
    integer('a number of sandboxes', 1, 1_000_000),
    { default: 10_000 },
  ),
  log: choice(
    ['pretty', 'json', 'quiet'],
    'pretty prints the addresses and a line per request; json prints the same content as lines of JSON; quiet prints only the addresses',
    { default: 'pretty' },
  ),
  target: option(
    '<url>',
    'base address to test; only with --allow-booking, the command sends requests that book, pay or cancel',
    httpAddress,
    { shownDefault: 'a stand-in in this process' },
  ),
  commonsUrl: option('<url>', 'base address of the static data of the target', httpAddress, {
    shownDefault: 'the address in --target',
  }),
  states: option(
    '<url>',
    'address that sets up provider states, for example /_control/provider-states of a stand-in',
    httpAddress,
    { shownDefault: 'no address for a target' },
  ),
};

export const config = text(
  '<file>',
  'YAML file with options of the server, such as profile; docs/guides/command-line.md lists the keys',
);

export const pickOptions = <Name extends keyof typeof configOptions>(
  ...names: readonly Name[]
): Pick<typeof configOptions, Name> =>
  Object.fromEntries(names.map(name => [name, configOptions[name]])) as Pick<typeof configOptions, Name>; // fromEntries drops the key types

export const credentialNames = ['username', 'password', 'staticToken', 'managerId'] as const;

export const supplierOptions = pickOptions(
  'seed',
  'clock',
  'scenario',
  'scenarios',
  'inventory',
  'fault',
  ...credentialNames,
  'mcpToken',
);

export const json = flag('print JSON instead of a table');

export const warpQuiet = option(
  '<ms>',
  'with warp: real time in milliseconds in which nothing happens, before the time may jump; more for a client that waits for other programs, such as its own database',
  integer('milliseconds', 0, 60_000),
  { shownDefault: '20' },
);

export const tlsOptions = pickOptions('tls', 'tlsFolder', 'tlsCert', 'tlsKey', 'clientCa');
