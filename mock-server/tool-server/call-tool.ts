import type * as z from 'zod';
import { maskText } from '#contracts/exchange';
import { isToolName, type ToolArguments, type ToolName, toolNames, tools } from '#contracts/tools';
import { describeIssue, formatPath, nearest, valueAt } from '#contracts/util';
import type { Book } from './book.ts';
import { getChangelog } from './changelog.ts';
import { getEndpoint } from './get-endpoint.ts';
import { listEndpoints } from './list-endpoints.ts';
import type { ToolPage } from './page.ts';
import { getReference } from './reference.ts';
import { didYouMean, RpcRefusal, rpcCodes, shortened, shown } from './rpc-refusal.ts';
import type { SampleView } from './sample.ts';

type Runs = {
  readonly [Name in ToolName]: (request: ToolArguments<Name>, view: SampleView, book: Book) => ToolPage;
};

const runs: Runs = {
  list_endpoints: (request, { dialect }) => listEndpoints(request, dialect),
  get_endpoint: ({ endpointId }, view, book) => getEndpoint(endpointId, book, view),
  get_changelog: getChangelog,
  get_reference: (request, { dialect }) => getReference(request, dialect.name),
};

/**
 * Runs a tool. All tools return documentation. No tool reads offers or bookings (svc.8).
 *
 * @throws RpcRefusal -32602 for an unknown tool and for wrong arguments
 * @example callTool({ name: 'get_reference', arguments: {} }, view, book).text
 */
export function callTool(
  { name, arguments: request = {} }: { name: unknown; arguments?: unknown },
  view: SampleView,
  book: Book,
): ToolPage {
  if (typeof name !== 'string' || !isToolName(name)) {
    const { hint, near } = didYouMean(String(name), toolNames);
    const message = `there is no tool ${shown(name)}${hint} The tools are ${toolNames.join(', ')}`;
    throw new RpcRefusal(rpcCodes.invalidParams, message, { data: { valid: toolNames, ...near } });
  }
  const schema: z.ZodObject = tools[name].arguments;
  const parsed = schema.safeParse(request);
  const run = runs[name] as (request: object, view: SampleView, book: Book) => ToolPage; // the schema of this tool checks the request
  if (parsed.success) return run(parsed.data, view, book);
  const problems = parsed.error.issues.flatMap(issue => explain(issue, request, Object.keys(schema.shape)));
  const text = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new RpcRefusal(rpcCodes.invalidParams, `${name}: ${text}`, { data: { problems } });
}

/** Describes what is wrong with an argument. The description lists the valid values and names the nearest value. */
function explain(issue: z.core.$ZodIssue, request: unknown, names: readonly string[]) {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, 10).map(key => explainUnknown(key, names));
  const field = formatPath(issue.path) || 'arguments';
  const value = valueAt(request, issue.path);
  if (issue.code !== 'invalid_value' || typeof value !== 'string')
    return [{ field, message: describeIssue(issue, request) }];
  const valid = issue.values.map(String);
  const { hint, near } = didYouMean(value, valid);
  const message = `${shown(value)} is not a valid value${hint} The values are ${valid.join(', ')}`;
  return [{ field, message, valid, ...near }];
}

function explainUnknown(key: string, valid: readonly string[]) {
  const near = nearest(key, valid);
  const hint = near === undefined ? `the arguments are ${valid.join(', ')}` : `did you mean "${near}"?`;
  const field = JSON.stringify(shortened(maskText(key))).slice(1, -1); // the cut comes first, because a cut can split an escape
  const message = `is not an argument of this tool; ${hint}`;
  return { field, message, valid, ...(near && { nearest: near }) };
}
