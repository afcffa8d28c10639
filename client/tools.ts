import type { Clock } from '#contracts';
import { asObject } from '#contracts/util';
import type { CallOptions } from './calls.ts';
import { type Call, compose, type Policy, type Send } from './calls.ts';
import { HttpError, UnreadableAnswerError } from './errors.ts';
import { fetchAnswer } from './exchange.ts';

/** The tools of the supplier's tool server: documentation, and no bookings (svc.8). */
export interface Tools {
  /** Groups and endpoints, all or those of a product (tool.list-endpoints). */
  listEndpoints(request?: { product?: string; search?: string }, options?: CallOptions): Promise<ToolAnswer>;
  /** Parameters, a sample and the answer of one endpoint (tool.get-endpoint). */
  getEndpoint(request: { endpointId: string }, options?: CallOptions): Promise<ToolAnswer>;
  /** What changed, newest first (tool.get-changelog). */
  getChangelog(
    request?: { service?: string; since?: string; limit?: number },
    options?: CallOptions,
  ): Promise<ToolAnswer>;
  /** Statuses, ReToken and dates, or all of them (tool.get-reference). */
  getReference(request?: { topic?: string }, options?: CallOptions): Promise<ToolAnswer>;
}

/** The answer of a tool: text, and data where the tool gives some. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** The address and the token of the tool server (tool.headers). */
export interface ToolWire {
  readonly fetch: typeof fetch;
  readonly mcpUrl: string;
  readonly mcpToken: string;
  readonly clock: Clock;
}

/** Creates the calls of the tools by JSON-RPC over POST (tool.transport), through the policies of a read operation. */
export function createTools(wire: ToolWire, policies: readonly Policy[]): Tools {
  // Checked here, because the error of fetch would quote the token.
  if (!/^[\x20-\x7e]*$/.test(wire.mcpToken))
    throw new TypeError(
      'mcpToken: it has a character that is invalid in a header, such as a line break; remove it',
    );
  const send = compose(policies, createToolExchange(wire));
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
      return body as ToolAnswer; // resultOf has checked it
    };
  return {
    listEndpoints: tool('list_endpoints'),
    getEndpoint: tool('get_endpoint'),
    getChangelog: tool('get_changelog'),
    getReference: tool('get_reference'),
  };
}

function createToolExchange({ fetch, mcpUrl: address, mcpToken, clock }: ToolWire): Send {
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

/** A tool server may answer with a stream of events (tool.headers): the last one has the answer. */
function lastEventOf({ headers }: Response, text: string): string {
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return text;
  const event = text.split(/\r?\n\r?\n/).findLast(each => /^data:/m.test(each)) ?? '';
  const lines = event.split(/\r?\n/).filter(line => line.startsWith('data:'));
  return lines.map(line => line.slice('data:'.length).trimStart()).join('\n');
}

/** Returns the result of a JSON-RPC answer. An error in it is the caller's (-32602), so it is not sent again. */
function resultOf(json: unknown, { id, attempt }: Call): unknown {
  const { result, error } = asObject(json);
  const failed = { operation: id, attempt };
  if (error !== undefined) {
    const { message } = asObject(error);
    const errors = [{ Code: 'InvalidRequest' as const, Message: String(message) }];
    throw new HttpError(failed, { status: 400, errors, retryAfter: undefined });
  }
  if (Array.isArray(asObject(result).content)) return result;
  throw new UnreadableAnswerError(failed, {
    status: 200,
    what: 'a JSON-RPC answer without the content of a tool',
  });
}
