import type { SandboxView } from '#contracts/control';
import type { SandboxSummary } from '../sandboxes/index.ts';
import { owns, type Scope } from '../scope.ts';
import { isDamage } from '../store-error.ts';
import { type ControlCall, type ControlParts, linkTo } from './handler.ts';
import { viewSandbox } from './sandbox-view.ts';

const defaultLimit = 1_000;

/**
 * Lists sandboxes in alphabetical order of their ids, without waking suspended sandboxes. A stored sandbox that cannot be read
 * is left out, so that it does not hide the others. If there are more, the header `Link` has the address of the next page.
 */
export async function listSandboxes(
  call: ControlCall<'listSandboxes'>,
  { sandboxes, ports }: Pick<ControlParts, 'sandboxes' | 'ports'>,
): Promise<Response> {
  const { after = '', limit = defaultLimit } = call.query;
  const page: SandboxView[] = [];
  let hasMore = false;
  for await (const id of sandboxes.ids(firstAfter(call.scope, after))) {
    hasMore = owns(call.scope, id) && page.length === limit;
    if (hasMore || !owns(call.scope, id)) break;
    const summary = await summarise(sandboxes, id);
    if (summary) page.push(viewSandbox(summary, call, ports));
  }
  const last = page.at(-1)?.id ?? '';
  return Response.json(page, { headers: hasMore ? { link: linkTo(call.request.url, last) } : {} });
}

/** Returns the data of a sandbox; undefined if the durable store cannot read it. `understudy store check` names such sandboxes. */
async function summarise(
  sandboxes: ControlParts['sandboxes'],
  id: string,
): Promise<SandboxSummary | undefined> {
  try {
    const summary = await sandboxes.summary(id);
    if (summary) return summary;
    await sandboxes.wake(id);
    return await sandboxes.summary(id);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** Returns the id after which the list begins. The ids of a namespace follow one another in alphabetical order. */
function firstAfter(scope: Scope, after: string): string {
  const beginning = typeof scope === 'string' ? '' : `${scope.namespace}.`;
  return after > beginning ? after : beginning;
}
