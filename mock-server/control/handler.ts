import type { ControlAnswer, ControlBody, ControlEndpointId, ControlQuery } from '#contracts/control';
import type { Sandbox } from '../sandboxes/index.ts';

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
}

/** What a handler answers: JSON (status 200 unless said otherwise), or a Response of its own. */
export type ControlReply<Id extends ControlEndpointId> =
  | Response
  | { status?: number; json: ControlAnswer<Id> };

/** Does what one endpoint is for. Throws a ControlRefusal. */
export type ControlHandler<Id extends ControlEndpointId> = (
  call: ControlCall<Id>,
) => ControlReply<Id> | Promise<ControlReply<Id>>;

/** The handlers of some endpoints. */
export type ControlHandlers<Id extends ControlEndpointId = ControlEndpointId> = {
  [Key in Id]: ControlHandler<Key>;
};

/** Finds the sandbox that a call's path names. Throws a ControlRefusal. */
export type FindSandboxOf = (call: Pick<ControlCall, 'params'>) => Sandbox;

/** The endpoints that the server itself does not answer: the code that assembles it may add handlers. */
export type AddedEndpointId = 'listRules' | 'judgeSandbox';

/**
 * Handlers that are added to the control API: the `routes` of `createMockSupplier`.
 *
 * @param find finds the sandbox that a call's path names
 */
export type ControlRoutes = (find: FindSandboxOf) => Partial<ControlHandlers<AddedEndpointId>>;

/** An instant as the control API writes it. */
export const isoInstant = (at: number): string => new Date(at).toISOString();
