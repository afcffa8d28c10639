import { limits } from '#contracts';
import { hash32 } from '../seed.ts';
import type { SecretSource } from '../seed-secrets.ts';
import type { SandboxConfig, SandboxIdentity, SandboxOptions } from './sandbox-config.ts';

/** The options of a sandbox whose creator has set none. */
export const defaultOptions: SandboxOptions = {
  rateLimit: limits.ratePerMinute.value,
  idempotency: 'ignored',
  ids: 'known',
  journalBytes: 64 * 1024 * 1024,
};

/**
 * Returns the identity of a sandbox. Missing secrets come from `secrets`. Other missing values are computed from the id
 * and the seed.
 */
export function identify(id: string, config: SandboxConfig, secrets: SecretSource): SandboxIdentity {
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
    options: { ...defaultOptions, ...dropUndefined(config.options ?? {}) },
    ...(config.scenario !== undefined && { scenario: config.scenario }),
    ...(config.expiresAfter !== undefined && { expiresAfter: config.expiresAfter }),
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Returns a copy without the fields that are undefined. `{ ...values }` would keep these fields. */
export function dropUndefined<T extends object>(values: T): Defined<T> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>; // fromEntries loses the type of the keys
}
