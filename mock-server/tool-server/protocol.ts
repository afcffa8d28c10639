import {
  type Tool as ListedTool,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { version } from '#contracts';
import { toolNames, tools } from '#contracts/tools';
import { nearest } from '#contracts/util';
import type { ToolResult } from './call-tool.ts';
import { acceptedTypes, revision } from './check-call.ts';
import { explained, type ProtocolAnswer } from './explain-answer.ts';
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
