import { isSameText } from '#contracts/util';
import type { Bindings } from '../bindings.ts';
import { contentCoding, type IncomingCall } from '../pipeline/index.ts';
import { findForeign } from '../rebinding.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import { RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';

/** The only revision of the protocol that this server supports (ver.2). */
export const revision = '2025-06-18';

/** The two media types that the Accept header of every POST must contain. */
export const acceptedTypes = 'application/json, text/event-stream';

/** A call whose body is not read yet, and the parts of the server that are needed to check the call. */
export interface CallContext {
  readonly incoming: IncomingCall;
  readonly sandbox: Sandbox;
  readonly bindings: Pick<Bindings, 'access' | 'publicUrl' | 'cors'> | undefined;
  /** Returns the id of the sandbox that has this token, in the namespace of the sandbox `near`. */
  ownerOf(token: string, near: string): string | undefined;
}

/**
 * Checks the origin of a call, whether its sandbox is open, its method, its bearer token, and then its other headers
 * (tool.transport, tool.headers). The origin is checked first, so that a web page of another site gets no information
 * about the sandbox.
 *
 * @throws RpcRefusal with status 403, 410, 405, 401, 406, 415 or 400
 */
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
  { sandbox, ownerOf }: CallContext,
): string {
  const { id } = sandbox.identity;
  const hint = 'send "Authorization: Bearer <token>" with the mcpToken of this sandbox';
  if (authorization === undefined) return `Authorization is missing; ${hint}`;
  if (authorization.toLowerCase() === expected.toLowerCase())
    return 'Authorization must match letter by letter, but differs in upper and lower case: write "Bearer", one space, and the token without a change';
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) return `Authorization is not a bearer token; ${hint}`;
  const owner = ownerOf(token, id);
  if (owner === undefined) return `the token is not the token of sandbox "${id}"; ${hint}`;
  if (owner === id)
    return `Authorization must match letter by letter: write "Bearer", one space, and the token`;
  return `this token belongs to sandbox "${owner}", but the call reached "${id}": use that sandbox's mcpUrl, with its /sandbox/${owner} prefix or its own port`;
}

function checkAccept(accept: string | undefined): void {
  const types = (accept ?? '').split(',').flatMap(range => {
    const [type = '', ...parameters] = partsOf(range);
    // A weight of 0 (`q=0`) means that the client does not accept the type.
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
  if (type !== 'application/json') {
    const problem = content === undefined ? 'Content-Type is missing' : `Content-Type is ${shown(content)}`;
    throw refused(415, `${problem}; send "Content-Type: application/json"`);
  }
  const charset = parameters.find(parameter => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw refused(415, `Content-Type has the charset ${shown(charset)}; send the JSON in utf-8`);
  const coding = contentCoding(incoming);
  if (coding === undefined) return;
  throw refused(
    415,
    `Content-Encoding is ${shown(coding)}; send the message without compression and without the header`,
  );
}
