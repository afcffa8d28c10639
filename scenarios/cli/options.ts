import { readClock } from './clock-option.ts';
import { flag, option, repeatable } from './command.ts';
import { readFaults } from './fault-option.ts';
import { bearerToken, choiceOf, httpAddress, integer, notEmpty, readReportTarget } from './values.ts';

const logForms = ['pretty', 'json', 'quiet'] as const;

/** The options that a config file can set. One file serves all commands; each takes what it has. */
export const configOptions = {
  port: option('<number>', 'TCP port; 0 picks a free one', integer('a port', 0, 65_535), { default: 4010 }),
  host: option(
    '<address>',
    'address to bind to; any address but loopback protects the control API with a token',
    notEmpty,
    { default: '127.0.0.1' },
  ),
  publicUrl: option(
    '<url>',
    'address at which clients reach the server, for a container or a proxy; any address but loopback protects the control API with a token',
    httpAddress,
  ),
  seed: option('<text>', 'seed of the inventory: the same seed gives the same hotels and prices', notEmpty, {
    default: 'understudy',
  }),
  clock: option(
    '<mode>[@<instant>]',
    'how time passes: real, manual, scaled:60 (60 times as fast) or per-poll; it starts now or at the instant',
    readClock,
    { default: { mode: 'real' }, shownDefault: 'real' },
  ),
  scenario: option('<id>', 'the scenario to play; "understudy scenarios" lists them', notEmpty),
  scenarios: option(
    '<folder>',
    'folder with scenarios of your own, beside the built-in ones (docs/guides/scenarios.md)',
    notEmpty,
    { isPath: true },
  ),
  fault: repeatable(
    '<fault>',
    'a fault, as shorthand or JSON (docs/guides/faults.md); "understudy endpoints" lists the operations; for several repeat the flag, or give a list (in the variable a JSON list)',
    readFaults,
  ),
  username: option('<text>', 'Username of the Credential that clients send', notEmpty, { default: 'demo' }),
  password: option('<text>', 'Password of the Credential that clients send', notEmpty, {
    default: 'demo',
    isSecret: true,
  }),
  staticToken: option('<text>', 'token in the path of static data', notEmpty, {
    default: 'demo-static-token',
    isSecret: true,
  }),
  managerId: option(
    '<number>',
    'managerId that goes with the static token',
    integer('a managerId', 0, 2 ** 31 - 1),
    { default: 1 },
  ),
  mcpToken: option('<text>', 'bearer token of the tool server at /mcp', bearerToken, {
    default: 'demo-mcp-token',
    isSecret: true,
  }),
  controlToken: option('<text>', 'bearer token of the control API at /_control', notEmpty, {
    shownDefault: 'none on loopback, else a new one',
    isSecret: true,
  }),
  profile: option(
    '<file>',
    'YAML file with the paths and names of your supplier (docs/guides/profile.md)',
    notEmpty,
    { isPath: true },
  ),
  log: option(
    logForms.join('|'),
    'output: a text when ready and a line per request, the same as lines of JSON, or the text alone',
    choiceOf(...logForms),
    { default: 'pretty', choices: logForms },
  ),
  target: option(
    '<url>',
    'base address to test; it receives nothing that books unless you pass --allow-booking',
    httpAddress,
    { shownDefault: 'a stand-in in this process' },
  ),
  commonsUrl: option('<url>', 'base address of its static data', httpAddress, {
    shownDefault: 'that of --target',
  }),
  states: option(
    '<url>',
    'address that sets up provider states, such as /_control/provider-states of a stand-in',
    httpAddress,
    { shownDefault: 'none for a target' },
  ),
};

/** The config file itself. */
export const config = option(
  '<file>',
  'YAML file with any of these options under its name in camelCase',
  notEmpty,
);

/** Returns some of the options that a config file can set, in the given order. */
export const pickOptions = <Name extends keyof typeof configOptions>(
  ...names: readonly Name[]
): Pick<typeof configOptions, Name> =>
  Object.fromEntries(names.map(name => [name, configOptions[name]])) as Pick<typeof configOptions, Name>; // fromEntries forgets the keys

/** The options that say how clients authenticate. */
export const credentialNames = ['username', 'password', 'staticToken', 'managerId'] as const;

/** The options of a command that starts a stand-in. */
export const supplierOptions = pickOptions(
  'seed',
  'clock',
  'scenario',
  'scenarios',
  'fault',
  ...credentialNames,
  'mcpToken',
);

/** The switch of commands that print a table or JSON. */
export const json = flag('print JSON instead of a table');

/** The reports of a command that judges. */
export const report = repeatable(
  '<form>[=<file>]',
  'text, json, junit or another format, to stdout or to a file; repeat the flag for more',
  text => [readReportTarget(text)],
  { shownDefault: 'text' },
);

/** Sends a target also what books, pays or cancels. */
export const allowBooking = flag('also send a target what books, pays or cancels');
