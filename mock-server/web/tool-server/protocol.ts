import {
  type Tool as ListedTool,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { version } from '#contracts';
import { toolNames, tools } from '#contracts/tools';
import { asObject, describeIssue, formatPath } from '#contracts/util';
import { acceptedTypes, type RpcMessage, revision } from './check-call.ts';
import type { ToolPage } from './page.ts';
import { didYouMean, RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';

type RunTool = (params: { name: unknown; arguments?: unknown }) => ToolPage;

const supportedProtocolVersions = [revision];
const methods = ['initialize', 'ping', 'tools/list', 'tools/call'];
const instructions =
  'These tools document a stand-in for a B2B travel booking API. Begin with list_endpoints. get_endpoint explains one endpoint and shows calls that work on this server. The tools do not book anything.';

const listed: ListedTool[] = toolNames.map(name => {
  const { title, description, arguments: schema } = tools[name];
  const { $schema, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as ListedTool['inputSchema'], // the schema of every tool describes an object
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
});

/** The MCP library needs a request for each message. `checkCall` has already checked the real one. */
const request = new Request('http://tools.invalid/', {
  method: 'POST',
  headers: { accept: acceptedTypes, 'content-type': 'application/json' },
});

export interface ProtocolAnswer {
  readonly status: number;
  /** Empty when the message was a notification. */
  readonly text: string;
  /** Undefined if no tool ran. */
  readonly page: ToolPage | undefined;
}

/**
 * Keeps no session: each message gets a new server and transport (tool.transport). After the answer they have no stream and no
 * timer, so nothing needs to be closed.
 *
 * @throws RpcRefusal for a message that does not fit the protocol
 */
export async function speak(message: RpcMessage, runTool: RunTool): Promise<ProtocolAnswer> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    supportedProtocolVersions,
  });
  let page: ToolPage | undefined;
  await createServer(params => {
    page = runTool(params);
    return page;
  }).connect(transport);
  return { ...(await answerOf(transport, message)), page };
}

function createServer(runTool: RunTool): Server {
  const server = new Server(
    { name: 'understudy', title: 'Understudy', version },
    { capabilities: { tools: {} }, supportedProtocolVersions, instructions },
  );
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor === undefined) return { tools: listed };
    const text = `params.cursor: ${shown(params.cursor)} is not a cursor of this server; one page contains all tools, so leave out params.cursor`;
    throw new ProtocolError(rpcCodes.invalidParams, text);
  });
  server.setRequestHandler('tools/call', ({ params }) => {
    try {
      const { text, data } = runTool(params);
      return { content: [{ type: 'text', text }], structuredContent: { ...data } };
    } catch (error) {
      if (error instanceof RpcRefusal) throw new ProtocolError(error.code, error.message, error.data);
      throw error;
    }
  });
  server.fallbackRequestHandler = ({ method }) => {
    const text = `there is no method ${shown(method)}${didYouMean(method, methods).hint} The methods are ${methods.join(', ')}`;
    return Promise.reject(new ProtocolError(rpcCodes.methodNotFound, text, { valid: methods }));
  };
  return server;
}

/**
 * For valid JSON that is not a valid MCP message, the library returns an internal error or a parse error in its own format.
 *
 * @throws RpcRefusal -32602 that names each wrong parameter
 */
async function answerOf(transport: WebStandardStreamableHTTPServerTransport, message: RpcMessage) {
  const { status, text } = await transport
    .handleRequest(request, { parsedBody: message })
    .then(async response => ({ status: response.status, text: await response.text() }));
  const { code, message: reason } = text === '' ? {} : asObject(asObject(JSON.parse(text)).error);
  const { id, params } = message;
  const refusal = (problem: string) =>
    new RpcRefusal(rpcCodes.invalidParams, problem, id === undefined ? {} : { status: 200, id });
  if (code === rpcCodes.parseError) {
    // The library reads only `params._meta` before it knows the method.
    const hasMeta = asObject(params)._meta !== undefined;
    const where = ': params._meta must be an object, and its progressToken must be a text or a whole number';
    throw refusal(`the message does not fit revision ${revision}${hasMeta ? where : ''}`);
  }
  const issues = code === rpcCodes.internalError ? issuesIn(String(reason)) : [];
  if (issues.length === 0) return { status, text };
  const problems = issues.map(issue => `${formatPath(issue.path)}: ${describeIssue(issue, message)}`);
  throw refusal(problems.join('; '));
}

function issuesIn(text: string): z.core.$ZodIssue[] {
  try {
    return text.startsWith('[') ? JSON.parse(text) : [];
  } catch {
    return [];
  }
}
