import type { Dialect } from '#contracts';
import type { ControlAnswer, ControlBody, ControlEndpointId, ControlQuery } from '#contracts/control';
import type { Bindings } from '../bindings.ts';
import type { MachineClock } from '../clock/index.ts';
import type { Ports } from '../ports.ts';
import type { Sandbox, Sandboxes } from '../sandboxes/index.ts';

/** What the control API works on. */
export interface ControlParts {
  sandboxes: Sandboxes;
  ports: Ports;
  dialect: Dialect;
  machine: MachineClock;
  /** Calls the supplier in process. Provider states are set up by such calls. */
  fetch(request: Request, bindings: Bindings): Response | Promise<Response>;
  /** Handlers of the endpoints that the server itself does not answer. */
  routes?: readonly ControlRoutes[] | undefined;
}

/** A call to the control API, read and checked. */
export interface ControlCall<Id extends ControlEndpointId = ControlEndpointId> {
  /** The parameters of the path. */
  params: Readonly<Record<string, string>>;
  query: ControlQuery<Id>;
  body: ControlBody<Id>;
  request: Request;
  /** The base address as the caller reached this server. */
  base: string;
  /** The sandbox whose own port the call came over. */
  portOf: string | undefined;
  /** Whether it came over a port and not in process. */
  overPort: boolean;
  /** The sandbox that the path names. Reading it throws a ControlRefusal when no sandbox has this id. */
  readonly sandbox: Sandbox;
  /** Answers 400: the value of a field is not one of the valid values. The answer names the nearest one. */
  refuseValue(field: string, value: string, valid: readonly string[]): never;
}

/** What a handler returns: JSON (status 200 by default), or a Response. */
export type ControlReply<Id extends ControlEndpointId> =
  | Response
  | { status?: number; json: ControlAnswer<Id> };

/** Answers the calls of one endpoint. Throws a ControlRefusal. */
export type ControlHandler<Id extends ControlEndpointId> = (
  call: ControlCall<Id>,
) => ControlReply<Id> | Promise<ControlReply<Id>>;

/** The handler of every endpoint. */
export type ControlHandlers<Id extends ControlEndpointId = ControlEndpointId> = {
  [Key in Id]: ControlHandler<Key>;
};

/** The handlers of one file. */
export type SomeHandlers = Partial<ControlHandlers>;

/** Finds the sandbox that a call's path names. Throws a ControlRefusal. */
export type FindSandboxOf = (call: Pick<ControlCall, 'params'>) => Sandbox;

/** The endpoints that the server itself does not answer: the code that assembles it may add handlers. */
export type AddedEndpointId = 'listRules' | 'judgeSandbox';

/** Handlers that are added to the control API: the `routes` of `createMockSupplier`. */
export type ControlRoutes = Partial<ControlHandlers<AddedEndpointId>>;

/** Writes an instant as the control API does. */
export const isoInstant = (at: number): string => new Date(at).toISOString();

/** Writes the instant of an event as the control API does. */
export const withIsoInstant = <Event extends { at: number }>(event: Event) => ({
  ...event,
  at: isoInstant(event.at),
});

/** Answers that there is nothing to return. */
export const noContent = (): Response => new Response(null, { status: 204 });
