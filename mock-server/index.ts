import { applyProfile, type Dialect, operations, type Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { once } from '#contracts/util';
import { createApp } from './app.ts';
import type { Bindings } from './bindings.ts';
import { checkOptions } from './check-options.ts';
import { hostMachine, type MachineClock } from './clock/index.ts';
import { createPipeline } from './pipeline/index.ts';
import { createPorts, type Ports } from './ports.ts';
import { createCatalogue } from './sandboxes/catalogue.ts';
import { createSandboxes, type SandboxConfig, type Sandboxes } from './sandboxes/index.ts';
import type { CreateStore } from './store/store.ts';

export { type Fault, type FaultDetail, FaultError, readFault } from '#contracts/fault';
export { bookingsOf } from './bookings/view.ts';
export {
  type Advance,
  type Advanced,
  type ClockMode,
  ClockRequestError,
  ClockStalledError,
  type VirtualClock,
} from './clock/index.ts';
export type { ArmedFault, Faults } from './faults/index.ts';
export { judgeContextOf } from './judge-context.ts';
export { openApiOf } from './pages/open-api.ts';
export { searchCommand } from './pages/sample-search.ts';
export { brokenAnswers, type Inspected, inspectRequest } from './pipeline/index.ts';
export { UnknownScenario } from './sandboxes/catalogue.ts';
export { closeSandbox } from './sandboxes/close-sandbox.ts';
export { defaultSandbox, type SandboxConfig, SandboxError, type Sandboxes } from './sandboxes/index.ts';
export type { Sandbox } from './sandboxes/sandbox.ts';
export type { SandboxState } from './sandboxes/sandbox-config.ts';
export { describeEndpoint, type EndpointPage } from './tool-server/describe-endpoint.ts';

/** What a stand-in supplier is made from. The fields of SandboxConfig are those of its default sandbox. */
export interface MockSupplierOptions extends Omit<SandboxConfig, 'id'> {
  /** The dialect clients speak, checked by `parseProfile`; the contract's own when absent. */
  profile?: Profile | undefined;
  /** The scenarios that its sandboxes can play; none when absent. */
  catalogue?: readonly Scenario[] | undefined;
  /** How a sandbox keeps its state; in memory when absent. */
  createStore?: CreateStore | undefined;
  /** Where real time and timers come from; the machine's when absent. */
  machine?: MachineClock | undefined;
}

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
 * @throws TypeError for an unknown option
 * @throws ProfileError when the profile does not fit the contract
 * @throws ClockRequestError for a clock that cannot run as asked
 * @throws UnknownScenario for a scenario that is not in the catalogue
 * @example
 * const supplier = createMockSupplier({ clock: { mode: 'manual', start: Date.parse('2026-12-01T10:00:00Z') } });
 * const answer = await supplier.fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body });
 */
export function createMockSupplier(options: MockSupplierOptions = {}): MockSupplier {
  checkOptions(options);
  const { profile, createStore, machine = hostMachine, catalogue, ...first } = options;
  const dialect = applyProfile(operations, profile);
  const sandboxes = createSandboxes({ machine, createStore, catalogue: createCatalogue(catalogue) }, first);
  const pipeline = createPipeline({ dialect, machine, credentials: sandboxes.holders });
  const ports = createPorts();
  sandboxes.onGone(({ identity: { id } }) => {
    if (!sandboxes.get(id)) void ports.close(id);
  });
  const { playExchange } = pipeline;
  const app = createApp({
    sandboxes,
    pipeline,
    toolServer: once(async () =>
      (await import('./tool-server/index.ts')).createToolServer({ dialect, sandboxes, playExchange }),
    ),
    pages: once(async () => (await import('./pages/index.ts')).createPages({ dialect, sandboxes })),
    control: once(async () =>
      (await import('./control/control.ts')).createControl({
        sandboxes,
        ports,
        dialect,
        machine,
        fetch: handle,
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
