import {
  type Tool as ListedTool,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { version } from '#contracts';
import { toolNames, tools } from '#contracts/tools';
import { asObject, describeIssue, formatPath, nearest } from '#contracts/util';
import type { ToolResult } from './call-tool.ts';
import { acceptedTypes, revision } from './check-call.ts';
import type { RpcMessage } from './read-message.ts';
import { RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';

/** Runs a tool for one request. */
type Call = (params: { name: unknown; arguments?: unknown }) => ToolResult;

const supportedProtocolVersions = [revision];
const methods = ['initialize', 'ping', 'tools/list', 'tools/call'];
const instructions =
  'Documentation of a stand-in for a B2B travel booking API. Begin with list_endpoints; get_endpoint explains one endpoint and shows calls that work here. Nothing is booked through these tools.';

const listed: ListedTool[] = toolNames.map(name => {
  const { title, description, arguments: schema } = tools[name];
  const { $schema, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as ListedTool['inputSchema'], // each is an object's schema
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
});

/** Every message comes as this request: what a client sent was checked before. */
const request = new Request('http://tools.invalid/', {
  method: 'POST',
  headers: { accept: acceptedTypes, 'content-type': 'application/json' },
});

/**
 * Hands one message to the protocol's own server (tool.transport). It keeps no session, so each message gets a server
 * and a transport of its own; when they have answered neither holds a stream or a timer, so they need no closing.
 *
 * @throws RpcRefusal for what is not as the protocol has it
 */
export async function speak(message: RpcMessage, call: Call): Promise<ProtocolAnswer> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    supportedProtocolVersions,
  });
  await createServer(call).connect(transport);
  const answer = await transport.handleRequest(request, { parsedBody: message });
  return explained(message, { status: answer.status, text: await answer.text() });
}

function createServer(call: Call): Server {
  const server = new Server(
    { name: 'understudy', title: 'Understudy', version },
    { capabilities: { tools: {} }, supportedProtocolVersions, instructions },
  );
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor === undefined) return { tools: listed };
    const text = `params.cursor: ${shown(params.cursor)} was never given out; all tools stand on one page, so leave it out`;
    throw new ProtocolError(rpcCodes.invalidParams, text);
  });
  server.setRequestHandler('tools/call', ({ params }) => told(() => call(params)));
  server.fallbackRequestHandler = ({ method }) => Promise.reject(unknownMethod(method));
  return server;
}

/** Refusals in the words of the protocol's library. */
function told(run: () => ToolResult): ToolResult {
  try {
    return run();
  } catch (error) {
    if (error instanceof RpcRefusal) throw new ProtocolError(error.code, error.message, error.data);
    throw error;
  }
}

function unknownMethod(method: string): ProtocolError {
  const near = nearest(method, methods);
  const hint = near === undefined ? '.' : `; did you mean "${near}"?`;
  const message = `there is no method ${shown(method)} here${hint} Known are ${methods.join(', ')}`;
  return new ProtocolError(rpcCodes.methodNotFound, message, { valid: methods });
}

/** What the protocol answers: an HTTP status and the text of a message, empty where there is none. */
export interface ProtocolAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * An answer of the protocol's library, unless it could not read a message that is well-formed JSON: it calls that an
 * internal error, or a parse error, and says so in its own format.
 *
 * @throws RpcRefusal -32602 that names each wrong parameter, or -32600, under the id of the message
 */
function explained(message: RpcMessage, answer: ProtocolAnswer): ProtocolAnswer {
  if (!answer.text.includes('"error":{"code":')) return answer;
  const { code, message: said } = asObject(asObject(JSON.parse(answer.text)).error);
  const { id } = message;
  const details = id === undefined ? {} : { status: 200, id };
  if (code === rpcCodes.parseError) {
    const text = `the message is not as revision 2025-06-18 has it${whereIn(message)}`;
    throw new RpcRefusal(rpcCodes.invalidParams, text, details);
  }
  const issues = code === rpcCodes.internalError ? issuesIn(String(said)) : [];
  if (issues.length === 0) return answer;
  const sentences = issues.map(issue => `${formatPath(issue.path)}: ${describeIssue(issue, message)}`);
  throw new RpcRefusal(rpcCodes.invalidParams, sentences.join('; '), details);
}

/** Of what every request may carry, the library reads but this before it knows the method. */
const whereIn = ({ params }: RpcMessage): string =>
  asObject(params)._meta === undefined
    ? ''
    : ': params._meta is an object, and its progressToken a text or a whole number';

function issuesIn(text: string): z.core.$ZodIssue[] {
  if (!text.startsWith('[')) return [];
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
