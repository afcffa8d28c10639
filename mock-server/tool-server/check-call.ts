import { isSameText } from '#contracts/util';
import type { Access } from '../bindings.ts';

import { contentCoding, type IncomingCall } from '../pipeline/index.ts';
import { findForeign } from '../rebinding.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import { RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';

/** The revision of the protocol that is spoken here, and no other (ver.2). */
export const revision = '2025-06-18';

/** The media types that a client has to accept, both of them, on every POST. */
export const acceptedTypes = 'application/json, text/event-stream';

/** A call as it is looked at before its body is. */
export interface CallContext {
  readonly incoming: IncomingCall;
  readonly sandbox: Sandbox;
  readonly access: Access | undefined;
  readonly publicUrl: string | undefined;
  /** The id of another sandbox whose token this is, if any. */
  ownerOf(token: string): string | undefined;
}

/**
 * Lets a call pass, or throws. First where it comes from, which tells a stranger nothing; then whether anyone is served
 * here; then method, bearer, and at last what a client that may call has wrong (tool.transport, tool.headers).
 *
 * @throws RpcRefusal with status 403, 410, 405, 401, 406, 415 or 400
 */
export function checkCall(context: CallContext): void {
  checkOrigin(context);
  checkOpen(context.sandbox);
  checkMethod(context.incoming.method);
  checkBearer(context);
  checkTypes(context.incoming);
  checkRevision(context.incoming.header('mcp-protocol-version'));
}

const refused = (status: number, message: string, headers: Record<string, string> = {}) =>
  new RpcRefusal(rpcCodes.refused, message, { status, headers });

function checkOrigin({ incoming, access, publicUrl }: CallContext): void {
  const foreign = access && findForeign(name => incoming.header(name), access, publicUrl);
  if (!foreign) return;
  const hint =
    foreign.field === 'Host'
      ? `is none of this server's names; call it by ${access.hosts[0]}, or start it with --public-url`
      : 'is no page of this server; call the tools from a program, or start the server with --public-url';
  throw refused(403, `${foreign.field} ${shown(foreign.value)} ${hint}`);
}

function checkOpen({ closed, identity }: Sandbox): void {
  if (closed) throw refused(410, `sandbox "${identity.id}" was closed; reset it or make another one`);
}

function checkMethod(method: string): void {
  if (method === 'POST') return;
  const message = `${shown(method)} is not a method of the tool server; send every JSON-RPC message by POST`;
  throw refused(405, message, { allow: 'POST' });
}

function checkBearer({ incoming, sandbox, ownerOf }: CallContext): void {
  const { id, mcpToken } = sandbox.identity;
  const given = incoming.header('authorization');
  const expected = `Bearer ${mcpToken}`;
  if (given !== undefined && isSameText(given, expected)) return;
  throw refused(401, `${whyNot(given, expected, id, ownerOf)}`, {
    'www-authenticate': 'Bearer realm="understudy tool server"',
  });
}

function whyNot(
  given: string | undefined,
  expected: string,
  id: string,
  ownerOf: CallContext['ownerOf'],
): string {
  const send = 'send "Authorization: Bearer <token>" with the mcpToken of this sandbox';
  if (given === undefined) return `Authorization is missing; ${send}`;
  if (given.toLowerCase() === expected.toLowerCase())
    return 'Authorization is compared letter by letter, and this differs in upper and lower case: write "Bearer", one space, and the token as it was given';
  const token = /^Bearer +(\S+)$/i.exec(given)?.[1];
  if (token === undefined) return `Authorization is no bearer token; ${send}`;
  const other = ownerOf(token);
  if (other === undefined) return `this is not the token of sandbox "${id}"; ${send}`;
  if (other === id)
    return `Authorization is compared letter by letter: write "Bearer", one space, and the token`;
  return `this token belongs to sandbox "${other}", but the call reached "${id}": use that sandbox's mcpUrl, with its /sandbox/${other} prefix or its own port`;
}

function checkTypes(incoming: IncomingCall): void {
  const accept = incoming.header('accept');
  const types = acceptedIn(accept ?? '');
  const missing = acceptedTypes.split(', ').filter(type => !types.includes(type));
  if (missing.length > 0) {
    const what = accept === undefined ? 'Accept is missing' : `Accept lacks ${missing.join(' and ')}`;
    throw refused(406, `${what}; send "Accept: ${acceptedTypes}" with every POST`);
  }
  checkContent(incoming);
}

/** The media types that an Accept header names, without those that it rules out by a weight of 0. */
function acceptedIn(accept: string): string[] {
  return accept.split(',').flatMap(range => {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase());
    return parameters.some(parameter => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) ? [] : [type];
  });
}

function checkContent(incoming: IncomingCall): void {
  const given = incoming.header('content-type');
  const [type, ...parameters] = (given ?? '').split(';').map(part => part.trim().toLowerCase());
  if (type !== 'application/json') {
    const what = given === undefined ? 'Content-Type is missing' : `Content-Type is ${shown(given)}`;
    throw refused(415, `${what}; send "Content-Type: application/json"`);
  }
  const charset = parameters.find(parameter => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw refused(415, `Content-Type has the charset ${shown(charset)}; JSON is sent in utf-8`);
  const coding = contentCoding(incoming);
  if (coding !== undefined)
    throw refused(
      415,
      `Content-Encoding is ${shown(coding)}; send the message as it is, without that header`,
    );
}

function checkRevision(version: string | undefined): void {
  if (version === undefined || version === revision) return;
  throw refused(
    400,
    `MCP-Protocol-Version is ${shown(version)}; this server speaks ${revision} only: send that, or no such header`,
  );
}
