import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Interaction, interactionHeader, keyOf } from './pact-file.ts';
import type { Provider, StateChange } from './provider.ts';
import {
  type FindOperation,
  type ReplayedRequest,
  type RequestRewriting,
  whyNotSent,
  withCredentials,
} from './request.ts';

export const statePath = '/_understudy-state';

export type ReplayProxy = Awaited<ReturnType<typeof openProxy>>;

interface ProxyParts extends RequestRewriting {
  readonly provider: Provider;
  readonly interactions: readonly Interaction[];
  readonly find: FindOperation;
  readonly allowBooking: boolean;
}

export async function openProxy(parts: ProxyParts) {
  /** Why a state could not be set up, by `keyOf`. */
  const brokenStates = new Map<string, string>();
  const refused = new Map<Interaction, string>();
  const setState = async (change: StateChange): Promise<unknown> => {
    try {
      return (await parts.provider.setState?.(change)) ?? {};
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      brokenStates.set(keyOf(change.state, change.params), why);
      return {};
    }
  };
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = (await buffer(incoming)).toString();
      // A web page of another origin cannot send this content type or header without a preflight.
      if (incoming.url === statePath && incoming.headers['content-type'] === 'application/json')
        return answerJson(outgoing, await setState(JSON.parse(body)));
      const interaction = parts.interactions[Number(incoming.headers[interactionHeader.toLowerCase()])];
      if (!interaction) return void outgoing.writeHead(403).end();
      // Without this reset, an interaction without states would see the data of the previous interaction.
      if (interaction.states.length === 0) await setState({ state: '', params: {}, action: 'setup' });
      const request = requestOf(incoming, body);
      const operation = parts.find(request.method, request.url);
      // A generator in the pact may change the address, so the check uses the sent one.
      const isFree = !parts.provider.isTarget || parts.allowBooking;
      const why = isFree ? undefined : whyNotSent(request.method, request.url, parts.find);
      if (why !== undefined) {
        refused.set(interaction, why);
        return answerJson(outgoing, { error: { message: why } }, 403);
      }
      // If the pact expects a 401, the request keeps the wrong credential from the pact.
      const isAuthenticated = operation !== undefined && interaction.status !== 401;
      const sent = isAuthenticated ? withCredentials(request, operation, parts) : request;
      await passOn(await parts.provider.send(sent, operation?.base ?? 'base'), outgoing);
    } catch {
      outgoing.destroy(); // a broken connection shows the verifier that the provider did not answer
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // the server listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    brokenStates,
    refused,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Not forwarded, because they belong to one connection or depend on the body. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'content-encoding',
  'keep-alive',
  interactionHeader.toLowerCase(),
]);

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): ReplayedRequest {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  // Normalizes the path as `fetch` does. For example, `fetch` sends "/a/../b" to /b.
  const { pathname, search } = new URL(`http://pact.invalid${url}`);
  const texts = kept.map(([name, value]) => [name, String(value)]);
  return { method, url: pathname + search, body, headers: Object.fromEntries(texts) };
}

async function passOn(answer: Response, outgoing: ServerResponse): Promise<void> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const headers = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
  outgoing.writeHead(answer.status, Object.fromEntries(headers)).end(bytes);
}

function answerJson(outgoing: ServerResponse, json: unknown, status = 200): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
