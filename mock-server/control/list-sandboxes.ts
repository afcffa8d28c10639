import type { SandboxView } from '#contracts/control';
import type { ControlCall, ControlParts } from './handler.ts';
import { viewSandbox } from './sandbox-view.ts';

const defaultLimit = 1_000;

/**
 * Lists sandboxes in alphabetical order of their ids, without waking suspended sandboxes. If there are more, the header `Link`
 * has the address of the next page.
 */
export async function listSandboxes(
  call: ControlCall<'listSandboxes'>,
  { sandboxes, ports }: Pick<ControlParts, 'sandboxes' | 'ports'>,
): Promise<Response> {
  const { after = '', limit = defaultLimit } = call.query;
  const page: SandboxView[] = [];
  let hasMore = false;
  for (const id of sandboxes.ids(after)) {
    hasMore = page.length === limit;
    if (hasMore) break;
    const summary = sandboxes.summary(id) ?? (await sandboxes.loadSummary(id));
    if (summary) page.push(viewSandbox(summary, call, ports));
  }
  const last = page.at(-1)?.id ?? '';
  const next = `<${call.base}/_control/sandboxes?limit=${limit}&after=${last}>; rel="next"`;
  return Response.json(page, { headers: hasMore ? { link: next } : {} });
}
