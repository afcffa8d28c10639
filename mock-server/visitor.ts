import type { Access } from './bindings.ts';

const hostForm = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
/** Whether it names a host: what only looks like one makes no address. */
const isHost = (name: string): boolean => hostForm.test(name) && URL.canParse(`http://${name}`);

const prefixForm = /^(?:\/[\w.~-]+)+$/;

/** What a call says about the address it came to. */
interface Visit {
  /** Scheme and host of the request itself. */
  readonly origin: string;
  header(name: string): string | undefined;
}

/**
 * The base address as the visitor reached this server, without a slash at its end: the public one if it is known, else
 * what proxies on the way said, else the address of the request itself.
 */
export function visitorBase(request: Request, publicUrl: string | undefined): string {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return baseOfVisit({ origin: new URL(request.url).origin, header }, publicUrl);
}

/** The same for a call that is no Request. */
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
 * The base addresses to offer a visitor, the one to be called first: a page may call only the address it came from. A
 * proxy can hide that it is the public one; then the page that asks still says so.
 */
export function visitorBases(request: Request, publicUrl: string | undefined): string[] {
  const visited = visitorBase(request, undefined);
  if (publicUrl === undefined) return [visited];
  const askedFrom = request.headers.get('referer') ?? '';
  const isPublic = new URL(visited).host === new URL(publicUrl).host || askedFrom.startsWith(`${publicUrl}/`);
  return isPublic ? [publicUrl] : [visited, publicUrl];
}

/**
 * A credential of the user's own is for those on this machine, where the control API asks for no token either. What a
 * proxy says does not count alone: a page under a rebound name can say it, too, but cannot choose the Host.
 */
export function maySeeCredential(addresses: readonly string[], access: Access | undefined): boolean {
  if (access === undefined) return true;
  const { hosts, token } = access;
  return token === undefined && addresses.every(address => hosts.includes(new URL(address).hostname));
}
