import * as z from 'zod';
import { limits } from '#contracts';
import { detailsOf } from '#contracts/control';
import { asObject, isObject, isSameText, parseJson } from '#contracts/util';
import { type Bindings, findForeign } from '../../http/index.ts';
import { byteOrderMark, contentCoding, type IncomingCall, isDeeperThan } from '../../pipeline/index.ts';
import type { FindHolder, Sandbox } from '../../sandbox/index.ts';
import { type RpcId, RpcRefusal, rpcCodes, shown, textOf } from './rpc-refusal.ts';

/** The only revision of the protocol that this server supports (ver.2). */
export const revision = '2025-06-18';

/** The Accept header of every POST must contain both. */
export const acceptedTypes = 'application/json, text/event-stream';

export interface CallContext {
  readonly incoming: IncomingCall;
  readonly sandbox: Sandbox;
  readonly bindings: Pick<Bindings, 'access' | 'publicUrl' | 'cors'> | undefined;
  readonly holderOf: FindHolder;
}

/** The origin comes first, so that a page of another site learns nothing about the sandbox (tool.transport, tool.headers). */
export function checkCall(context: CallContext): void {
  const { incoming, sandbox } = context;
  checkOrigin(context);
  if (sandbox.closed)
    throw refused(410, `sandbox "${sandbox.identity.id}" is closed; reset this sandbox or create another`);
  if (incoming.method !== 'POST') {
    const message = `${shown(incoming.method)} is not a method of the tool server; send every JSON-RPC message by POST`;
    throw refused(405, message, { allow: 'POST' });
  }
  checkBearer(context);
  checkAccept(incoming.header('accept'));
  checkContent(incoming);
  const version = incoming.header('mcp-protocol-version') ?? revision;
  if (version === revision) return;
  throw refused(
    400,
    `MCP-Protocol-Version is ${shown(version)}; this server supports only ${revision}: send ${revision}, or leave out the header`,
  );
}

const refused = (status: number, message: string, headers: Record<string, string> = {}) =>
  new RpcRefusal(rpcCodes.refused, message, { status, headers });

function checkOrigin({ incoming, bindings: { access, publicUrl, cors } = {} }: CallContext): void {
  const foreign = access && findForeign(name => incoming.header(name), access, publicUrl);
  if (!foreign || (foreign.field === 'Origin' && cors?.allows(foreign.value))) return;
  const hint =
    foreign.field === 'Host'
      ? `is not a name of this server; call the server at ${access.hosts[0]}, or start the server with --public-url`
      : 'is not a page of this server; call the tools from a program, or start the server with --public-url or --cors';
  throw refused(403, `${foreign.field} ${shown(foreign.value)} ${hint}`);
}

function checkBearer(context: CallContext): void {
  const authorization = context.incoming.header('authorization');
  const expected = `Bearer ${context.sandbox.identity.mcpToken}`;
  if (authorization !== undefined && isSameText(authorization, expected)) return;
  throw refused(401, bearerProblem(authorization, expected, context), {
    'www-authenticate': 'Bearer realm="understudy tool server"',
  });
}

function bearerProblem(
  authorization: string | undefined,
  expected: string,
  { sandbox, holderOf }: CallContext,
): string {
  const { id } = sandbox.identity;
  const hint = 'send "Authorization: Bearer <token>" with the mcpToken of this sandbox';
  if (authorization === undefined) return `Authorization is missing; ${hint}`;
  if (authorization.toLowerCase() === expected.toLowerCase())
    return 'Authorization must match letter by letter, but differs in upper and lower case: write "Bearer", one space, and the token without a change';
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) return `Authorization is not a bearer token; ${hint}`;
  const owner = holderOf(id, ({ mcpToken }) => mcpToken === token);
  if (owner === undefined) return `the token is not the token of sandbox "${id}"; ${hint}`;
  if (owner === id)
    return `Authorization must match letter by letter: write "Bearer", one space, and the token`;
  return `this token belongs to sandbox "${owner}", but the call reached "${id}": use that sandbox's mcpUrl, with its /sandbox/${owner} prefix or its own port`;
}

