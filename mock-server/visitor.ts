import type { Access } from './bindings.ts';

const hostForm = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
/** Returns whether a text is a host that makes a valid address. */
const isHost = (name: string): boolean => hostForm.test(name) && URL.canParse(`http://${name}`);

const prefixForm = /^(?:\/[\w.~-]+)+$/;

/** The parts of a call that tell its address. */
interface Visit {
  /** Scheme and host of the request itself. */
  readonly origin: string;
  header(name: string): string | undefined;
}

/**
 * Returns the base address at which a visitor reached this server, without a slash at its end. It is the public address if there
 * is one, else the address in the headers of proxies, else the address of the request.
 */
export function visitorBase(request: Request, publicUrl: string | undefined): string {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return baseOfVisit({ origin: new URL(request.url).origin, header }, publicUrl);
}

/** Returns the same base address for a call without a Request. */
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
 * Returns the base addresses for a visitor, the best one first. A page may call only its own origin. When a proxy hides the
 * public address, the Referer of the page still shows it.
 */
export function visitorBases(request: Request, publicUrl: string | undefined): string[] {
  const visited = visitorBase(request, undefined);
  if (publicUrl === undefined) return [visited];
  const askedFrom = request.headers.get('referer') ?? '';
  const isPublic = new URL(visited).host === new URL(publicUrl).host || askedFrom.startsWith(`${publicUrl}/`);
  return isPublic ? [publicUrl] : [visited, publicUrl];
}

/**
 * Returns whether a visitor may see a credential that the user has chosen: only on this machine, when the control API requires
 * no token. Headers of proxies are not enough, because a page under a rebound name can send them. It cannot choose the Host.
 */
export function maySeeCredential(addresses: readonly string[], access: Access | undefined): boolean {
  if (access === undefined) return true;
  const { hosts, token } = access;
  return token === undefined && addresses.every(address => hosts.includes(new URL(address).hostname));
}
