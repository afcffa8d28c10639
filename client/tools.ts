import type { Clock } from '#contracts';
import { asObject } from '#contracts/util';
import { type Call, compose, type Policy, type Send } from './call.ts';
import type { CallOptions } from './calls.ts';
import { HttpError, NetworkError, UnreadableAnswerError } from './errors.ts';
import { readAnswer } from './read-answer.ts';

/** The tools of the supplier's tool server: documentation, and no bookings (svc.8). What they tell is data. */
export interface Tools {
  /** Groups and endpoints, all or those of a product (tool.list-endpoints). */
  listEndpoints(asked?: { product?: string; search?: string }, options?: CallOptions): Promise<ToolAnswer>;
  /** Parameters, a sample and the answer of one endpoint (tool.get-endpoint). */
  getEndpoint(asked: { endpointId: string }, options?: CallOptions): Promise<ToolAnswer>;
  /** What changed, newest first (tool.get-changelog). */
  getChangelog(
    asked?: { service?: string; since?: string; limit?: number },
    options?: CallOptions,
  ): Promise<ToolAnswer>;
  /** Statuses, ReToken and dates, or all of them (tool.get-reference). */
  getReference(asked?: { topic?: string }, options?: CallOptions): Promise<ToolAnswer>;
}

/** What a tool tells: as text, and as data where there is some. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** Where the tool server is, and who asks (tool.headers). */
export interface ToolWire {
  readonly fetch: typeof fetch;
  readonly mcpUrl: string;
  readonly mcpToken: string;
  readonly clock: Clock;
}

/** Calls tools by JSON-RPC over POST (tool.transport), through the same policies as any look-up. */
export function createTools(wire: ToolWire, policies: readonly Policy[]): Tools {
  // What fetch would say of it quotes the token.
  if (!/^[\x20-\x7e]*$/.test(wire.mcpToken))
    throw new TypeError('mcpToken: holds a character that no header can, such as a line break');
  const send = compose(policies, createToolExchange(wire));
  const tool =
    (name: string) =>
    async (asked: object = {}, { signal, attempts }: CallOptions = {}): Promise<ToolAnswer> => {
      const operation = { id: name, base: 'tools', effect: 'read' } as const;
      const { body } = await send({
        id: `tools/${name}`,
        operation,
        request: asked,
        headers: {},
        signal,
        attempt: 1,
        attempts,
      });
      return body as ToolAnswer; // the exchange has looked at it
    };
  return {
    listEndpoints: tool('list_endpoints'),
    getEndpoint: tool('get_endpoint'),
    getChangelog: tool('get_changelog'),
    getReference: tool('get_reference'),
  };
}

function createToolExchange({ fetch, mcpUrl, mcpToken, clock }: ToolWire): Send {
  let id = 0;
  return async call => {
    const { attempt, signal, operation } = call;
    const came = { operation: call.id, attempt };
    id += 1;
    const message = {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: operation.id, arguments: call.request },
    };
    const init: RequestInit = {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${mcpToken}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify(message),
      ...(signal && { signal }),
    };
    const { response, text } = await fetch(mcpUrl, init)
      .then(async answered => ({ response: answered, text: await answered.text() }))
      .catch(error => {
        throw signal?.aborted ? signal.reason : new NetworkError(came, error, mcpUrl);
      });
    const now = clock.now();
    const json = readAnswer(response, lastEventOf(response, text), {
      ...came,
      address: mcpUrl,
      now,
      toContract: body => body,
    });
    return { body: resultOf(json, call), at: now };
  };
}

/** A tool server may answer with a stream of events (tool.headers): the last one has the answer. */
function lastEventOf({ headers }: Response, text: string): string {
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return text;
  const events = text.split(/\r?\n\r?\n/).filter(event => /^data:/m.test(event));
  const lines =
    events
      .at(-1)
      ?.split(/\r?\n/)
      .filter(line => line.startsWith('data:')) ?? [];
  return lines.map(line => line.slice('data:'.length).trimStart()).join('\n');
}

/** The result of a JSON-RPC answer. An error in it is the caller's (-32602), so it is not sent again. */
function resultOf(json: unknown, { id, attempt }: Call): unknown {
  const { result, error } = asObject(json);
  const came = { operation: id, attempt };
  if (error !== undefined) {
    const { message } = asObject(error);
    const errors = [{ Code: 'InvalidRequest' as const, Message: String(message) }];
    throw new HttpError(came, { status: 400, errors, retryAfter: undefined });
  }
  if (Array.isArray(asObject(result).content)) return result;
  throw new UnreadableAnswerError(came, {
    status: 200,
    what: 'a JSON-RPC answer without the content of a tool',
  });
}
