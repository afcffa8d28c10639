import { problem } from './refusal.ts';
import { defaultSandbox } from './sandboxes/index.ts';

/** Where the sandboxes have their addresses. */
export const sandboxPrefix = '/sandbox/';
/** Where a sandbox has its pages, as a route. */
export const underSandbox = `${sandboxPrefix}:sandboxId`;

/** The sandbox that a call reaches, and its path and query there. */
export function locate(url: string, sandboxId: string | undefined): { id: string; url: string } {
  if (!url.startsWith(sandboxPrefix)) return { id: sandboxId ?? defaultSandbox, url };
  const end = url.slice(sandboxPrefix.length).search(/[/?]/);
  const id =
    end < 0 ? url.slice(sandboxPrefix.length) : url.slice(sandboxPrefix.length, sandboxPrefix.length + end);
  const rest = end < 0 ? '' : url.slice(sandboxPrefix.length + end);
  return { id, url: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The error body for an unknown sandbox. */
export const unknownSandbox = (id: string) => ({
  Errors: [problem('NotFound', `no sandbox "${id.slice(0, 80)}" here; GET /_control/sandboxes lists them`)],
});
