import * as z from 'zod';
import { version } from '#contracts';
import { nearest, suggest } from '#contracts/util';
import {
  type CallToolResult,
  type ListedTool,
  Server,
  type ServerContext,
  type ServerOptions,
} from './mcp-library.ts';
import { RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';

export { type CallToolResult, type ServerContext, serveStdio } from './mcp-library.ts';

export interface DescribedTool {
  readonly title?: string;
  readonly description: string;
  readonly arguments: z.ZodObject;
  readonly annotations: ListedTool['annotations'];
}

interface ServerOfTools extends Pick<ServerOptions, 'instructions' | 'supportedProtocolVersions'> {
  readonly title: string;
  readonly tools: Readonly<Record<string, DescribedTool>>;
  call(name: string, args: object, context: ServerContext): CallToolResult | Promise<CallToolResult>;
}

const methods = ['initialize', 'ping', 'tools/list', 'tools/call'];

/** `call` gets only names of the tools. */
export function createServerOfTools({ title, tools, call, ...options }: ServerOfTools): Server {
  const server = new Server(
    { name: 'understudy', title, version },
    { capabilities: { tools: {} }, ...options },
  );
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor === undefined) return { tools: listTools(tools) };
    const text = `params.cursor: ${shown(params.cursor)} is not a cursor of this server; one page contains all tools, so leave out params.cursor`;
    throw new RpcRefusal(rpcCodes.invalidParams, text);
  });
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, context) => {
    if (Object.hasOwn(tools, name)) return call(name, args, context);
    const names = Object.keys(tools);
    const message = `there is no tool ${shown(name)}${hintAt(name, names)} The tools are ${names.join(', ')}`;
    const data = { valid: names, nearest: nearest(name, names) };
    throw new RpcRefusal(rpcCodes.invalidParams, message, { data });
  });
  server.fallbackRequestHandler = ({ method }) => {
    const text = `there is no method ${shown(method)}${hintAt(method, methods)} The methods are ${methods.join(', ')}`;
    return Promise.reject(new RpcRefusal(rpcCodes.methodNotFound, text, { data: { valid: methods } }));
  };
  return server;
}

const hintAt = (name: string, valid: readonly string[]): string => suggest(name, valid, '.', '; ');

function listTools(tools: Readonly<Record<string, DescribedTool>>): ListedTool[] {
  return Object.entries(tools).map(([name, { title, description, arguments: schema, annotations }]) => {
    const { $schema, ...shape } = z.toJSONSchema(schema, { io: 'input', override: withoutInstantPattern });
    const inputSchema = shape as ListedTool['inputSchema']; // the schema of every tool describes an object
    return { name, title, description, inputSchema, annotations };
  });
}

/** The pattern of an instant is longer than most tools, and says no more than the format. */
const withoutInstantPattern = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
};
