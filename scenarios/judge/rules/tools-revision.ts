import { asWarning, defineRule, finding } from '../assess/index.ts';

const spoken = '2025-06-18';

/** One revision of the protocol is spoken. */
export const toolsRevision = defineRule({
  id: 'tools-revision',
  level: 'must',
  clauses: ['tool.transport', 'ver.2'],
  title: 'Announces no protocol revision other than 2025-06-18 to the tool server.',
  right: 'MCP-Protocol-Version: 2025-06-18, or none.',
  wrong: 'MCP-Protocol-Version: 2024-11-05.',
  explanation: 'what is announced in a header and at initialize',
  standsAlone: true,
  cases: traffic => traffic.of('tool'),
  nothing: 'the tool server was not called',
  judgeCase(call) {
    const { revision, method } = call.facts.tool ?? {};
    if (revision === undefined || revision === spoken) return undefined;
    const found = finding([call], {
      message: `Exchange ${call.number} announces revision "${revision}".`,
      expected: `"MCP-Protocol-Version: ${spoken}", or no such header.`,
    });
    // By initialize a client says what it would like best; the server answers what there is.
    return method === 'initialize' ? asWarning(found) : found;
  },
});
