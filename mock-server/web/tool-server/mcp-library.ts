// The build replaces this file by one bundle, so that users do not install the 8 MB of the library.
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