function checkAccept(accept: string | undefined): void {
  const types = (accept ?? '').split(',').flatMap(range => {
    const [type = '', ...parameters] = partsOf(range);
    // With `q=0`, the client does not accept the type.
    return parameters.some(parameter => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) ? [] : [type];
  });
  const missing = acceptedTypes.split(', ').filter(type => !types.includes(type));
  if (missing.length === 0) return;
  const problem = accept === undefined ? 'Accept is missing' : `Accept lacks ${missing.join(' and ')}`;
  throw refused(406, `${problem}; send "Accept: ${acceptedTypes}" with every POST`);
}

const partsOf = (header: string): string[] => header.split(';').map(part => part.trim().toLowerCase());

function checkContent(incoming: IncomingCall): void {
  const content = incoming.header('content-type');
  const [type, ...parameters] = partsOf(content ?? '');
  const charset = parameters.find(parameter => parameter.startsWith('charset=')) ?? 'charset=utf-8';
  if (type !== 'application/json' || !/^charset="?utf-?8"?$/.test(charset))
    throw refused(
      415,
      `Content-Type is ${content === undefined ? 'missing' : shown(content)}; send "Content-Type: application/json", and the JSON in utf-8`,
    );
  const coding = contentCoding(incoming);
  if (coding === undefined) return;
  throw refused(
    415,
    `Content-Encoding is ${shown(coding)}; send the message without compression and without the header`,
  );
}

const isId = (id: unknown): id is RpcId => typeof id === 'string' || Number.isSafeInteger(id);

const rpcMessage = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.custom<RpcId>(isId, 'expected a whole number or text').optional(),
  method: z.string('expected text, such as "tools/call"'),
  params: z.looseObject({}).optional(),
});

/** A notification has no id. */
export type RpcMessage = z.infer<typeof rpcMessage>;

/** One JSON-RPC message (tool.methods). A refusal contains the id of the message, if it has one. */
export function readMessage(text: string | null): RpcMessage {
  const message = parse(text);
  const problem = problemWith(message, text?.length ?? 0);
  if (problem === undefined) return message as RpcMessage; // the schema has checked the message
  const { id } = asObject(message);
  throw new RpcRefusal(rpcCodes.invalidRequest, problem, { id: isId(id) ? id : undefined });
}

function parse(text: string | null): unknown {
  if (text === null) {
    const message = `the body is larger than ${limits.bodySize.value} bytes; send a smaller body (assumed limit)`;
    throw new RpcRefusal(rpcCodes.refused, message, { status: 413 });
  }
  return parseJson(text.startsWith(byteOrderMark) ? text.slice(1) : text, problem => {
    const what = text.trim() === '' ? 'the body is empty' : `the body is not JSON: ${problem}`;
    return new RpcRefusal(rpcCodes.parseError, `${what}; send one JSON-RPC message`);
  });
}

function problemWith(value: unknown, length: number): string | undefined {
  if (Array.isArray(value))
    return `the body is a list: batches are not part of revision ${revision}; send one message in each POST`;
  if (!isObject(value)) return `the body is ${shown(value)}; send one JSON-RPC object`;
  if (length > 2 * limits.nesting.value && isDeeperThan(value, limits.nesting.value))
    return `the body is nested deeper than ${limits.nesting.value} levels; no message needs more (assumed limit)`;
  const { error } = rpcMessage.safeParse(value);
  if (error) return textOf(detailsOf(error, { schema: rpcMessage, value }));
  const { id, method } = value;
  if (id === undefined && !String(method).startsWith('notifications/'))
    return `id: missing; the server answers ${shown(method)}, so send a whole number as id`;
  return undefined;
}
