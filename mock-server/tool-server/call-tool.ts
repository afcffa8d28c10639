import { type OperationId, utcDate } from '#contracts';
import {
  findEndpoints,
  findNotes,
  findReference,
  isToolName,
  type ToolName,
  toolNames,
} from '#contracts/tools';
import { nearest } from '#contracts/util';
import { checkArguments } from './check-arguments.ts';
import { type Book, getEndpoint } from './get-endpoint.ts';
import { referenceText } from './reference-text.ts';
import { RpcRefusal, rpcCodes, shown } from './rpc-refusal.ts';
import type { SampleView } from './sample.ts';
import { endpointListText, endpointText, notesText } from './texts.ts';

/** What a tool gives: for people and models as text, for programs as data. */
export interface ToolResult {
  readonly [key: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: { readonly [key: string]: unknown };
}

type ToolRuns = { readonly [Name in ToolName]: (given: unknown, view: SampleView, book: Book) => ToolResult };

const runs: ToolRuns = {
  list_endpoints(given, { dialect }) {
    const list = findEndpoints(checkArguments('list_endpoints', given), dialect);
    return result(endpointListText(list), { ...list });
  },
  get_endpoint(given, view, book) {
    return remembered(checkArguments('get_endpoint', given).endpointId, view, id => {
      const detail = getEndpoint(id, book, view);
      return result(endpointText(detail, view.dialect.name), { ...detail });
    });
  },
  get_changelog(given) {
    const notes = findNotes(checkArguments('get_changelog', given));
    return result(notesText(notes), { notes });
  },
  get_reference(given, { dialect }) {
    const { topic = 'all' } = checkArguments('get_reference', given);
    const known = references.get(dialect) ?? new Map<string, ToolResult>();
    references.set(dialect, known);
    const before = known.get(topic);
    if (before) return before;
    const reference = findReference({ topic });
    const made = result(referenceText(reference, dialect.name), { ...reference });
    known.set(topic, made);
    return made;
  },
};

/** What the reference tells depends on the topic and the dialect's name alone. */
const references = new WeakMap<SampleView['dialect'], Map<string, ToolResult>>();

const toldBefore = new WeakMap<SampleView['identity'], Map<string, ToolResult>>();
const rememberedAtMost = 100;

/** A page changes with the day and with who reads it; making one costs more than all else of a call together. */
function remembered(id: OperationId, view: SampleView, make: (id: OperationId) => ToolResult): ToolResult {
  const { identity, baseUrl, now, showsCredential } = view;
  const known = toldBefore.get(identity) ?? new Map<string, ToolResult>();
  toldBefore.set(identity, known);
  const key = JSON.stringify([id, baseUrl, utcDate(now), showsCredential]);
  const before = known.get(key);
  if (before) return before;
  if (known.size >= rememberedAtMost) known.clear();
  const made = make(id);
  known.set(key, made);
  return made;
}

function result(text: string, structuredContent: ToolResult['structuredContent']): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/**
 * Runs a tool. All tools are documentation: they read neither offers nor bookings (svc.8).
 *
 * @throws RpcRefusal -32602 for an unknown tool and for wrong arguments
 * @example callTool({ name: 'get_reference', arguments: {} }, view, book).content[0]?.text
 */
export function callTool(
  params: { name: unknown; arguments?: unknown },
  view: SampleView,
  book: Book,
): ToolResult {
  const { name, arguments: given } = params;
  if (typeof name === 'string' && isToolName(name)) return runs[name](given, view, book);
  const near = nearest(String(name), toolNames);
  const hint = near === undefined ? '.' : `; did you mean "${near}"?`;
  throw new RpcRefusal(
    rpcCodes.invalidParams,
    `there is no tool ${shown(name)}${hint} Valid are ${toolNames.join(', ')}`,
    { data: { valid: toolNames, ...(near && { nearest: near }) } },
  );
}
