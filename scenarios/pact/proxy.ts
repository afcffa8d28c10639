import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Interaction, interactionHeader, keyOf } from './pact-file.ts';
import type { Provider, StateChange } from './provider.ts';
import { type FindOperation, type ReplayedRequest, type Speaker, whyNotSent, withProof } from './request.ts';

/** The path on which the proxy takes state changes. */
export const statePath = '/_understudy-state';

/** Stands between Pact's verifier and the provider. */
export interface ReplayProxy {
  readonly url: string;
  /** Why states could not be set up, by `keyOf`. */
  readonly brokenStates: ReadonlyMap<string, string>;
  /** Why requests of interactions were not passed on. */
  readonly refused: ReadonlyMap<Interaction, string>;
  close(): Promise<void>;
}

/** What a proxy needs. */
export interface ProxyParts extends Speaker {
  readonly provider: Provider;
  /** What is replayed; a header of each request holds the index. */
  readonly interactions: readonly Interaction[];
  readonly find: FindOperation;
  /** Passes requests that book, pay or cancel on to a target, too. */
  readonly allowBooking: boolean;
}

/** Opens a port on loopback that passes requests on to the provider, with the real credentials in them. */
export async function openProxy(parts: ProxyParts): Promise<ReplayProxy> {
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
      const body = await textOf(incoming);
      // A web page of another origin cannot send this type or this header without a preflight.
      if (incoming.url === statePath && incoming.headers['content-type'] === 'application/json')
        return answerJson(outgoing, await setState(JSON.parse(body)));
      const interaction = parts.interactions[Number(incoming.headers[interactionHeader.toLowerCase()])];
      if (!interaction) return void outgoing.writeHead(403).end();
      // Without a state of its own it would meet what the interaction before it left.
      if (interaction.states.length === 0) await setState({ state: '', params: {}, action: 'setup' });
      const request = requestOf(incoming, body);
      const operation = parts.find(request.method, request.url);
      // A generator may have changed the address in the file, so this looks at the one that is sent.
      const isFree = !parts.provider.isTarget || parts.allowBooking;
      const why = isFree ? undefined : whyNotSent(request.method, request.url, parts.find);
      if (why !== undefined) {
        refused.set(interaction, why);
        return answerJson(outgoing, { error: { message: why } }, 403);
      }
      // A request that expects 401 keeps its credential.
      const isProven = operation !== undefined && interaction.status !== 401;
      const sent = isProven ? withProof(request, operation, parts) : request;
      await passOn(await parts.provider.send(sent, operation?.base ?? 'base'), outgoing);
    } catch {
      outgoing.destroy(); // the provider did not answer, and the verifier has to see that
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    brokenStates,
    refused,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  incoming.setEncoding('utf8');
  for await (const chunk of incoming) text += chunk;
  return text;
}

/** Headers of one connection, or that follow from the body. */
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
  // As fetch will write it, which sends "/a/../b" to /b.
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
