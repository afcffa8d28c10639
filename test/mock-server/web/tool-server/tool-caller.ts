import type { ToolName } from '#contracts/tools';
import type { Fetch } from '../../control/control-client.ts';

export interface ToolAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The status, the code of the error and the id, such as `200 -32602 1`. */
  brief: string;
  // Tests inspect any answer.
  body: {
    jsonrpc?: string;
    id?: unknown;
    error?: { code: number; message: string; data?: Record<string, unknown> };
    result?: Record<string, unknown>;
  };
}

/** Headers that replace the right ones. Null removes a header. */
export type Headings = Record<string, string | null>;

export const rightHeaders = {
  authorization: 'Bearer demo-mcp-token',
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};

export const initialize = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
});

export function createToolCaller(fetch: Fetch, url = 'http://supplier.test/mcp') {
  async function send(
    body: string | undefined,
    headers: Headings = {},
    method = 'POST',
  ): Promise<ToolAnswer> {
    const sent = Object.entries({ ...rightHeaders, ...headers }).filter(entry => entry[1] !== null);
    const given = Object.fromEntries(sent) as Record<string, string>; // null entries were removed
    const answer = await fetch(url, { method, headers: given, ...(body !== undefined && { body }) });
    const text = await answer.text();
    const isJson = text !== '' && answer.headers.get('content-type')?.includes('json');
    const read: ToolAnswer['body'] = isJson ? JSON.parse(text) : {};
    const brief = `${answer.status} ${read.error?.code} ${JSON.stringify(read.id)}`;
    return { status: answer.status, headers: answer.headers, text, brief, body: read };
  }
  const ask = (method: string, params?: unknown, headers?: Headings) =>
    send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) }), headers);
  return {
    send,
    ask,
    /** Calls a tool that must answer, and returns its result. */
    async tell(name: ToolName, given: object = {}) {
      const { status, text, body } = await ask('tools/call', { name, arguments: given });
      const content = body.result?.content as { text: string }[] | undefined;
      if (status !== 200 || !content) throw new Error(`${name} was answered ${status}: ${text}`);
      const data = body.result?.structuredContent as Record<string, unknown>;
      return { text: content.map(part => part.text).join('\n'), data };
    },
  };
}
