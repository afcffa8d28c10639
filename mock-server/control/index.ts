import { type Context, Hono, type Next } from 'hono';
import { type ControlEndpoint, type ControlEndpointId, controlEndpoints } from '#contracts/control';
import { isDamage } from '../books/index.ts';
import { type Bindings, owns, type Scope, visitorBase } from '../http/index.ts';
import { namespaceOf, type SandboxKeep } from '../sandbox/index.ts';
import { checkAccess, checkScope, maySee, refuseUnknownSandbox } from './access.ts';
import { bookingHandlers } from './bookings.ts';
import { catalogueHandlers } from './catalogues.ts';
import { clockHandlers } from './clock.ts';
import { streamEvents } from './events.ts';
import { exchangeHandlers } from './exchanges.ts';
import { faultHandlers } from './faults.ts';
import { fileHandlers } from './files.ts';
import type {
  AddedEndpointId,
  ControlCall,
  ControlHandler,
  ControlHandlers,
  ControlParts,
  FindSandboxOf,
} from './handler.ts';
import { inventoryHandlers } from './inventory.ts';
import { providerStateHandlers } from './provider-states.ts';
import { countControlCall } from './quotas.ts';
import { readBody, readQuery } from './read.ts';
import { ControlRefusal, describeError, refusalResponse, refuseAddress, refuseValue } from './refusal.ts';
import { sandboxHandlers } from './sandboxes.ts';
import { Snapshots } from './snapshots.ts';

export type * from './handler.ts';

interface Env {
  Bindings: Bindings;
  Variables: { scope: Scope };
}

export function createControl(parts: ControlParts): Hono<Env> {
  const { sandboxes } = parts;
  const idsIn = (scope: Scope) => [...sandboxes.ids()].filter(one => owns(scope, one));
  const find: FindSandboxOf = ({ params: { id = '' }, scope }) => {
    const sandbox = owns(scope, id) ? sandboxes.find(id) : undefined;
    return sandbox ?? refuseUnknownSandbox(scope, id, idsIn(scope));
  };
  const handlers = createHandlers(parts, find);
  const control = new Hono<Env>();
  control.onError(error => refusalResponse(describeError(error)));
  control.use('*', noteScope);
  for (const [id, endpoint] of endpoints) {
    const handler = handlers[id] as ControlHandler<ControlEndpointId>; // each handler gets the call of its own endpoint
    control.on(
      endpoint.method,
      endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      async ({ req, env, var: { scope } }) => {
        const params: Readonly<Record<string, string>> = req.param();
        if (endpoint.access !== 'open') countControlCall(scope, sandboxes.namespaces);
        checkScope(scope, { endpoint, id: params.id }, () => idsIn(scope));
        const query = readQuery(endpoint, new URL(req.url));
        const body = await readBody(endpoint, req.raw);
        // After the body was read, because the sandbox could leave memory while a slow client sends it. Awaits only promises,
        // so that a server without a durable store takes no further turn of the event loop.
        const waking = sandboxes.wake(params.id ?? '');
        if (waking instanceof Promise) await (id === 'deleteSandbox' ? waking.catch(allowDamage) : waking);
        const call = {
          params,
          query,
          body,
          ...visitOf(req.raw, env),
          scope,
          get sandbox() {
            return find({ params, scope });
          },
          refuseValue,
        } as ControlCall; // the schemas of this endpoint have checked the values
        const { keep } = sandboxes.find(params.id ?? '') ?? {};
        const answer = () => handler(call);
        const reply = await (keep ? answerStored(id, keep, answer) : answer());
        return reply instanceof Response ? reply : Response.json(reply.json, { status: reply.status ?? 200 });
      },
    );
  }
  control.notFound(({ req }) => refusalResponse(refuseAddress(req.method, req.path)));
  return control;
}

const visitOf = (request: Request, env: Bindings | undefined) => ({
  request,
  base: visitorBase(request, env?.publicUrl),
  portOf: env?.sandboxId,
  overPort: env?.access !== undefined,
  mayStillSee: (id: string) => maySee(id, request.headers.get('authorization') ?? '', env?.access),
});

/** These run turns of their own, or none. */
const hasOwnTurns: ReadonlySet<ControlEndpointId> = new Set(['putSandbox', 'deleteSandbox']);

/** These only read, but can take long. `journal`: whether they need the recorded exchanges. */
const readers: Partial<Record<ControlEndpointId, { readonly journal: boolean }>> = {
  listExchanges: { journal: true },
  exportHar: { journal: true },
  judgeSandbox: { journal: true },
  exportSandbox: { journal: true },
  takeSnapshot: { journal: true },
  streamEvents: { journal: false },
};

async function answerStored<Reply>(
  id: ControlEndpointId,
  keep: SandboxKeep,
  answer: () => Reply | Promise<Reply>,
): Promise<Reply> {
  if (hasOwnTurns.has(id)) return answer();
  const reader = readers[id];
  if (!reader) return keep.run(answer);
  await keep.run(({ clock }) => void clock.settle());
  if (reader.journal) await keep.readCalls();
  const reply = await answer();
  if (!reader.journal) keep.watch();
  return reply;
}

function noteScope(context: Context<Env>, next: Next): Promise<void> {
  const { req, env } = context;
  const scope = checkAccess(name => req.header(name), env, openPaths.has(req.path));
  context.set('scope', scope);
  return next();
}

/** A stored sandbox that cannot be read can still be deleted. */
function allowDamage(error: unknown): void {
  if (!isDamage(error)) throw error;
}

const endpoints = Object.entries(controlEndpoints) as [ControlEndpointId, ControlEndpoint][]; // Object.entries returns strings
const openPaths = new Set(
  endpoints.filter(([, { access }]) => access === 'open').map(([, { path }]) => path),
);

const withoutJudge: ControlHandlers<AddedEndpointId> = { listRules: refuseAdded, judgeSandbox: refuseAdded };

function refuseAdded(): never {
  throw new ControlRefusal(
    'NotFound',
    'this server has no judge; add judgeRoutes of travel-understudy/scenarios to the option "routes" of createMockSupplier',
  );
}

function createHandlers(parts: ControlParts, find: FindSandboxOf): ControlHandlers {
  const snapshots = new Snapshots(parts.sandboxes.keeping);
  parts.sandboxes.onRemoved(id => {
    const namespace = namespaceOf(id);
    const isEmpty = (parts.sandboxes.namespaces.find(id)?.ids.size ?? 0) === 0;
    if (namespace !== undefined && isEmpty) snapshots.dropAll(namespace);
  });
  return {
    ...catalogueHandlers(parts),
    ...sandboxHandlers(parts, snapshots),
    ...fileHandlers(parts, snapshots),
    ...clockHandlers,
    ...faultHandlers,
    ...inventoryHandlers,
    ...exchangeHandlers(parts),
    ...bookingHandlers,
    ...providerStateHandlers(parts, find),
    ...withoutJudge,
    ...Object.assign({}, ...(parts.routes ?? [])),
    streamEvents: ({ sandbox, request, mayStillSee }) =>
      streamEvents(sandbox, request, { ...parts, isAllowed: () => mayStillSee(sandbox.identity.id) }),
  };
}
