import { Hono } from 'hono';
import type { Dialect } from '#contracts';
import { type ControlEndpoint, type ControlEndpointId, controlEndpoints } from '#contracts/control';
import type { Bindings } from '../bindings.ts';
import type { MachineClock } from '../clock/index.ts';
import type { Ports } from '../ports.ts';
import type { Sandboxes } from '../sandboxes/index.ts';
import { visitorBase } from '../visitor.ts';
import { checkAccess } from './access.ts';
import { bookingHandlers } from './bookings.ts';
import { catalogueHandlers } from './catalogues.ts';
import { clockHandlers } from './clock.ts';
import { createEventStreams } from './events.ts';
import { exchangeHandlers } from './exchanges.ts';
import { faultHandlers } from './faults.ts';
import type {
  AddedEndpointId,
  ControlCall,
  ControlHandler,
  ControlHandlers,
  ControlRoutes,
  FindSandboxOf,
} from './handler.ts';
import { type FetchApp, providerStateHandlers } from './provider-states.ts';
import { readBody, readQuery } from './read.ts';
import {
  ControlRefusal,
  describeError,
  refusalResponse,
  refuseAddress,
  refuseDetails,
  unknownName,
} from './refusal.ts';
import { sandboxHandlers } from './sandboxes.ts';

export type { ControlRoutes } from './handler.ts';

/** What the control API works on. */
export interface ControlParts {
  sandboxes: Sandboxes;
  ports: Ports;
  dialect: Dialect;
  machine: MachineClock;
  /** Plays calls of the supplier, by which provider states are set up. */
  fetch: FetchApp;
  /** Endpoints that are answered from outside the server. */
  routes?: readonly ControlRoutes[] | undefined;
}

type Control = Hono<{ Bindings: Bindings }>;

/**
 * The control API under /_control, made from the table of its endpoints. It checks who calls, reads and checks what is
 * sent, and answers every error as JSON.
 *
 * @example app.all('/_control/*', context => control.fetch(context.req.raw, context.env))
 */
export function createControl(parts: ControlParts): Control {
  const handlers = createHandlers(parts);
  const control: Control = new Hono();
  control.onError(error => refusalResponse(describeError(error)));
  control.use('*', async (context, next) => {
    const { access, publicUrl } = context.env ?? {};
    const open = isOpen(context.req.path);
    checkAccess({ header: name => context.req.header(name), access, publicUrl, open });
    await next();
  });
  for (const id of Object.keys(controlEndpoints) as ControlEndpointId[]) {
    // Object.keys widens to string
    const endpoint: ControlEndpoint = controlEndpoints[id];
    const handler = handlers[id] as ControlHandler<ControlEndpointId>; // each is given what its own endpoint reads
    control.on(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async context => {
      const request = context.req.raw;
      const call = {
        params: context.req.param(),
        query: readQuery(endpoint, new URL(request.url)),
        body: await readBody(endpoint, request),
        request,
        base: visitorBase(request, context.env?.publicUrl),
        portOf: context.env?.sandboxId,
        overPort: context.env?.access !== undefined,
      } as ControlCall; // read by the schemas of this endpoint
      const reply = await handler(call);
      return reply instanceof Response ? reply : Response.json(reply.json, { status: reply.status ?? 200 });
    });
  }
  control.notFound(({ req }) => refusalResponse(refuseAddress(req.method, req.path)));
  return control;
}

/** What a server without a judge answers. */
const withoutJudge: ControlHandlers<AddedEndpointId> = { listRules: refuseAdded, judgeSandbox: refuseAdded };

function refuseAdded(): never {
  throw new ControlRefusal(
    'NotFound',
    'this server has no judge; add judgeRoutes of travel-understudy/scenarios to the routes of createMockSupplier',
  );
}

function createHandlers(parts: ControlParts): ControlHandlers {
  const { sandboxes, ports, dialect, machine, fetch, routes = [] } = parts;
  const find: FindSandboxOf = ({ params: { id = '' } }) => {
    const sandbox = sandboxes.get(id);
    if (sandbox) return sandbox;
    const ids = sandboxes.list().map(({ identity }) => identity.id);
    throw refuseDetails('NotFound', [
      unknownName({ field: 'id', value: id, what: `no sandbox "${id}" here` }, ids),
    ]);
  };
  const streams = createEventStreams(sandboxes);
  return {
    ...catalogueHandlers(sandboxes, machine),
    ...sandboxHandlers({ sandboxes, ports, find, dialect }),
    ...clockHandlers(find, streams),
    ...faultHandlers(find),
    ...exchangeHandlers({ find, dialect, ports }),
    ...bookingHandlers(find),
    ...providerStateHandlers({ find, sandboxes, dialect, fetch }),
    ...withoutJudge,
    ...Object.assign({}, ...routes.map(route => route(find))),
    streamEvents: call => streams.open(find(call), call.request),
  };
}

function isOpen(path: string): boolean {
  return Object.values<ControlEndpoint>(controlEndpoints).some(
    endpoint => endpoint.open && endpoint.path === path,
  );
}
