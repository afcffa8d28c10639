import type { ControlDetail, NewSandboxRequest } from '#contracts/control';
import { eachFault, faultSchema, readFault } from '#contracts/fault';
import type { ServerMemory } from '../books/index.ts';
import type { NewClock } from '../clock/index.ts';
import type { Scope } from '../http/index.ts';
import { type Sandbox, type SandboxConfig, SandboxError, withSetup } from '../sandbox/index.ts';
import { checkNewId } from './access.ts';
import { refuseAutoOverPort } from './clock.ts';
import { type ControlCall, type ControlParts, isoInstant } from './handler.ts';
import {
  checkMemory,
  checkSandboxQuota,
  checkStateQuotas,
  withJournalQuota,
  withLowerJournal,
} from './quotas.ts';
import { refuseDetails } from './refusal.ts';
import type { Snapshots } from './snapshots.ts';

type MakerParts = Pick<ControlParts, 'sandboxes' | 'ports' | keyof ServerMemory>;
type Caller = Pick<ControlCall, 'overPort' | 'scope'>;

export class SandboxMaker {
  readonly #parts: MakerParts;
  readonly #snapshots: Snapshots;
  /** The snapshot of a fork, for each sandbox that this process made. */
  readonly #origins = new Map<string, string | undefined>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(parts: MakerParts, snapshots: Snapshots) {
    this.#parts = parts;
    this.#snapshots = snapshots;
    parts.sandboxes.onRemoved(id => void this.#origins.delete(id));
  }

  async make(request: NewSandboxRequest, caller: Caller): Promise<Sandbox> {
    const { sandboxes, ports } = this.#parts;
    checkMemory(this.#parts);
    if (request.id !== undefined) await sandboxes.removed(request.id); // the removal also closes the port of the id
    const id = await this.#newId(request.id, caller.scope);
    const sandbox = await this.#create({ ...request, id }, caller);
    await sandboxes.created(sandbox);
    if (request.port === undefined) return sandbox;
    try {
      await ports.open(id, request.port);
    } catch (error) {
      if (sandboxes.find(id) === sandbox) sandboxes.remove(id);
      await sandboxes.removed(id);
      throw error;
    }
    return sandbox;
  }

  /** Calls with the same id run one after another, so that the second finds the sandbox and the port of the first. */
  async put(id: string, request: NewSandboxRequest, caller: Caller) {
    if (request.id !== undefined && request.id !== id) {
      const message = `is "${request.id}", but the path has "${id}"; send the id of the path, or no id in the body`;
      throw refuseDetails('InvalidRequest', [{ field: 'id', message, value: request.id }]);
    }
    const run = () => this.#findOrMake(id, request, caller);
    const turn = (this.#running.get(id) ?? Promise.resolve()).then(run, run);
    this.#running.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#running.get(id) === turn) this.#running.delete(id);
    }
  }

  async #findOrMake(
    id: string,
    request: NewSandboxRequest,
    caller: Caller,
  ): Promise<{ sandbox: Sandbox; isNew: boolean }> {
    const { sandboxes } = this.#parts;
    await sandboxes.wake(id);
    const sandbox = sandboxes.find(id);
    if (!sandbox) {
      const made = await this.make({ ...request, id }, caller).catch(error => this.#foundInstead(error, id));
      return made ? { sandbox: made, isNew: true } : this.#findOrMake(id, request, caller);
    }
    await sandbox.keep?.saved(); // another server can have changed it
    const details = this.#contradictions(sandbox, request);
    if (details.length > 0) throw refuseDetails('Conflict', details);
    const { port } = request;
    if (port !== undefined && this.#isFromStore(id) && !this.#parts.ports.urlOf(id))
      await this.#parts.ports.open(id, port);
    return { sandbox, isNew: false };
  }

  /** Undefined if another server was faster. */
  async #foundInstead(error: unknown, id: string): Promise<undefined> {
    const isTaken = error instanceof SandboxError && error.code === 'exists';
    if (isTaken && (await this.#parts.sandboxes.wake(id))) return;
    throw error;
  }

  /** A stored sandbox that this process did not make. Its origin and its port are then unknown. */
  #isFromStore(id: string): boolean {
    return this.#parts.sandboxes.keeping !== undefined && !this.#origins.has(id);
  }

  async #newId(wanted: string | undefined, scope: Scope): Promise<string> {
    const { sandboxes } = this.#parts;
    if (wanted === undefined)
      return sandboxes.freeId(typeof scope === 'string' ? undefined : scope.namespace);
    checkNewId(scope, wanted);
    await sandboxes.wake(wanted); // another server can have created a sandbox with this id
    return wanted;
  }

  async #create({ id, ...request }: NewSandboxRequest & { id: string }, caller: Caller): Promise<Sandbox> {
    const { sandboxes } = this.#parts;
    await sandboxes.recount(id);
    const namespace = sandboxes.namespaces.find(id);
    if (request.from === undefined) {
      checkSandboxQuota(namespace);
      refuseAutoOverPort(request.clock?.mode, caller);
      const options = withJournalQuota(namespace, request.options);
      const made = sandboxes.make({ ...configOf(request), options, id });
      if (sandboxes.keeping) this.#origins.set(id, undefined);
      return made;
    }
    const state = this.#snapshots.require(request.from, caller.scope);
    checkStateQuotas(namespace, state);
    refuseAutoOverPort(state.clock.mode, caller);
    const open = withLowerJournal(namespace, { ...state, closed: false });
    const fork = await sandboxes.restoreStored(open, id);
    this.#origins.set(fork.identity.id, request.from);
    return fork;
  }

