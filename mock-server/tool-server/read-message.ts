import { limits } from '#contracts';
import { asObject, isObject, type JsonObject, nearest } from '#contracts/util';
import { byteOrderMark, isDeeperThan } from '../pipeline/index.ts';
import { type RpcId, RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';

/** A JSON-RPC message of a client. A notification has no id. */
export interface RpcMessage extends JsonObject {
  readonly method: string;
  readonly id?: RpcId;
}

const members = ['jsonrpc', 'id', 'method', 'params'];

/**
 * Reads a body as one JSON-RPC message (tool.methods). The specification requires an integer as id. The protocol also
 * allows a text, so this function accepts a text.
 *
 * @throws RpcRefusal with status 413, or with status 400 and code -32700 or -32600. The refusal contains the id of the
 * message, if the message has an id.
 */
export function readMessage(text: string | null): RpcMessage {
  const message = parse(text);
  const { id } = asObject(message);
  const problem = problemWith(message, text?.length ?? 0);
  if (problem !== undefined)
    throw new RpcRefusal(rpcCodes.invalidRequest, problem, { id: isId(id) ? id : undefined });
  return message as RpcMessage; // problemWith has checked the members of the message
}

function parse(text: string | null): unknown {
  if (text === null) {
    const message = `the body is larger than ${limits.bodySize.value} bytes; send a smaller body (assumed limit)`;
    throw new RpcRefusal(rpcCodes.refused, message, { status: 413 });
  }
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch {
    const problem = text.trim() === '' ? 'the body is empty' : 'the body is not JSON';
    throw new RpcRefusal(rpcCodes.parseError, `${problem}; send one JSON-RPC message`);
  }
}

function problemWith(message: unknown, length: number): string | undefined {
  if (Array.isArray(message))
    return 'the body is a list: batches are not part of revision 2025-06-18; send one message in each POST';
  if (!isObject(message)) return `the body is ${shown(message)}; send one JSON-RPC object`;
  const { jsonrpc, id, method, params } = message;
  if (length > 2 * limits.nesting.value && isDeeperThan(message, limits.nesting.value))
    return `the body is nested deeper than ${limits.nesting.value} levels; no message needs more (assumed limit)`;
  if (jsonrpc !== '2.0') return `jsonrpc: expected "2.0", got ${shownOrMissing(jsonrpc)}`;
  if (Object.hasOwn(message, 'id') && !isId(id)) {
    const bound = Number.isInteger(id) ? ` up to ${Number.MAX_SAFE_INTEGER}` : '';
    return `id: expected a whole number${bound} or text, got ${shown(id)}`;
  }
  if (method === undefined && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')))
    return 'the body is a response; this server sends no requests and expects no response';
  if (typeof method !== 'string')
    return `method: expected text, such as "tools/call", got ${shownOrMissing(method)}`;
  if (id === undefined && !method.startsWith('notifications/'))
    return `id: missing; the server answers ${shown(method)}, so send a whole number as id`;
  if (params !== undefined && !isObject(params)) return `params: expected an object, got ${shown(params)}`;
  const unknown = Object.keys(message).find(name => !members.includes(name));
  if (unknown === undefined) return undefined;
  const near = nearest(unknown, members);
  const hint = near === undefined ? `the members are ${members.join(', ')}` : `did you mean "${near}"?`;
  return `${shown(unknown)} is not a member of a request; ${hint}`;
}

/**
 * Checks the parameters of a `tools/call` message. Does nothing for any other message.
 *
 * @throws RpcRefusal with code -32602 and status 200, because the message itself is well-formed
 */
export function checkToolParams({ id, method, params }: RpcMessage): void {
  if (method !== 'tools/call') return;
  const { name, arguments: sent = {} } = asObject(params);
  const problem =
    typeof name !== 'string'
      ? `params.name: expected the name of a tool, got ${shownOrMissing(name)}`
      : isObject(sent)
        ? undefined
        : `params.arguments: expected an object, got ${shown(sent)}`;
  if (problem !== undefined) throw new RpcRefusal(rpcCodes.invalidParams, problem, { status: 200, id });
}

const isId = (id: unknown): id is RpcId => typeof id === 'string' || Number.isSafeInteger(id);

const shownOrMissing = (value: unknown): string => (value === undefined ? 'nothing' : shown(value));
