import { asObject, compact } from '../util/index.ts';
import type { Exchange } from './exchange.ts';

/** The data that the rules of the judge need from a call to the tool server. */
export interface ToolFacts {
  accept?: string;
  contentType?: string;
  /**
   * The value of the header MCP-Protocol-Version. Without the header, the version that an `initialize` message
   * requests.
   */
  revision?: string;
  /** The method of the JSON-RPC message in the request. */
  method?: string;
  /** The name of the called tool. */
  name?: string;
  /** The code of the JSON-RPC error in the answer. */
  error?: number;
}

const maxText = 100;
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxText) : undefined);

/** Returns the data that the judge needs from a call to the tool server (tool.transport, tool.headers, ver.2). */
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
