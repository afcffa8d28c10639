import { limits } from '#contracts';
import { nearest } from '#contracts/util';
import type { Catalogue } from '../scenario-runs/index.ts';
import { hash32 } from '../seed.ts';
import type { SecretSource } from '../seed-secrets.ts';
import { type CredentialIndex, createCredentialIndex } from './credential-index.ts';
import { createSandbox, type Sandbox, type Surroundings } from './sandbox.ts';
import {
  type SandboxConfig,
  type SandboxIdentity,
  type SandboxOptions,
  type SandboxState,
  startPlaces,
  withSetup,
} from './sandbox-config.ts';

export { bookingsOf, viewBooking } from './bookings-view.ts';
export { closeSandbox } from './close-sandbox.ts';
export { type CredentialIndex, staticOwner } from './credential-index.ts';
export { exportState } from './export-state.ts';
export { type AfterPause, type PauseEnd, pauseFor } from './pause.ts';
export type { RateWindow } from './rate-window.ts';
export type { Sandbox } from './sandbox.ts';
export type { Credential, SandboxIdentity, SandboxOptions, SandboxState } from './sandbox-config.ts';
export { type SandboxConfig, withSetup } from './sandbox-config.ts';

/** A sandbox that cannot be made or found; `code` says why. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: 'exists' | 'unknown' | 'invalid';
  readonly id: string;

  constructor(code: SandboxError['code'], id: string, message: string) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/** All sandboxes of a server. They share nothing. */
export interface Sandboxes {
  /** Makes a sandbox. Throws a SandboxError when the id is taken or ill-formed, an UnknownScenario, a FaultError. */
  create(config?: SandboxConfig): Sandbox;
  /** Makes a sandbox that goes on from the state of another one, under an id of its own. */
  restore(state: SandboxState, config?: Pick<SandboxConfig, 'id'>): Sandbox;
  get(id: string): Sandbox | undefined;
  /** The same, but throws a SandboxError that names the nearest id. */
  require(id: string): Sandbox;
  list(): Sandbox[];
  remove(id: string): boolean;
  /** Puts a sandbox back to its start, under the same id and credentials. */
  reset(id: string): Sandbox;
  /** What its sandboxes can play. */
  readonly catalogue: Catalogue;
  /** Finds the sandbox that a credential, a token or a managerId belongs to. */
  readonly credentials: CredentialIndex;
  /** Calls back for every sandbox that was removed, or replaced by a reset; gives the way to stop. */
  onGone(listener: (sandbox: Sandbox) => void): () => void;
}

/** The sandbox that is there from the start. */
export const defaultSandbox = 'default';

const idForm = /^[a-z0-9-]{1,40}$/;
const defaultOptions: SandboxOptions = {
  rateLimit: limits.ratePerMinute.value,
  idempotency: 'ignored',
  ids: 'known',
  journalBytes: 64 * 1024 * 1024,
};

/**
 * The sandboxes of one server, with the `default` one in it.
 *
 * @param first what to change of the default sandbox
 */
export function createSandboxes(surroundings: Surroundings, first: SandboxConfig = {}): Sandboxes {
  const { catalogue } = surroundings;
  const all = new Map<string, Sandbox>();
  const listeners = new Set<(sandbox: Sandbox) => void>();
  const credentials = createCredentialIndex();
  let generated = 0;
  const tell = (gone: Sandbox) => {
    gone.close();
    for (const listener of listeners) listener(gone);
  };

  function claim(id: string): void {
    if (!idForm.test(id))
      throw new SandboxError('invalid', id, `sandbox id "${id}": use 1 to 40 of a-z, 0-9 and "-"`);
    if (all.has(id))
      throw new SandboxError('exists', id, `sandbox "${id}" exists; take another id, or DELETE it first`);
  }

  /** An id that comes again would bring its password along, and let old clients into a new sandbox. */
  function freeId(): string {
    do generated += 1;
    while (all.has(`s${generated}`));
    return `s${generated}`;
  }

  function keep(id: string, sandbox: Sandbox): Sandbox {
    all.set(id, sandbox);
    credentials.add(sandbox.identity);
    return sandbox;
  }

  function create(given: SandboxConfig = {}): Sandbox {
    const config = withSetup(given, catalogue);
    const id = config.id ?? freeId();
    claim(id);
    const source = {
      identity: identify(id, config, surroundings.secrets),
      clock: config.clock ?? { mode: 'real' as const },
      faults: config.faults,
      placeOf: startPlaces(config, catalogue),
    };
    return keep(id, createSandbox(source, surroundings));
  }

  function requireSandbox(id: string): Sandbox {
    const sandbox = all.get(id);
    if (sandbox) return sandbox;
    const near = nearest(id, firstOf(all.keys()));
    const hint = near === undefined ? 'POST /_control/sandboxes makes one' : `did you mean "${near}"?`;
    throw new SandboxError('unknown', id, `no sandbox "${id}" here; ${hint}`);
  }

  create({
    id: defaultSandbox,
    credential: { Username: 'demo', Password: 'demo' },
    staticToken: 'demo-static-token',
    managerId: 1,
    mcpToken: 'demo-mcp-token',
    ...dropUndefined(first),
  });

  return {
    create,
    restore(state, config = {}) {
      const id = config.id ?? freeId();
      claim(id);
      const identity = { ...state.identity, id };
      return keep(id, createSandbox({ state, identity }, surroundings));
    },
    get: id => all.get(id),
    require: requireSandbox,
    list: () => [...all.values()],
    remove(id) {
      const sandbox = all.get(id);
      if (!sandbox) return false;
      all.delete(id);
      credentials.remove(sandbox.identity);
      tell(sandbox);
      return true;
    },
    reset(id) {
      const before = requireSandbox(id);
      const fresh = keep(id, createSandbox({ identity: before.identity, ...before.start }, surroundings));
      tell(before);
      return fresh;
    },
    onGone(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    catalogue,
    credentials,
  };
}

/** Fills in what was not given: secrets from their source, the rest from id and seed. */
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
    options: { ...defaultOptions, ...dropUndefined(config.options ?? {}) },
    ...(config.scenario !== undefined && { scenario: config.scenario }),
  };
}

/** Comparing an id with all of very many would make each wrong call slow. */
const idsCompared = 1_000;

function* firstOf(ids: Iterable<string>): Generator<string> {
  let count = 0;
  for (const id of ids) {
    if (++count > idsCompared) return;
    yield id;
  }
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Undefined means "not given", which a spread would not know. */
function dropUndefined<T extends object>(values: T): Given<T> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<T>; // fromEntries forgets the keys
}
