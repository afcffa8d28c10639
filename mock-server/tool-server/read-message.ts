import { limits } from '#contracts';
import { asObject, isObject, type JsonObject, nearest } from '#contracts/util';
import { byteOrderMark, isDeeperThan } from '../pipeline/index.ts';
import { type RpcId, RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';

/** A JSON-RPC message as clients send it; without an id it is a notification. */
export interface RpcMessage extends JsonObject {
  readonly method: string;
  readonly id?: RpcId;
}

const members = ['jsonrpc', 'id', 'method', 'params'];

/**
 * Reads a body as one JSON-RPC message (tool.methods). The specification asks for an integer id; a text is accepted as
 * well, as the protocol has it.
 *
 * @throws RpcRefusal with status 413, or 400 and code -32700 or -32600; under the id of the message where it has one
 */
export function readMessage(text: string | null): RpcMessage {
  const message = parse(text);
  if (Array.isArray(message))
    throw invalid('the body is a list: batches are not part of revision 2025-06-18; send one message a POST');
  if (!isObject(message)) throw invalid(`the body is ${shown(message)}; send one JSON-RPC object`);
  const complaint = complaintAbout(message, text?.length ?? 0);
  if (complaint !== undefined) throw invalid(complaint, message.id);
  return message as RpcMessage; // its fields were looked at
}

const invalid = (message: string, id?: unknown) =>
  new RpcRefusal(rpcCodes.invalidRequest, message, isId(id) ? { id } : {});

function complaintAbout(message: JsonObject, length: number): string | undefined {
  const { jsonrpc, id, method, params } = message;
  if (length > 2 * limits.nesting.value && isDeeperThan(message, limits.nesting.value))
    return `the body is nested deeper than ${limits.nesting.value} levels; no message is (assumed limit)`;
  if (jsonrpc !== '2.0') return `jsonrpc: expected "2.0", got ${shownOrMissing(jsonrpc)}`;
  if (Object.hasOwn(message, 'id') && !isId(id)) return complaintAboutId(id);
  if (method === undefined && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')))
    return 'the body is a response; this server asks clients for nothing, so it awaits none';
  if (typeof method !== 'string')
    return `method: expected text, such as "tools/call", got ${shownOrMissing(method)}`;
  if (id === undefined && !method.startsWith('notifications/'))
    return `id: missing; ${shown(method)} is answered, so it needs an id, a whole number`;
  if (params !== undefined && !isObject(params)) return `params: expected an object, got ${shown(params)}`;
  return complaintAboutMembers(message);
}

function complaintAboutId(id: unknown): string {
  const bound = typeof id === 'number' && Number.isInteger(id) ? ` up to ${Number.MAX_SAFE_INTEGER}` : '';
  return `id: expected a whole number${bound} or text, got ${shown(id)}`;
}

function complaintAboutMembers(message: JsonObject): string | undefined {
  const stranger = Object.keys(message).find(name => !members.includes(name));
  if (stranger === undefined) return undefined;
  const near = nearest(stranger, members);
  const hint = near === undefined ? `known are ${members.join(', ')}` : `did you mean "${near}"?`;
  return `${shown(stranger)} is no member of a request; ${hint}`;
}

/**
 * Looks at what a `tools/call` names; any other message passes.
 *
 * @throws RpcRefusal with code -32602, in an answer of status 200: the message itself is well-formed
 */
export function checkToolParams({ id, method, params }: RpcMessage): void {
  if (method !== 'tools/call') return;
  const wrong = (message: string) =>
    new RpcRefusal(rpcCodes.invalidParams, message, { status: 200, ...(id !== undefined && { id }) });
  const { name, arguments: given = {} } = asObject(params);
  if (typeof name !== 'string')
    throw wrong(`params.name: expected the name of a tool, got ${shownOrMissing(name)}`);
  if (!isObject(given)) throw wrong(`params.arguments: expected an object, got ${shown(given)}`);
}

function parse(text: string | null): unknown {
  if (text === null) {
    const message = `the body is larger than ${limits.bodySize.value} bytes (assumed limit)`;
    throw new RpcRefusal(rpcCodes.refused, message, { status: 413 });
  }
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch {
    const what = text.trim() === '' ? 'the body is empty' : 'the body is no JSON';
    throw new RpcRefusal(rpcCodes.parseError, `${what}; send one JSON-RPC message`);
  }
}

const isId = (id: unknown): id is RpcId => typeof id === 'string' || Number.isSafeInteger(id);

const shownOrMissing = (value: unknown): string => (value === undefined ? 'nothing' : shown(value));
