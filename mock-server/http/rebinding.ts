import type { Access } from './bindings.ts';

export interface Foreign {
  readonly field: 'Host' | 'Origin';
  readonly value: string;
}

/**
 * Returns the header which shows that a call was not meant for this server, or undefined for any other call. A web page can make a browser
 * call any address. But the page cannot choose the Host and Origin headers that the browser sends.
 */
export function findForeign(
  header: (name: string) => string | undefined,
  { hosts }: Access,
  publicUrl: string | undefined,
): Foreign | undefined {
  const host = header('host') ?? '';
  const name = hostName(host);
  if (hosts.length > 0 && (name === undefined || !hosts.includes(name)))
    return { field: 'Host', value: host };
  const origin = header('origin');
  if (origin === undefined) return undefined;
  const own = [`http://${host}`, `https://${host}`, publicUrl];
  const known = own.flatMap(address => (address && URL.canParse(address) ? new URL(address).origin : []));
  return known.includes(origin) ? undefined : { field: 'Origin', value: origin };
}

function hostName(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}
