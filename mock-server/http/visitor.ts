import type { Access } from './bindings.ts';

const hostForm = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
/** Returns whether a text is a valid host name or IP address, with or without a port. */
const isHost = (name: string): boolean => hostForm.test(name) && URL.canParse(`http://${name}`);

const prefixForm = /^(?:\/[\w.~-]+)+$/;

interface Visit {
  readonly origin: string;
  header(name: string): string | undefined;
}

/**
 * Returns the base address at which a visitor reached this server, without a slash at the end. The address comes from the first of these
 * sources: the public URL, the headers of proxies, or the request.
 */
export function visitorBase(request: Request, publicUrl: string | undefined): string {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return baseOfVisit({ origin: new URL(request.url).origin, header }, publicUrl);
}

/** Returns the same base address as `visitorBase`, for a call without a Request. */
export function baseOfVisit({ origin, header }: Visit, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const [ownProto = 'http', ownHost = ''] = origin.split('://');
  const said = (name: string) => header(`x-forwarded-${name}`)?.split(',')[0]?.trim() ?? '';
  const proto = ['http', 'https'].find(known => known === said('proto').toLowerCase()) ?? ownProto;
  const host = [said('host'), ownHost].find(isHost) ?? 'localhost';
  const prefix = prefixForm.test(said('prefix')) ? said('prefix') : '';
  return `${proto}://${host}${prefix}`;
}

/**
 * Returns the base addresses at which a visitor may reach this server, the most likely address first. A web page may call only the origin
 * that served it. When a proxy hides the public address, the Referer header of the page still shows the public address.
 */
export function visitorBases(request: Request, publicUrl: string | undefined): string[] {
  const visited = visitorBase(request, undefined);
  if (publicUrl === undefined) return [visited];
  const askedFrom = request.headers.get('referer') ?? '';
  const isPublic = new URL(visited).host === new URL(publicUrl).host || askedFrom.startsWith(`${publicUrl}/`);
  return isPublic ? [publicUrl] : [visited, publicUrl];
}

/**
 * Returns whether a visitor may see the credential of a sandbox. A visitor in process may see the credential. A visitor on this machine may
 * see the credential when the control API requires no token. Proxy headers do not prove that a visitor is on this machine: a page with a
 * rebound name can send such headers, but cannot choose the Host header.
 */
export function maySeeCredential(addresses: readonly string[], access: Access | undefined): boolean {
  if (access === undefined) return true;
  const { hosts, scopeOf } = access;
  return scopeOf === undefined && addresses.every(address => hosts.includes(new URL(address).hostname));
}