  #contradictions({ identity, start }: Sandbox, request: NewSandboxRequest): ControlDetail[] {
    const { sandboxes, ports } = this.#parts;
    const config = withSetup(configOf(request), sandboxes.catalogue);
    const url = ports.urlOf(identity.id);
    const isFromStore = this.#isFromStore(identity.id);
    const triples: [field: string, requested: unknown, actual: unknown][] = [
      ['credential', config.credential, identity.credentials[0]],
      ['staticToken', config.staticToken, identity.staticToken],
      ['managerId', config.managerId, identity.managerId],
      ['mcpToken', config.mcpToken, identity.mcpToken],
      ['scenario', request.scenario, identity.scenario],
      ['expiresAfter', request.expiresAfter, identity.expiresAfter],
      ['seed', request.seed?.toString(), identity.seed],
      ['from', isFromStore ? undefined : request.from, this.#origins.get(identity.id)],
      ['port', isFromStore && !url ? undefined : request.port || undefined, url && Number(new URL(url).port)],
      ['faults', request.faults && comparableFaults(config.faults ?? []), comparableFaults(start.faults)],
      ['clock', request.clock && config.clock && comparableClock(config.clock), comparableClock(start.clock)],
    ];
    for (const [name, value] of Object.entries(request.options ?? {}))
      triples.push([`options.${name}`, value, Reflect.get(identity.options, name)]);
    const details = triples
      .filter(([, requested, actual]) => requested !== undefined && text(requested) !== text(actual))
      .map(([field, requested, actual]) => ({
        field,
        message: secretFields.has(field)
          ? `differs from the ${field} of the existing sandbox`
          : `is ${text(actual)} in the existing sandbox, but ${text(requested)} in the request`,
      }));
    if (request.port === 0 && url === undefined && !isFromStore)
      details.push({ field: 'port', message: 'the existing sandbox has no port' });
    return details;
  }
}

const secretFields: ReadonlySet<string> = new Set(['credential', 'staticToken', 'mcpToken']);

function configOf({ port: _, from: __, clock, ...config }: NewSandboxRequest): SandboxConfig {
  if (!clock) return config;
  const { mode, start, scale } = clock;
  const startOnFirstRequest = start === 'first-request';
  const startMs = start === undefined || startOnFirstRequest ? undefined : Date.parse(start);
  return { ...config, clock: { mode, scale, start: startMs, startOnFirstRequest } };
}

const comparableClock = ({ mode, start, scale, startOnFirstRequest = false }: NewClock) => ({
  mode,
  start: start === undefined ? null : isoInstant(start),
  scale: scale ?? 1,
  startOnFirstRequest,
});

/** In the order of the schema, so that equal faults have the same JSON text. */
const comparableFaults = (faults: readonly unknown[]) =>
  eachFault(
    faults,
    fault => faultSchema().parse(readFault(fault)),
    index => `faults[${index}]`,
  );

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
