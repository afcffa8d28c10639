import type { Ports } from '../ports.ts';
import { defaultSandbox } from '../sandboxes/index.ts';
import type { ControlCall } from './handler.ts';

/** The three base addresses of a sandbox. */
export interface Addresses {
  baseUrl: string;
  commonsUrl: string;
  mcpUrl: string;
}

/**
 * Where a sandbox is to be reached by whoever made this call: at its own port if it has one, else under its prefix.
 *
 * @example addressesOf('s1', { base: 'http://127.0.0.1:4010', portOf: undefined, ports }).mcpUrl
 */
export function addressesOf(
  id: string,
  { base, portOf, ports }: Pick<ControlCall, 'base' | 'portOf'> & { ports: Ports },
): Addresses {
  const own = ports.urlOf(id);
  const baseUrl = own === undefined ? underPrefix(id, base, portOf) : atPort(base, own);
  return { baseUrl, commonsUrl: baseUrl, mcpUrl: `${baseUrl}/mcp` };
}

/** On a port that belongs to one sandbox, the root is that sandbox; all others have a prefix there. */
function underPrefix(id: string, base: string, portOf: string | undefined): string {
  return id === (portOf ?? defaultSandbox) ? base : `${base}/sandbox/${id}`;
}

/** The caller's name for this machine, with the port that the server opened. */
function atPort(base: string, own: string): string {
  return `http://${new URL(base).hostname}:${new URL(own).port}`;
}
