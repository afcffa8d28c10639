import type { Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { nearest } from '#contracts/util';
import type { ClockMode, MachineClock, NewClock } from './clock/index.ts';
import type { ControlRoutes } from './control/index.ts';
import type { Credential, SandboxConfig, SandboxOptions } from './sandboxes/index.ts';
import type { SecretsFrom } from './seed-secrets.ts';
import type { CreateStore } from './store/index.ts';

/** The options of a stand-in supplier. The fields of SandboxConfig configure the default sandbox of the supplier. */
export interface MockSupplierOptions extends Omit<SandboxConfig, 'id'> {
  /**
   * The profile with the names that the clients use. `parseProfile` creates a profile. Default: the names of the
   * contract.
   */
  profile?: Profile | undefined;
  /** The scenarios that the sandboxes of the supplier can run. Default: none. */
  catalogue?: readonly Scenario[] | undefined;
  /** More endpoints of the control API, such as the verdicts of the judge. Default: none. */
  routes?: readonly ControlRoutes[] | undefined;
  /** Creates the store of a sandbox. Default: a store in memory. @internal */
  createStore?: CreateStore | undefined;
  /** The source of real time and timers. Default: the clock of the machine. */
  machine?: MachineClock | undefined;
  /**
   * The source of generated passwords, tokens and marks of secrets in journals. Default: `random`. With `seed`, these
   * values are the same in every process. Use `seed` only for tests that compare them, because everyone can compute
   * them.
   */
  secretsFrom?: SecretsFrom | undefined;
}

/** The allowed values of an option: any value, one of several words, an object of options, or a list of objects. */
type Shape = 'any' | readonly string[] | Options | { readonly listOf: Options };
type Options<T = Record<string, unknown>> = { readonly fields: { readonly [Name in keyof T]-?: Shape } };

const modes: Record<ClockMode, true> = {
  real: true,
  manual: true,
  scaled: true,
  'per-poll': true,
  auto: true,
};
const clock: Options<NewClock> = {
  fields: { mode: Object.keys(modes), start: 'any', scale: 'any', startOnFirstRequest: 'any' },
};
const credential: Options<Credential> = { fields: { Username: 'any', Password: 'any' } };
const sandboxOptions: Options<SandboxOptions> = {
  fields: {
    rateLimit: 'any',
    idempotency: ['ignored', 'honoured'],
    ids: ['known', 'any'],
    journalBytes: 'any',
  },
};
const supplierOptions: Options<MockSupplierOptions> = {
  fields: {
    seed: 'any',
    credential,
    credentials: { listOf: credential },
    staticToken: 'any',
    managerId: 'any',
    mcpToken: 'any',
    clock,
    options: sandboxOptions,
    faults: 'any',
    scenario: 'any',
    profile: 'any',
    catalogue: 'any',
    routes: 'any',
    createStore: 'any',
    machine: 'any',
    secretsFrom: ['random', 'seed'],
  },
};

/**
 * Checks that all options of `createMockSupplier` exist. Without this check, a misspelled option would have no effect.
 *
 * @throws TypeError that names the option and the nearest valid option
 * @example checkOptions({ clok: {} }) // TypeError: createMockSupplier: unknown option "clok"; did you mean "clock"? …
 */
export function checkOptions(given: MockSupplierOptions): void {
  check(given, supplierOptions, '');
}

function check(value: unknown, shape: Shape, path: string): void {
  if (value === undefined || shape === 'any') return;
  if (isWords(shape)) checkWord(value, shape, path);
  else if ('listOf' in shape) checkList(value, shape.listOf, path);
  else checkObject(value, shape, path);
}

const isWords = (shape: Shape): shape is readonly string[] => Array.isArray(shape);

function checkWord(value: unknown, words: readonly string[], path: string): void {
  if (typeof value === 'string' && words.includes(value)) return;
  const expected = words.map(word => `"${word}"`).join(', ');
  throw refuse(`${path} is ${show(value)}; ${hint(value, words)}expected one of ${expected}`);
}

function checkList(value: unknown, shape: Options, path: string): void {
  if (!Array.isArray(value)) throw refuse(`${path} is ${show(value)}; expected a list`);
  for (const [index, entry] of value.entries()) check(entry, shape, `${path}[${index}]`);
}

function checkObject(value: unknown, { fields }: Options, path: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(`${path || 'the argument'} is ${show(value)}; expected an object`);
  const known = Object.keys(fields);
  for (const [name, entry] of Object.entries(value)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const at = path === '' ? name : `${path}.${name}`;
    if (!shape) throw refuse(`unknown option "${at}"; ${hint(name, known)}known are ${known.join(', ')}`);
    check(entry, shape, at);
  }
}

function hint(given: unknown, valid: readonly string[]): string {
  const near = typeof given === 'string' ? nearest(given, valid) : undefined;
  return near === undefined ? '' : `did you mean "${near}"? `;
}

const show = (value: unknown): string =>
  typeof value === 'string' ? `"${value}"` : value === null ? 'null' : `a value of type ${typeof value}`;

const refuse = (message: string): TypeError => new TypeError(`createMockSupplier: ${message}`);
