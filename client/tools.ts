import type { Clock } from '#contracts';
import { asObject } from '#contracts/util';
import { type Call, type CallOptions, compose, type Policy, type Send } from './calls.ts';
import { HttpError, UnreadableAnswerError } from './errors.ts';
import { fetchAnswer } from './exchange.ts';

/** The tools return documentation and cannot book (svc.8). */
export interface Tools {
  /** Lists the endpoints of all products or of one (tool.list-endpoints). */
  listEndpoints(request?: { product?: string; search?: string }, options?: CallOptions): Promise<ToolAnswer>;
  /** Explains one endpoint (tool.get-endpoint). */
  getEndpoint(request: { endpointId: string }, options?: CallOptions): Promise<ToolAnswer>;
  /** The changes of the API, the newest first (tool.get-changelog). */
  getChangelog(
    request?: { service?: string; since?: string; limit?: number },
    options?: CallOptions,
  ): Promise<ToolAnswer>;
  /** Explains statuses, ReToken and dates (tool.get-reference). */
  getReference(request?: { topic?: string }, options?: CallOptions): Promise<ToolAnswer>;
}

/** Text, and for some tools structured data. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

export interface ToolServer {
  readonly fetch: typeof fetch;
  readonly mcpUrl: string;
  readonly mcpToken: string;
  readonly clock: Clock;
}

export function createTools(server: ToolServer, policies: readonly Policy[]): Tools {
  // An error of `fetch` would quote the token.
  if (!/^[\x20-\x7e]*$/.test(server.mcpToken))
    throw new TypeError(
      'mcpToken: a character, such as a line break, is not valid in an HTTP header; remove this character',
    );
  const send = compose(policies, createToolExchange(server));
  const tool =
    (name: string) =>
    async (request: object = {}, { signal, attempts }: CallOptions = {}): Promise<ToolAnswer> => {
      const operation = { id: name, base: 'tools', effect: 'read' } as const;
      const { body } = await send({
        id: `tools/${name}`,
        operation,
        request,
        headers: {},
        signal,
        attempt: 1,
        attempts,
      });
      return body as ToolAnswer; // `resultOf` has checked the type
    };
  return {
    listEndpoints: tool('list_endpoints'),
    getEndpoint: tool('get_endpoint'),
    getChangelog: tool('get_changelog'),
    getReference: tool('get_reference'),
  };
}

function createToolExchange({ fetch, mcpUrl: address, mcpToken, clock }: ToolServer): Send {
  const headers = {
    authorization: `Bearer ${mcpToken}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  let id = 0;
  return async call => {
    id += 1;
    const params = { name: call.operation.id, arguments: call.request };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
    const init = { method: 'POST', headers, body };
    const answer = await fetchAnswer({ fetch, clock, call, address, init, textOf: lastEventOf });
    return { body: resultOf(answer.body, call), at: answer.at };
  };
}

/** The last event of a stream contains the answer (tool.headers). */
function lastEventOf({ headers }: Response, text: string): string {
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return text;
  const event = text.split(/\r?\n\r?\n/).findLast(each => /^data:/m.test(each)) ?? '';
  const lines = event.split(/\r?\n/).filter(line => line.startsWith('data:'));
  return lines.map(line => line.slice('data:'.length).trimStart()).join('\n');
}

/** An error in the answer (-32602) is a mistake of the caller, so the client does not repeat the call. */
function resultOf(json: unknown, call: Call): unknown {
  const { result, error } = asObject(json);
  if (error !== undefined) {
    const { message } = asObject(error);
    const errors = [{ Code: 'InvalidRequest' as const, Message: String(message) }];
    throw new HttpError(call, { status: 400, errors, retryAfter: undefined });
  }
  if (Array.isArray(asObject(result).content)) return result;
  const what = 'a JSON-RPC answer without the content of a tool';
  throw new UnreadableAnswerError(call, { status: 200, what });
}
