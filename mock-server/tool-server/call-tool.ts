import type * as z from 'zod';
import { type OperationId, utcDate } from '#contracts';
import { maskText } from '#contracts/exchange';
import { isToolName, type ToolArguments, type ToolName, toolNames, tools } from '#contracts/tools';
import { describeIssue, formatPath, nearest, valueAt } from '#contracts/util';
import type { Book } from './book.ts';
import { findNotes } from './changelog.ts';
import { findEndpoints } from './endpoints.ts';
import { getEndpoint } from './get-endpoint.ts';
import { findReference } from './reference.ts';
import { RpcRefusal, rpcCodes, shortened, shown } from './rpc-refusal.ts';
import type { SampleView } from './sample.ts';
import { endpointListText, endpointText, notesText, referenceText } from './texts.ts';

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
    const reference = findReference(checkArguments('get_reference', given));
    return result(referenceText(reference, dialect.name), { ...reference });
  },
};

const toldBefore = new WeakMap<SampleView['identity'], Map<string, ToolResult>>();
const maxRemembered = 100;

/** A page changes with the day and with who reads it; making one costs more than all else of a call together. */
function remembered(id: OperationId, view: SampleView, make: (id: OperationId) => ToolResult): ToolResult {
  const { identity, baseUrl, now, showsCredential } = view;
  const known = toldBefore.get(identity) ?? new Map<string, ToolResult>();
  toldBefore.set(identity, known);
  const key = JSON.stringify([id, baseUrl, utcDate(now), showsCredential]);
  const before = known.get(key);
  if (before) return before;
  if (known.size >= maxRemembered) known.clear();
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

/** One wrong argument: what is wrong with it, the values that would be right and the nearest of them. */
interface ArgumentProblem {
  readonly field: string;
  readonly message: string;
  readonly valid?: readonly string[];
  readonly nearest?: string;
}

/**
 * The arguments of a tool, as its schema reads them.
 *
 * @throws RpcRefusal -32602 that names every wrong argument
 */
function checkArguments<Name extends ToolName>(name: Name, given: unknown = {}): ToolArguments<Name> {
  const parsed = tools[name].arguments.safeParse(given);
  if (parsed.success) return parsed.data as ToolArguments<Name>; // parsed by the schema of this tool
  const problems = parsed.error.issues.flatMap(issue =>
    explain(issue, given, Object.keys(tools[name].arguments.shape)),
  );
  const text = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new RpcRefusal(rpcCodes.invalidParams, `${name}: ${text}`, { data: { problems } });
}

function explain(issue: z.core.$ZodIssue, given: unknown, names: readonly string[]): ArgumentProblem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.slice(0, 10).map(key => unknown(key, names));
  const field = formatPath(issue.path) || 'arguments';
  const value = valueAt(given, issue.path);
  if (issue.code !== 'invalid_value' || typeof value !== 'string')
    return [{ field, message: describeIssue(issue, given) }];
  const valid = issue.values.map(String);
  const near = nearest(value, valid);
  const hint = near === undefined ? '.' : `; did you mean "${near}"?`;
  return [
    {
      field,
      message: `${shown(value)} is not known${hint} Valid are ${valid.join(', ')}`,
      valid,
      ...(near && { nearest: near }),
    },
  ];
}

function unknown(key: string, names: readonly string[]): ArgumentProblem {
  const near = nearest(key, names);
  const hint = near === undefined ? `known are ${names.join(', ')}` : `did you mean "${near}"?`;
  const field = JSON.stringify(shortened(maskText(key))).slice(1, -1); // cut first: quotes hide where it ends
  return {
    field,
    message: `is no argument of this tool; ${hint}`,
    valid: names,
    ...(near && { nearest: near }),
  };
}
