import { asWarning, defineRule, finding } from '../assess/index.ts';

export const toolsPostOnly = defineRule({
  id: 'tools-post-only',
  level: 'must',
  clauses: ['tool.transport', 'err.405'],
  title: 'A correct client calls the tool server only with POST.',
  right: 'The client sends POST /mcp.',
  wrong: 'The client sends GET /mcp.',
  explanation: 'The judge reads the method of each call to the tool server.',
  standsAlone: true,
  cases: traffic => traffic.of('tool'),
  nothing: 'the tool server was not called',
  judgeCase(call) {
    const { method, tool } = call.facts;
    if (method === 'POST') return undefined;
    const found = finding([call], {
      message: `The client called the tool server with ${method} (exchange ${call.number}). The tool server answers every method except POST with 405.`,
      expected: 'A correct client sends every message with POST.',
    });
    // The protocol allows a client to request a stream by GET, and a server to refuse the stream.
    const asksForStream = method === 'GET' && tool?.accept?.toLowerCase().includes('text/event-stream');
    return asksForStream ? asWarning(found) : found;
  },
});
