import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FindOperation, type Replayed, type Speaker, whyNotSent, withProof } from './addressed.ts';
import { type Interaction, interactionHeader, keyOf } from './pact-file.ts';
import type { Provider, StateChange } from './provider.ts';

/** The address on which the front takes state changes. */
export const statePath = '/_understudy-state';

/** What stands between Pact's verifier and the provider. */
export interface Front {
  readonly url: string;
  /** States that could not be set up, by `keyOf`, and why. */
  readonly brokenStates: ReadonlyMap<string, string>;
  /** Interactions whose requests were not passed on, and why. */
  readonly refused: ReadonlyMap<Interaction, string>;
  close(): Promise<void>;
}

/** What a front needs. */
export interface FrontParts extends Speaker {
  readonly provider: Provider;
  /** What is replayed; a request says by a header which one it is. */
  readonly interactions: readonly Interaction[];
  readonly find: FindOperation;
  /** Lets what books, pays or cancels through to a target, too. */
  readonly allowBooking: boolean;
}

/** Opens a port on loopback whose requests go on to the provider, with real credentials in them. */
export async function openFront(parts: FrontParts): Promise<Front> {
  const brokenStates = new Map<string, string>();
  const refused = new Map<Interaction, string>();
  const setState = async (change: StateChange): Promise<unknown> => {
    try {
      return (await parts.provider.setState?.(change)) ?? {};
    } catch (error) {
      brokenStates.set(
        keyOf(change.state, change.params),
        error instanceof Error ? error.message : String(error),
      );
      return {};
    }
  };
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await textOf(incoming);
      // A page in a browser of this machine can send neither that type nor that header to another origin unasked.
      if (incoming.url === statePath && incoming.headers['content-type'] === 'application/json')
        return answerJson(outgoing, await setState(JSON.parse(body)));
      const interaction = parts.interactions[Number(incoming.headers[interactionHeader.toLowerCase()])];
      if (!interaction) return void outgoing.writeHead(403).end();
      // Otherwise it would meet what the interaction before it has left.
      if (interaction.states.length === 0) await setState({ state: '', params: {}, action: 'setup' });
      const request = prepare(incoming, body, { ...parts, interaction });
      // A generator may have made another address of the one in the file: only what goes out now tells.
      const why = mayNotGo(request, parts);
      if (why !== undefined) {
        refused.set(interaction, why);
        return answerJson(outgoing, { error: { message: why } }, 403);
      }
      await passOn(request, outgoing, parts);
    } catch {
      // No answer came from the provider: the verifier is to see just that.
      outgoing.destroy();
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

/** Headers of one connection, or such as follow from the body. */
const own = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'content-encoding',
  'keep-alive',
  interactionHeader.toLowerCase(),
]);

/** A request as the provider is to get it. One that is to be refused with 401 keeps the credential it has. */
function prepare(
  { method = 'GET', url: address = '/', headers }: IncomingMessage,
  body: string,
  parts: FrontParts & { interaction: Interaction },
): Replayed {
  const kept = Object.entries(headers).filter(([name]) => !own.has(name));
  // As fetch writes it: what is judged here has to be what goes out, and "/a/../b" goes to /b.
  const { pathname, search } = new URL(`http://pact.invalid${address}`);
  const url = pathname + search;
  const request = {
    method,
    url,
    body,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
  };
  const operation = parts.find(method, url);
  return operation === undefined || parts.interaction.status === 401
    ? request
    : withProof(request, operation, parts);
}

const mayNotGo = ({ method, url }: Replayed, { provider, find, allowBooking }: FrontParts) =>
  provider.isTarget && !allowBooking ? whyNotSent(method, url, find) : undefined;

async function passOn(request: Replayed, outgoing: ServerResponse, { provider, find }: FrontParts) {
  const base = find(request.method, request.url)?.base ?? 'base';
  const answer = await provider.send(request, base);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const headers = [...answer.headers].filter(([name]) => !own.has(name));
  outgoing.writeHead(answer.status, Object.fromEntries(headers)).end(bytes);
}

function answerJson(outgoing: ServerResponse, json: unknown, status = 200): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
