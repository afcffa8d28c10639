import { limits } from '#contracts';
import type { Fault } from '#contracts/fault';
import { nearest } from '#contracts/util';
import type { NewClock } from '../clock/index.ts';
import { createSecretCircle } from '../secrets/circle.ts';
import { hash32, hash64, hexId } from '../seed.ts';
import { type Catalogue, withSetup } from './catalogue.ts';
import type { CredentialIndex } from './credential-index.ts';
import { createSandbox, type Sandbox, type Surroundings } from './sandbox.ts';
import type { Credential, SandboxIdentity, SandboxOptions, SandboxState } from './sandbox-config.ts';

/** What can be said of a new sandbox; everything has a default. */
export interface SandboxConfig {
  id?: string | undefined;
  seed?: string | number | undefined;
  credential?: Credential | undefined;
  /** Further credentials, each with bookings and a rate of its own. */
  credentials?: readonly Credential[] | undefined;
  staticToken?: string | undefined;
  managerId?: number | undefined;
  mcpToken?: string | undefined;
  clock?: NewClock | undefined;
  options?: { [K in keyof SandboxOptions]?: SandboxOptions[K] | undefined } | undefined;
  /** Faults that are armed from the start, each as an object or in short. */
  faults?: readonly (Fault | string)[] | undefined;
  /** The scenario of the catalogue that it plays: sets seed, start of the clock and options where nothing else is given. */
  scenario?: string | undefined;
}

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
  /** Tells in which sandbox a credential, a static token or a managerId is good. */
  readonly holders: CredentialIndex;
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
  const circle = createSecretCircle();
  let generated = 0;
  const tell = (gone: Sandbox) => {
    circle.remove(gone.identity);
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
    circle.add(sandbox.identity);
    return sandbox;
  }

  function create(given: SandboxConfig = {}): Sandbox {
    const config = withSetup(given, catalogue);
    const id = config.id ?? freeId();
    claim(id);
    const source = {
      identity: identify(id, config),
      clock: config.clock ?? { mode: 'real' as const },
      faults: config.faults,
    };
    return keep(id, createSandbox(source, surroundings));
  }

  function requireSandbox(id: string): Sandbox {
    const sandbox = all.get(id);
    if (sandbox) return sandbox;
    const near = nearest(id, all.keys());
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
    holders: holdersAmong(all),
  };
}

function holdersAmong(all: ReadonlyMap<string, Sandbox>): CredentialIndex {
  const idOf = (holds: (identity: SandboxIdentity) => boolean) =>
    [...all.values()].find(({ identity }) => holds(identity))?.identity.id;
  return {
    ofCredential: (username, password) =>
      idOf(({ credentials }) =>
        credentials.some(known => known.Username === username && known.Password === password),
      ),
    ofStaticToken: token => idOf(({ staticToken }) => staticToken === token),
    ofManagerId: wanted => idOf(({ managerId }) => managerId === wanted),
  };
}

/** Fills in what was not given: from id and seed, so that the same sandbox made twice is the same. */
function identify(id: string, config: SandboxConfig): SandboxIdentity {
  const seed = String(config.seed ?? 'understudy');
  const secret = (what: string) => hexId(hash64(`${what} ${id}`, hash32(seed)), 0).slice(0, 20);
  const credential = config.credential ?? { Username: id, Password: secret('password') };
  return {
    id,
    seed,
    credentials: [credential, ...(config.credentials ?? [])],
    staticToken: config.staticToken ?? `static-${secret('static')}`,
    managerId: config.managerId ?? (hash32(`manager ${id}`, hash32(seed)) % 90_000) + 10_000,
    mcpToken: config.mcpToken ?? `mcp-${secret('mcp')}`,
    options: { ...defaultOptions, ...dropUndefined(config.options ?? {}) },
    ...(config.scenario !== undefined && { scenario: config.scenario }),
  };
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Undefined means "not given", which a spread would not know. */
function dropUndefined<T extends object>(values: T): Given<T> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<T>; // fromEntries forgets the keys
}
