import { applyProfile, type Dialect, operations } from '#contracts';
import { once } from '#contracts/util';
import { createApp } from './app.ts';
import type { Bindings } from './bindings.ts';
import { hostMachine } from './clock/index.ts';
import { loadPages } from './pages/index.ts';
import { createPipeline } from './pipeline/index.ts';
import { createPorts, type Ports } from './ports.ts';
import { createSandboxes, type Sandboxes } from './sandboxes/index.ts';
import { Catalogue } from './scenario-runs/index.ts';
import { secretSource } from './seed-secrets.ts';
import { checkSupplierOptions, type MockSupplierOptions } from './supplier-options.ts';
import { loadToolServer } from './tool-server/index.ts';

export { type Fault, type FaultDetail, FaultError, readFault } from '#contracts/fault';
export {
  type Advance,
  type Advanced,
  type ClockMode,
  ClockRequestError,
  ClockStalledError,
  type VirtualClock,
} from './clock/index.ts';
export type { ControlRoutes } from './control/index.ts';
export type { ArmedFault, Faults } from './faults/index.ts';
export { openApiOf, searchCommand } from './pages/index.ts';
export { type Inspected, inspectRequest, wireOf } from './pipeline/index.ts';
export {
  bookingsOf,
  closeSandbox,
  defaultSandbox,
  type Sandbox,
  type SandboxConfig,
  SandboxError,
  type Sandboxes,
  type SandboxState,
} from './sandboxes/index.ts';
export { UnknownScenario } from './scenario-runs/index.ts';
export type { MockSupplierOptions } from './supplier-options.ts';
export { describeEndpoint, type EndpointPage } from './tool-server/index.ts';

/** A stand-in supplier: runs wherever `fetch` does, without a port. */
export interface MockSupplier {
  /** Answers one request, as `fetch` would over a port. Never rejects because of what a request holds. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
  readonly sandboxes: Sandboxes;
  readonly dialect: Dialect;
  /** Ports that belong to single sandboxes. */
  readonly ports: Ports;
  /** The app behind `fetch`, for an adapter that opens a port. */
  handle(request: Request, bindings: Bindings): Response | Promise<Response>;
}

/**
 * Makes a stand-in supplier.
 *
 * @throws TypeError for an unknown or wrong option
 * @throws ProfileError when the profile does not fit the contract
 * @throws ClockRequestError for a clock that cannot run as asked
 * @throws UnknownScenario for a scenario that is not in the catalogue
 * @example
 * const supplier = createMockSupplier({ clock: { mode: 'manual', start: Date.parse('2026-12-01T10:00:00Z') } });
 * const answer = await supplier.fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body });
 */
export function createMockSupplier(options: MockSupplierOptions = {}): MockSupplier {
  checkSupplierOptions(options);
  const { profile, createStore, machine = hostMachine, catalogue, secretsFrom, routes, ...first } = options;
  const dialect = applyProfile(operations, profile);
  const sandboxes = createSandboxes(
    { machine, createStore, catalogue: new Catalogue(catalogue), secrets: secretSource(secretsFrom) },
    first,
  );
  const pipeline = createPipeline({ dialect, machine, credentials: sandboxes.credentials });
  const ports = createPorts();
  sandboxes.onGone(({ identity: { id } }) => {
    if (!sandboxes.get(id)) void ports.close(id);
  });
  const { playExchange } = pipeline;
  const app = createApp({
    sandboxes,
    pipeline,
    toolServer: once(async () =>
      (await loadToolServer()).createToolServer({ dialect, sandboxes, playExchange }),
    ),
    pages: once(async () => (await loadPages()).createPages({ dialect, sandboxes })),
    control: once(async () =>
      (await import('./control/index.ts')).createControl({
        sandboxes,
        ports,
        dialect,
        machine,
        fetch: handle,
        routes,
      }),
    ),
  });
  const handle = (request: Request, bindings: Bindings) => app.fetch(request, bindings);
  return {
    sandboxes,
    dialect,
    ports,
    async fetch(input, init) {
      const request = input instanceof Request && !init ? input : new Request(input, init);
      // The signal of the caller itself: that of the Request only follows it, as long as the Request is remembered.
      const client = init?.signal ?? undefined;
      if ((client ?? request.signal).aborted) throw (client ?? request.signal).reason;
      return app.fetch(request, client && { client });
    },
    handle,
  };
}
