import type { ParsedFault } from '#contracts/fault';
import { type ClockOption, readClock } from './clock-option.ts';
import { readFaults } from './fault-option.ts';
import { type Option, option, optional } from './option.ts';
import { runOptions } from './run-options.ts';
import { bearerToken, choiceOf, httpAddress, integer, notEmpty } from './values.ts';
import { verifyOptions } from './verify-options.ts';

/** Every option of every command: flags, environment variables, config keys, help and docs are made from this table. */
export const options = {
  port: option<number>({
    config: 'number',
    hint: '<number>',
    default: 4010,
    description: 'TCP port; 0 takes a free one',
    read: integer('a port', 0, 65_535),
  }),
  host: option<string>({
    config: 'text',
    hint: '<address>',
    default: '127.0.0.1',
    description: 'address to bind to; any but loopback protects the control API by a token',
    read: notEmpty,
  }),
  publicUrl: option<string | undefined>({
    config: 'text',
    hint: '<url>',
    default: undefined,
    description:
      'address that people reach it at, when a container or proxy lies between; any but loopback protects the control API by a token',
    read: httpAddress,
  }),
  seed: option<string>({
    config: 'text',
    hint: '<text>',
    default: 'understudy',
    description: 'what the inventory is drawn from; the same seed gives the same hotels and prices',
    read: notEmpty,
  }),
  clock: option<ClockOption>({
    config: 'text',
    hint: '<mode>[@<instant>]',
    default: { mode: 'real' },
    shownDefault: 'real',
    description:
      'how time passes: real, manual, scaled:60 (so many times as fast) or per-poll; starts now or at the instant',
    read: readClock,
  }),
  scenario: optional({
    config: 'text',
    hint: '<id>',
    description: 'the scenario that it plays; "understudy scenarios" lists them',
  }),
  scenarios: optional({
    config: 'text',
    hint: '<folder>',
    isPath: true,
    description: 'folder with scenarios of your own, beside the built-in ones (docs/guides/scenarios.md)',
  }),
  fault: option<readonly ParsedFault[]>({
    config: 'text',
    hint: '<fault>',
    default: [],
    description:
      'what goes wrong, in short or as JSON: docs/guides/faults.md explains both, and understudy endpoints lists the operations; for several the flag again, or a list (in the variable a JSON list)',
    several: true,
    read: readFaults,
  }),
  username: option<string>({
    config: 'text',
    hint: '<text>',
    default: 'demo',
    description: 'Username of the Credential that clients send',
    read: notEmpty,
  }),
  password: option<string>({
    config: 'text',
    hint: '<text>',
    default: 'demo',
    description: 'Password of the Credential that clients send',
    isSecret: true,
    read: notEmpty,
  }),
  staticToken: option<string>({
    config: 'text',
    hint: '<text>',
    default: 'demo-static-token',
    description: 'token in the path of static data',
    isSecret: true,
    read: notEmpty,
  }),
  managerId: option<number>({
    config: 'number',
    hint: '<number>',
    default: 1,
    description: 'managerId that goes with the static token',
    read: integer('a managerId', 0, 2 ** 31 - 1),
  }),
  mcpToken: option<string>({
    config: 'text',
    hint: '<text>',
    default: 'demo-mcp-token',
    description: 'bearer token that the tool server at /mcp asks for',
    isSecret: true,
    read: bearerToken,
  }),
  controlToken: optional({
    config: 'text',
    hint: '<text>',
    shownDefault: 'none on loopback, else a new one',
    description: 'bearer token that /_control asks for',
    isSecret: true,
  }),
  profile: optional({
    config: 'text',
    hint: '<file>',
    isPath: true,
    description: 'YAML file with the paths and names of your supplier (docs/guides/profile.md)',
  }),
  log: option<'pretty' | 'json'>({
    config: 'text',
    hint: 'pretty|json',
    default: 'pretty',
    description: 'how to say that it is ready: for people, or one line of JSON',
    read: choiceOf('pretty', 'json'),
  }),
  config: optional({
    config: 'none',
    hint: '<file>',
    description: 'YAML file with any of these options under its name in camelCase',
  }),
  ...runOptions,
  url: option<string | undefined>({
    config: 'none',
    hint: '<url>',
    shownDefault: 'that of serve with the same options',
    default: undefined,
    description: 'base address that the calls shown go to',
    read: httpAddress,
  }),
  target: option<string | undefined>({
    config: 'text',
    hint: '<url>',
    shownDefault: 'a stand-in of this process',
    default: undefined,
    description: 'base address of what is tried; nothing that books is sent to it without --allow-booking',
    read: httpAddress,
  }),
  commonsUrl: option<string | undefined>({
    config: 'text',
    hint: '<url>',
    shownDefault: 'that of --target',
    default: undefined,
    description: 'base address of its static data',
    read: httpAddress,
  }),
  states: option<string | undefined>({
    config: 'text',
    hint: '<url>',
    shownDefault: 'none for a target',
    default: undefined,
    description: 'address that sets provider states up, such as /_control/provider-states of a stand-in',
    read: httpAddress,
  }),
  allowBooking: option<boolean>({
    config: 'none',
    default: false,
    description: 'sends what books, pays or cancels to a target, too',
    read: () => true,
  }),
  ...verifyOptions,
  json: option<boolean>({
    config: 'none',
    default: false,
    description: 'prints JSON instead of a table',
    read: () => true,
  }),
  yaml: option<boolean>({
    config: 'none',
    default: false,
    description: 'prints one scenario as YAML, to be changed',
    read: () => true,
  }),
};

/** Name of an option: its key in a config file and in what is read. */
export type OptionKey = keyof typeof options;
/** The value of every option. */
export type Values = { -readonly [K in OptionKey]: (typeof options)[K]['default'] };

/** An option whatever its value. */
export const optionOf = (key: OptionKey): Option<unknown> => options[key];

const words = (key: string): string => key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The flag of an option, without dashes. @example flagOf('publicUrl') // 'public-url' */
export const flagOf = (key: OptionKey): string => optionOf(key).flag ?? words(key);

/** The environment variable of an option, or undefined for a flag that only makes sense on a command line. */
export function variableOf(key: OptionKey): string | undefined {
  return optionOf(key).hint === undefined
    ? undefined
    : `UNDERSTUDY_${flagOf(key).replaceAll('-', '_').toUpperCase()}`;
}
