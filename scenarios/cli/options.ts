import { commandName } from '#contracts/util';
import { flag, option, repeatable } from './command.ts';
import {
  bearerToken,
  choiceOf,
  httpAddress,
  integer,
  memorySize,
  notEmpty,
  readClock,
  readFaults,
  readOrigins,
  storeAddress,
} from './values.ts';

const tlsKinds = ['self-signed', 'expired', 'wrong-host', 'untrusted'] as const;
const logForms = ['pretty', 'json', 'quiet'] as const;

/** The options that a config file can set. One config file can be used for all commands. */
export const configOptions = {
  port: option('<number>', 'TCP port; 0 picks a free port', integer('a port', 0, 65_535), { default: 4010 }),
  host: option(
    '<address>',
    'address on which the server listens; unless the address is loopback, the control API requires a token',
    notEmpty,
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
  tls: option(
    '<kind>',
    'serve https with a certificate that the command makes for tests: self-signed, or one that a client must refuse: expired, wrong-host or untrusted (docs/guides/tls.md)',
    choiceOf(...tlsKinds),
    { choices: tlsKinds },
  ),
  tlsFolder: option(
    '<folder>',
    'folder of the certificates that --tls makes: the CA, the server and a client; the next start uses the same CA',
    notEmpty,
    { default: 'understudy-tls', isPath: true },
  ),
  tlsCert: option('<file>', 'serve https with this certificate (PEM)', notEmpty, { isPath: true }),
  tlsKey: option('<file>', 'private key of --tls-cert (PEM, without a password)', notEmpty, { isPath: true }),
  clientCa: option('<file>', 'refuse clients without a certificate of these CAs (PEM)', notEmpty, {
    isPath: true,
  }),
  seed: option('<text>', 'seed of the inventory: the same seed gives the same hotels and prices', notEmpty, {
    default: 'understudy',
  }),
  clock: option(
    '<mode>[@<instant>]',
    'clock mode: real, manual, scaled:60 (60 times as fast) or per-poll; the clock starts now, or at the given instant',
    readClock,
    { default: { mode: 'real' }, shownDefault: 'real' },
  ),
  scenario: option('<id>', `the scenario to play; "${commandName} scenarios" lists all scenarios`, notEmpty),
  scenarios: option(
    '<folder>',
    'folder with your own scenarios, in addition to the built-in scenarios (docs/guides/scenarios.md)',
    notEmpty,
    { isPath: true },
  ),
  inventory: option(
    '<file|folder>',
    'YAML, JSON or CSV file with the destinations and hotels of your supplier, or a folder with such files (docs/guides/inventory.md)',
    notEmpty,
    { shownDefault: 'the built-in inventory', isPath: true },
  ),
  fault: repeatable(
    '<fault>',
    `a fault in shorthand or JSON form (docs/guides/faults.md); repeat the flag for more faults; the config file can contain a list, and the variable a JSON list; "${commandName} endpoints" lists the operations`,
    readFaults,
  ),
  username: option('<text>', 'Username of the Credential that clients send', notEmpty, { default: 'demo' }),
  password: option('<text>', 'Password of the Credential that clients send', notEmpty, {
    default: 'demo',
    isSecret: true,
  }),
  staticToken: option('<text>', 'token in the path of requests for static data', notEmpty, {
    default: 'demo-static-token',
    isSecret: true,
  }),
  managerId: option(
    '<number>',
    'managerId that belongs to the static token',
    integer('a managerId', 0, 2 ** 31 - 1),
    { default: 1 },
  ),
  mcpToken: option('<text>', 'bearer token of the tool server at /mcp', bearerToken, {
    default: 'demo-mcp-token',
    isSecret: true,
  }),
  controlToken: option('<text>', 'bearer token of the control API at /_control', notEmpty, {
    shownDefault: 'no token on loopback, else a new token',
    isSecret: true,
  }),
  tokens: option(
    '<file>',
    'YAML or JSON file with more tokens of the control API, each for all sandboxes, for a namespace, or for the metrics; the server reads the file again when it changes (docs/guides/operate.md)',
    notEmpty,
    { isPath: true },
  ),
  profile: option(
    '<file|name>',
    'YAML file with the paths, names and values of your supplier, or the name of a bundled profile such as classic (docs/guides/profile.md)',
    notEmpty,
    { isPath: true, isProfile: true },
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
  log: option(
    logForms.join('|'),
    'pretty prints the addresses and a line per request; json prints the same content as lines of JSON; quiet prints only the addresses',
    choiceOf(...logForms),
    { default: 'pretty', choices: logForms },
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

export const config = option(
  '<file>',
  'YAML file with options of the server, such as profile; docs/guides/command-line.md lists the keys',
  notEmpty,
);

/** Returns the options with the given names, in the given order. */
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

/** The option that tells warp how long nothing must happen before the time may jump. */
export const warpQuiet = option(
  '<ms>',
  'with warp: real time in milliseconds in which nothing happens, before the time may jump; more for a client that waits for other programs, such as its own database',
  integer('milliseconds', 0, 60_000),
  { shownDefault: '20' },
);

export const tlsOptions = pickOptions('tls', 'tlsFolder', 'tlsCert', 'tlsKey', 'clientCa');
