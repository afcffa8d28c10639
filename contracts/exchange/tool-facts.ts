import { asObject, compact } from '../util/index.ts';
import type { Exchange } from './exchange.ts';

/** What a call of the tool server says, as far as rules need it. */
export interface ToolFacts {
  accept?: string;
  contentType?: string;
  /** That of the header MCP-Protocol-Version, else the one that an initialize asks for. */
  revision?: string;
  /** Of the JSON-RPC message. */
  method?: string;
  /** The tool that is called. */
  name?: string;
  /** The code of a JSON-RPC error. */
  error?: number;
}

const longestText = 100;
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, longestText) : undefined);

/** The facts of a call of the tool server (tool.transport, tool.headers, ver.2). */
export function toolFacts({ requestHeaders, requestBody, answerBody }: Exchange): ToolFacts {
  const { method, params } = asObject(requestBody);
  const { name, protocolVersion } = asObject(params);
  const { code } = asObject(asObject(answerBody).error);
  return compact({
    accept: text(requestHeaders.accept),
    contentType: text(requestHeaders['content-type']),
    revision: text(requestHeaders['mcp-protocol-version'] ?? protocolVersion),
    method: text(method),
    name: text(name),
    error: typeof code === 'number' ? code : undefined,
  });
}
