import * as z from 'zod';
import { limits } from '#contracts';
import { controlEndpoints, sandboxOptions } from '#contracts/control';
import type { Fault, PlaceOf } from '#contracts/fault';
import { compact } from '#contracts/util';
import { type ClockMode, hash32, type NewClock, type SecretSource } from '../clock/index.ts';
import type { Ids } from '../inventory/index.ts';
import { checkOptions, wholeNumber } from './check-options.ts';
import type { Catalogue } from './scenario-runs/index.ts';

/** A user name with its password. The fields have the names of the API. */
export interface Credential {
  Username: string;
  Password: string;
}

export interface SandboxOptions {
  /** The maximum number of requests per minute for each credential. `false` means no limit. */
  rateLimit: number | false;
  /** `honoured`: a DoBooking with a repeated Idempotency-Key gets the first answer again. `ignored`: no effect (decision 3). */
  idempotency: 'ignored' | 'honoured';
  /** The hotel and destination ids that exist: only the ids of the reference data (`known`), or any id. */
  ids: Ids;
  /** The maximum memory of the journal, in bytes. */
  journalBytes: number;
}

/** The id, secrets and options of a sandbox: given when it is created, or generated. */
export interface SandboxIdentity {
  id: string;
  seed: string;
  credentials: Credential[];
  staticToken: string;
  managerId: number;
  mcpToken: string;
  options: SandboxOptions;
  /** The id of the scenario that the sandbox plays. The sandbox starts with the faults of this scenario. */
  scenario?: string;
  /** The time without a call after which the sandbox is deleted, in real seconds; absent for a sandbox that stays. */
  expiresAfter?: number;
}

/** Of calls for static data. No Credential has an empty user name. */
export const staticOwner = '';

/** The configuration of a new sandbox. Every field has a default. */
export interface SandboxConfig {
  id?: string | undefined;
  seed?: string | number | undefined;
  credential?: Credential | undefined;
  /** More credentials. Each credential has its own bookings and rate limit. */
  credentials?: readonly Credential[] | undefined;
  staticToken?: string | undefined;
  managerId?: number | undefined;
  mcpToken?: string | undefined;
  clock?: NewClock | undefined;
  options?: { [K in keyof SandboxOptions]?: SandboxOptions[K] | undefined } | undefined;
  /** The faults that are active from the start. Each fault is an object or a text in the short form. */
  faults?: readonly (Fault | string)[] | undefined;
  /** The id of a scenario of the catalogue, which sets the seed, the start of the clock and the options that are missing here. */
  scenario?: string | undefined;
  /** The time without a call after which the sandbox is deleted, in real seconds. By default, the sandbox stays. */
  expiresAfter?: number | undefined;
}

// The clock checks its start and the range of its scale.
const clock = z.strictObject({
  mode: z.enum(['real', 'manual', 'scaled', 'per-poll', 'auto'] satisfies ClockMode[]),
  start: z.unknown().optional(),
  scale: z.number().optional(),
  startOnFirstRequest: z.boolean().optional(),
} satisfies Record<keyof NewClock, z.ZodType>);
const credential = z.strictObject({ Username: z.string(), Password: z.string() });

export const sandboxConfig = {
  id: z.string().optional(),
  seed: z.union([z.string(), z.number()], 'expected text or a number').optional(),
  credential: credential.optional(),
  credentials: z.array(credential).optional(),
  staticToken: z.string().optional(),
  managerId: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(), // the same numbers as in the control API
  mcpToken: z.string().optional(),
  clock: clock.optional(),
  options: sandboxOptions.partial().optional(),
  faults: z.unknown().optional(), // the sandbox checks its faults later, with more exact messages
  scenario: z.string().optional(),
  expiresAfter: controlEndpoints.createSandbox.request.shape.expiresAfter,
} satisfies Record<keyof SandboxConfig, z.ZodType>;

export const defaultOptions: SandboxOptions = {
  rateLimit: limits.ratePerMinute.value,
  idempotency: 'ignored',
  ids: 'known',
  journalBytes: 64 * 1024 * 1024,
};

function identify(id: string, config: SandboxConfig, secrets: SecretSource): SandboxIdentity {
  const seed = String(config.seed ?? 'understudy');
  const newSecret = (what: string) => secrets.newSecret(`${what} ${id}`, seed);
  const credential = config.credential ?? { Username: id, Password: newSecret('password') };
  return {
    id,
    seed,
    credentials: [credential, ...(config.credentials ?? [])],
    staticToken: config.staticToken ?? `static-${newSecret('static')}`,
    managerId: config.managerId ?? (hash32(`manager ${id}`, hash32(seed)) % 90_000) + 10_000,
    mcpToken: config.mcpToken ?? `mcp-${newSecret('mcp')}`,
    options: { ...defaultOptions, ...compact(config.options ?? {}) },
    ...compact({ scenario: config.scenario, expiresAfter: config.expiresAfter }),
  };
}

interface NewSandboxParts {
  readonly catalogue: Catalogue;
  readonly secrets: SecretSource;
  /** @throws SandboxError when the wanted id is taken or ill-formed */
  claim(wanted: string | undefined): string;
}

const configSchema = z.strictObject(sandboxConfig);

/** @throws TypeError for a wrong option, UnknownScenario, SandboxError */
export function newSandbox(given: SandboxConfig, { catalogue, secrets, claim }: NewSandboxParts) {
  checkOptions('sandboxes.create', given, configSchema);
  const config = withSetup(given, catalogue);
  const { clock = { mode: 'real' }, faults = [] } = config;
  const identity = identify(claim(config.id), config, secrets);
  return { identity, start: { clock, faults }, placeOf: startPlaces(config, catalogue) };
}

/** The faults of the scenario come first. @throws UnknownScenario */
export function withSetup(config: SandboxConfig, catalogue: Catalogue): SandboxConfig {
  if (config.scenario === undefined) return config;
  const { setup = {} } = catalogue.require(config.scenario);
  const { clock, options = {}, faults = [] } = config;
  return {
    ...config,
    seed: config.seed ?? setup.seed,
    clock:
      setup.start === undefined
        ? clock
        : { mode: 'real', ...clock, start: clock?.start ?? Date.parse(setup.start) },
    options: { ...setup.options, ...compact(options) },
    faults: [...(setup.faults ?? []), ...faults],
  };
}

/** For messages. The faults of the scenario have the first indexes. */
function startPlaces({ scenario }: SandboxConfig, catalogue: Catalogue): PlaceOf {
  const own = scenario === undefined ? [] : (catalogue.require(scenario).setup?.faults ?? []);
  return index =>
    index < own.length
      ? { source: `scenario ${scenario}: ${JSON.stringify(own[index])}` }
      : `faults[${index - own.length}]`;
}
