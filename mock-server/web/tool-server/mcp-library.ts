// All that is used of the MCP library. The build replaces this file by one bundle, so that users do not install its 8 MB.
export {
  type CallToolResult,
  ProtocolError,
  Server,
  type ServerContext,
  type ServerOptions,
  type StandardSchemaV1Sync,
  specTypeSchemas,
  type Tool as ListedTool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
