import { owns, type Scope } from '../scope.ts';
import { type ControlCall, type ControlParts, linkTo } from './handler.ts';
import { viewSandbox } from './sandbox-view.ts';

const defaultLimit = 1_000;

/**
 * Lists sandboxes in alphabetical order of their ids, without loading stored sandboxes. A stored sandbox that cannot be read
 * is left out, so that it does not hide the others. If there are more, the header `Link` has the address of the next page.
 */
export async function listSandboxes(
  call: ControlCall<'listSandboxes'>,
  { sandboxes, ports }: Pick<ControlParts, 'sandboxes' | 'ports'>,
): Promise<Response> {
  const { after = '', limit = defaultLimit } = call.query;
  const found = await sandboxes.page(firstAfter(call.scope, after), limit + 1);
  const own = found.filter(({ identity }) => owns(call.scope, identity.id));
  const page = own.slice(0, limit).map(summary => viewSandbox(summary, call, ports));
  const last = own[limit - 1]?.identity.id ?? '';
  const hasMore = own.length > limit;
  return Response.json(page, { headers: hasMore ? { link: linkTo(call.request.url, last) } : {} });
}

/** Returns the id after which the list begins. The ids of a namespace follow one another in alphabetical order. */
function firstAfter(scope: Scope, after: string): string {
  const beginning = typeof scope === 'string' ? '' : `${scope.namespace}.`;
  return after > beginning ? after : beginning;
}
