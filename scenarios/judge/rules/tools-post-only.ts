import { asWarning, defineRule, finding } from '../assess/index.ts';

/** Every message goes by POST. */
export const toolsPostOnly = defineRule({
  id: 'tools-post-only',
  level: 'must',
  clauses: ['tool.transport', 'err.405'],
  title: 'Talks to the tool server by POST alone.',
  right: 'POST /mcp.',
  wrong: 'GET /mcp.',
  explanation: 'the method of each call to the tool server',
  standsAlone: true,
  cases: traffic => traffic.of('tool'),
  nothing: 'the tool server was not called',
  judgeCase(call) {
    const { method, tool } = call.facts;
    if (method === 'POST') return undefined;
    const found = finding([call], {
      message: `Exchange ${call.number} calls the tool server by ${method}.`,
      expected: 'POST for every message.',
    });
    // The protocol lets a client ask for a stream by GET, and lets a server refuse it.
    const asksForStream = method === 'GET' && tool?.accept?.toLowerCase().includes('text/event-stream');
    return asksForStream ? asWarning(found) : found;
  },
});
