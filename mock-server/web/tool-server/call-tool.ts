import type * as z from 'zod';
import { detailsOf } from '#contracts/control';
import { isToolName, type ToolArguments, type ToolName, toolNames, tools } from '#contracts/tools';
import type { Book } from './book.ts';
import { getChangelog } from './changelog.ts';
import { getEndpoint } from './get-endpoint.ts';
import { listEndpoints } from './list-endpoints.ts';
import type { ToolPage } from './page.ts';
import { getReference } from './reference.ts';
import { didYouMean, RpcRefusal, rpcCodes, shown, textOf } from './rpc-refusal.ts';
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
 * All tools return documentation. No tool reads offers or bookings (svc.8).
 *
 * @throws RpcRefusal -32602 for an unknown tool and for wrong arguments
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
  const problems = detailsOf(parsed.error, { schema, value: request });
  throw new RpcRefusal(rpcCodes.invalidParams, `${name}: ${textOf(problems)}`, { data: { problems } });
}
