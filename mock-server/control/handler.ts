import type { Dialect } from '#contracts';
import type { ControlAnswer, ControlBody, ControlEndpointId, ControlQuery } from '#contracts/control';
import type { ServerMemory } from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';
import type { Bindings, Health, Scope } from '../http/index.ts';
import type { Observation, Ports, Sandbox, Sandboxes } from '../sandbox/index.ts';

export interface ControlParts extends ServerMemory {
  sandboxes: Sandboxes;
  ports: Ports;
  dialect: Dialect;
  machine: MachineClock;
  /** In process, to set up provider states. */
  fetch(request: Request, bindings: Bindings): Response | Promise<Response>;
  lifecycle: AbortController;
  observation: Observation;
  health: Health;
  routes?: readonly ControlRoutes[] | undefined;
}

/** A call to the control API, after its query and body were checked. */
export interface ControlCall<Id extends ControlEndpointId = ControlEndpointId> {
  /** The parameters in the path. */
  params: Readonly<Record<string, string>>;
  query: ControlQuery<Id>;
  body: ControlBody<Id>;
  request: Request;
  /** The base address at which the caller reached this server. */
  base: string;
  /** The id of the sandbox that owns the port; undefined on the main port. */
  portOf: string | undefined;
  /** False for a call in process. */
  overPort: boolean;
  /** The rights of the caller. A handler that finds a sandbox in another way than by the path must check them. */
  scope: Scope;
  /** Whether the caller may still see a sandbox. During a long call, the tokens file can change. */
  mayStillSee(id: string): boolean;
  /** The sandbox that the path names. Reading it throws a ControlRefusal when no sandbox has the id. */
  readonly sandbox: Sandbox;
  /** Throws a ControlRefusal (400) that names the nearest valid value. */
  refuseValue(field: string, value: string, valid: readonly string[]): never;
}

/** The return value of a handler: JSON (status 200 by default), or a Response. */
export type ControlReply<Id extends ControlEndpointId> =
  | Response
  | { status?: number; json: ControlAnswer<Id> };

/** Answers the calls to one endpoint. Throws a ControlRefusal to refuse a call. */
export type ControlHandler<Id extends ControlEndpointId> = (
  call: ControlCall<Id>,
) => ControlReply<Id> | Promise<ControlReply<Id>>;

/** The handlers of all endpoints, by id. */
export type ControlHandlers<Id extends ControlEndpointId = ControlEndpointId> = {
  [Key in Id]: ControlHandler<Key>;
};

export type SomeHandlers = Partial<ControlHandlers>;

/** Finds the sandbox that the path of a call names. Throws a ControlRefusal when no sandbox has the id. */
export type FindSandboxOf = (call: Pick<ControlCall, 'params' | 'scope'>) => Sandbox;

/** The endpoints for which only the caller of `createMockSupplier` can add handlers. */
export type AddedEndpointId = 'listRules' | 'judgeSandbox';

/** Handlers that the option `routes` of `createMockSupplier` adds to the control API. */
export type ControlRoutes = Partial<ControlHandlers<AddedEndpointId>>;

export const isoInstant = (at: number): string => new Date(at).toISOString();

export const withIsoInstant = <Event extends { at: number }>(event: Event) => ({
  ...event,
  at: isoInstant(event.at),
});

export const noContent = (): Response => new Response(null, { status: 204 });

/** RFC 8288. The address is relative, so that it also works behind a proxy. */
export function linkTo(url: string, after: string): string {
  const { searchParams } = new URL(url);
  searchParams.set('after', after);
  return `<?${searchParams}>; rel="next"`;
}
