import type * as z from 'zod';
import { detailsOf } from '#contracts/control';
import { type ToolArguments, type ToolName, tools } from '#contracts/tools';
import { describeIssue, formatPath } from '#contracts/util';
import type { Book } from './book.ts';
import { getChangelog } from './changelog.ts';
import { acceptedTypes, type RpcMessage, revision } from './check-call.ts';
import { getEndpoint } from './get-endpoint.ts';
import { listEndpoints } from './list-endpoints.ts';
import {
  type StandardSchemaV1Sync,
  specTypeSchemas,
  WebStandardStreamableHTTPServerTransport,
} from './mcp-library.ts';
import type { ToolPage } from './page.ts';
import { getReference } from './reference.ts';
import { RpcRefusal, rpcCodes, textOf } from './rpc-refusal.ts';
import type { SampleView } from './sample.ts';
import { createServerOfTools } from './server-of-tools.ts';

const supportedProtocolVersions = [revision];
const instructions =
  'These tools document a stand-in for a B2B travel booking API. Begin with list_endpoints. get_endpoint explains one endpoint and shows calls that work on this server. The tools do not book anything.';

type Runs = {
  readonly [Name in ToolName]: (request: ToolArguments<Name>, view: SampleView, book: Book) => ToolPage;
};

/** All tools return documentation. No tool reads offers or bookings (svc.8). */
const runs: Runs = {
  list_endpoints: (request, { dialect }) => listEndpoints(request, dialect),
  get_endpoint: ({ endpointId }, view, book) => getEndpoint(endpointId, book, view),
  get_changelog: getChangelog,
  get_reference: (request, { dialect }) => getReference(request, dialect.name),
};

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
 * Keeps no session: each message gets a new server and transport (tool.transport). After the answer they have no stream and no timer, so
 * nothing needs to be closed.
 */
export async function speak(message: RpcMessage, view: SampleView, book: Book): Promise<ProtocolAnswer> {
  checkParams(message);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    supportedProtocolVersions,
  });
  let page: ToolPage | undefined;
  const server = createServerOfTools({
    title: 'Understudy',
    tools,
    supportedProtocolVersions,
    instructions,
    call(name, args) {
      page = callTool(name as ToolName, args, view, book); // `call` gets only names of tools
      return { content: [{ type: 'text', text: page.text }], structuredContent: { ...page.data } };
    },
  });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: message });
  return { status: response.status, text: await response.text(), page };
}

function callTool(name: ToolName, request: object, view: SampleView, book: Book): ToolPage {
  const schema: z.ZodObject = tools[name].arguments;
  const parsed = schema.safeParse(request);
  const run = runs[name] as (request: object, view: SampleView, book: Book) => ToolPage; // the schema of this tool checks the request
  if (parsed.success) return run(parsed.data, view, book);
  const problems = detailsOf(parsed.error, { schema, value: request });
  throw new RpcRefusal(rpcCodes.invalidParams, `${name}: ${textOf(problems)}`, { data: { problems } });
}

const schemas = new Map<string, StandardSchemaV1Sync>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['ping', specTypeSchemas.PingRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['tools/call', specTypeSchemas.CallToolRequest],
]);

/** The library would answer wrong parameters with an internal error or a parse error. */
function checkParams(message: RpcMessage): void {
  const { id, method } = message;
  const { JSONRPCRequest, JSONRPCNotification } = specTypeSchemas;
  const schema = schemas.get(method) ?? (id === undefined ? JSONRPCNotification : JSONRPCRequest);
  const { issues = [] } = schema['~standard'].validate(message);
  if (issues.length === 0) return;
  const problems = (issues as z.core.$ZodIssue[]).map(issue => problemOf(issue, message)); // the library uses zod
  const more = id === undefined ? {} : { status: 200, id };
  throw new RpcRefusal(rpcCodes.invalidParams, problems.join('; '), more);
}

function problemOf(issue: z.core.$ZodIssue, message: RpcMessage): string {
  const isToken = issue.path.at(-1) === 'progressToken';
  return `${formatPath(issue.path)}: ${isToken ? 'expected text or a whole number' : describeIssue(issue, message)}`;
}
