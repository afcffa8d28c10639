import { asWarning, defineRule, finding } from '../assess/index.ts';

const supported = '2025-06-18';

export const toolsRevision = defineRule({
  id: 'tools-revision',
  level: 'must',
  clauses: ['tool.transport', 'ver.2'],
  title: 'A correct client uses only protocol revision 2025-06-18 with the tool server.',
  right: 'The request has MCP-Protocol-Version: 2025-06-18, or no such header.',
  wrong: 'The request has MCP-Protocol-Version: 2024-11-05.',
  explanation:
    'The judge reads the protocol revision in the header MCP-Protocol-Version and in the method initialize.',
  standsAlone: true,
  cases: traffic => traffic.of('tool'),
  nothing: 'the tool server was not called',
  judgeCase(call) {
    const { revision, method } = call.facts.tool ?? {};
    if (revision === undefined || revision === supported) return undefined;
    const found = finding([call], {
      message: `The client announced protocol revision "${revision}" (exchange ${call.number}). The tool server supports only ${supported}.`,
      expected: `A correct client sends "MCP-Protocol-Version: ${supported}", or no such header.`,
    });
    // In `initialize`, a client names the protocol revision that it prefers, and the server answers with the revision that the
    // server uses.
    return method === 'initialize' ? asWarning(found) : found;
  },
});
