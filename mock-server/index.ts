import * as z from 'zod';
import { applyProfile, type Dialect, operations, type Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { once } from '#contracts/util';
import { JournalMemory, type MemoryBound } from './books/index.ts';
import { hostMachine, type MachineClock, type SecretsFrom, secretSource } from './clock/index.ts';
import type { ControlRoutes } from './control/index.ts';
import { type Bindings, createApp, createHealth } from './http/index.ts';
import { openInventory, type SupplierInventory } from './inventory/index.ts';
import { createPipeline } from './pipeline/index.ts';
import {
  anyObject,
  Catalogue,
  checkOptions,
  func,
  type Observation,
  Ports,
  type SandboxConfig,
  Sandboxes,
  sandboxConfig,
  wholeNumber,
} from './sandbox/index.ts';
import type { OpenStore } from './store/index.ts';
import { loadPages, loadToolServer } from './web/index.ts';

export {
  type EffectKind,
  type Fault,
  type FaultDetail,
  type FaultEffect,
  FaultError,
  type Place,
  type PlaceOf,
  readFault,
} from '#contracts/fault';
export {
  type Bodies,
  type Journal,
  type JournalEntry,
  type JournalQuery,
  type MemoryBound,
  StoreError,
} from './books/index.ts';
export {
  type Advance,
  type Advanced,
  type ClockMode,
  ClockRequestError,
  ClockStalledError,
  type Fired,
  type MachineClock,
  type NewClock,
  type SecretsFrom,
  type VirtualClock,
  type Wait,
} from './clock/index.ts';
export type {
  AddedEndpointId,
  ControlCall,
  ControlHandler,
  ControlHandlers,
  ControlReply,
  ControlRoutes,
  FindSandboxOf,
} from './control/index.ts';
export type { ArmedFault, Faults } from './faults/index.ts';
export { createPathRedactor, type PathRedactorOptions } from './http/index.ts';
export {
  currencies,
  type Destination,
  defaultCurrency,
  destinations,
  hotelsOf,
  type Ids,
  type RecordCollection,
  type Records,
  type SupplierInventory,
} from './inventory/index.ts';
export {
  createInspector,
  type FoundAddress,
  type Inspected,
  type Inspector,
  type RecordedParts,
  viewEntry,
  type Wire,
  wireOf,
} from './pipeline/index.ts';
export {
  bookingsOf,
  type Credential,
  closeSandbox,
  defaultSandbox,
  type Sandbox,
  type SandboxConfig,
  SandboxError,
  type Sandboxes,
  type SandboxIdentity,
  type SandboxOptions,
  type SandboxState,
  UnknownScenario,
  viewBooking,
} from './sandbox/index.ts';
export {
  type CallRow,
  type Change,
  checkStore,
  type DurableStore,
  type Heading,
  type JournalPage,
  migrateStore,
  type OpenStore,
  type Row,
  readOnly,
  readStart,
  type Stored,
  storedIds,
  type Version,
} from './store/index.ts';
export {
  describeEndpoint,
  type EndpointPage,
  openApiOf,
  type ShownServer,
  searchCommand,
} from './web/index.ts';

/** The options of a stand-in supplier. The fields of SandboxConfig configure the default sandbox of the supplier. */
export interface MockSupplierOptions extends Omit<SandboxConfig, 'id' | 'expiresAfter'> {
  /** The names that the clients use, from `parseProfile`. Default: the names of the contract. */
  profile?: Profile | undefined;
  /** The records of the supplier: from `readInventory`, or collections of your own. Default: the built-in inventory. */
  inventory?: SupplierInventory | undefined;
  /** The scenarios that the sandboxes of the supplier can run. Default: none. */
  catalogue?: readonly Scenario[] | undefined;
  /** More endpoints of the control API, such as the verdicts of the judge. Default: none. */
  routes?: readonly ControlRoutes[] | undefined;
  /** Reads the HTML of the page at `/console`, for each visit. Default: the server has no console. */
  readConsole?: (() => Promise<string>) | undefined;
  /** The durable store of the sandboxes, from `readStart`. Default: all sandboxes end with the process. */
  store?: OpenStore | undefined;
  /**
   * The memory that the process can use. The journals of all sandboxes share the bytes of `forJournals`, and drop their oldest
   * exchanges first. When the process uses more than the bound, Searches and new sandboxes get 507. Default: no bound.
   */
  memory?: MemoryBound | undefined;
  /** The maximum number of sandboxes in memory. A new sandbox above it gets 507. Default: no maximum. */
  maxSandboxes?: number | undefined;
  /** The source of real time and timers. Default: the clock of the machine. */
  machine?: MachineClock | undefined;
  /**
   * The source of passwords, tokens, and the marks that replace secrets in journals. Default: `random`. With `seed`, they are the same in
   * every process. Use `seed` only for tests that compare them, because everyone can compute them.
   */
  secretsFrom?: SecretsFrom | undefined;
}

const { id: _, expiresAfter: __, ...ofDefaultSandbox } = sandboxConfig;
const supplierOptions = z.strictObject({
  ...ofDefaultSandbox,
  profile: anyObject.optional(),
  inventory: anyObject.optional(),
  catalogue: z.array(anyObject).optional(),
  routes: z.array(anyObject).optional(),
  readConsole: func.optional(),
  store: anyObject.optional(),
  memory: anyObject.optional(),
  maxSandboxes: wholeNumber(1, 1_000_000).optional(),
  machine: z.object({ now: func, monotonic: func, afterMacrotask: func, timer: func }).optional(),
  secretsFrom: z.enum(['random', 'seed']).optional(),
} satisfies Record<keyof MockSupplierOptions, z.ZodType>);

/** A stand-in supplier that needs no port and runs in every environment with `fetch`. */
export interface MockSupplier {
  /** Answers one request in the same way as a server on a port. A malformed request also gets an answer. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
  readonly sandboxes: Sandboxes;
  readonly dialect: Dialect;
  /** @internal */
  readonly ports: Ports;
  /** Aborted when the server stops: it then refuses new calls and is no longer ready. @internal */
  readonly lifecycle: AbortController;
  /** For the metrics of the server. @internal */
  readonly observation: Observation;
  /**
   * Writes all changes to the durable store and closes the store. Does nothing if the supplier has no durable store.
   *
   * @throws StoreError when the last write failed
   */
  closeStore(): Promise<void>;
  /** For an adapter that opens a port. @internal */
  handle(request: Request, bindings: Bindings): Response | Promise<Response>;
}

/**
 * Creates a stand-in supplier.
 *
 * @throws TypeError for an unknown or wrong option
 * @throws ProfileError when the profile does not fit the contract
 * @throws ClockRequestError for invalid options of the clock
 * @throws UnknownScenario for a scenario that is not in the catalogue
 * @example
 * const supplier = createMockSupplier({ clock: { mode: 'manual', start: Date.parse('2026-12-01T10:00:00Z') } });
 * const answer = await supplier.fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body });
 */
export function createMockSupplier(options: MockSupplierOptions = {}): MockSupplier {
  checkOptions('createMockSupplier', options, supplierOptions);
  const {
    profile,
    store,
    memory,
    machine = hostMachine,
    inventory,
    catalogue,
    secretsFrom,
    maxSandboxes,
    routes,
    readConsole,
    ...first
  } = options;
  const dialect = applyProfile(operations, profile);
  const source = inventory && openInventory(inventory);
  const observation: Observation = {};
  const journalMemory = new JournalMemory(memory && (() => memory.forJournals()));
  const ports = new Ports();
  const sandboxes = new Sandboxes(
    {
      ports,
      machine,
      catalogue: new Catalogue(catalogue, source?.records),
      inventory: source,
      secrets: secretSource(secretsFrom),
      journalMemory,
      maxSandboxes,
    },
    first,
    store && (host => store.keep(machine, observation, host)),
  );
  const shared = { dialect, machine, observation, memory, journalMemory };
  const pipeline = createPipeline({ ...shared, holderOf: sandboxes.holderOf });
  const lifecycle = new AbortController();
  sandboxes.onRemoved(id => void ports.close(id));
  const { recordExchange } = pipeline;
  const health = createHealth({ sandboxes, machine, lifecycle });
  const parts = { ...shared, sandboxes, ports, lifecycle, health };
  const app = createApp({
    sandboxes,
    pipeline,
    toolServer: once(async () =>
      (await loadToolServer()).createToolServer({ dialect, sandboxes, recordExchange }),
    ),
    pages: once(async () => (await loadPages()).createPages({ dialect, sandboxes, readConsole })),
    hasConsole: readConsole !== undefined,
    health,
    control: once(async () =>
      (await import('./control/index.ts')).createControl({ ...parts, fetch: handle, routes }),
    ),
  });
  const { fetch: handle } = app;
  return {
    sandboxes,
    dialect,
    ports,
    lifecycle,
    observation,
    fetch: (input, init) => fetchFrom(app, input, init),
    handle,
    closeStore: async () => sandboxes.keeping?.close(),
  };
}

type App = ReturnType<typeof createApp>;

async function fetchFrom(app: App, ...[input, init]: Parameters<MockSupplier['fetch']>): Promise<Response> {
  const request = input instanceof Request && !init ? input : new Request(input, init);
  // The signal of the Request is a copy, which no longer aborts when the garbage collector has removed the Request.
  const client = init?.signal ?? undefined;
  if ((client ?? request.signal).aborted) throw (client ?? request.signal).reason;
  return app.fetch(request, client && { client });
}
