import { problem, Refusal } from '../books/index.ts';
import { type Namespace, namespaceOf } from '../sandbox/index.ts';

/** The access rules of the control API. */
export interface Access {
  /** Any other name in the Host header is a sign of DNS rebinding. With an empty list, a token is required instead. */
  hosts: readonly string[];
  /** Undefined when no token is required; only on loopback. Returns undefined for an unknown token. */
  scopeOf: ((token: string) => Scope | undefined) | undefined;
}

/** With `none`, only the endpoints of the control API that need no token. */
export type Scope = 'admin' | 'metrics' | 'none' | { readonly namespace: string };

export function owns(scope: Scope, id: string): boolean {
  if (typeof scope === 'string') return scope === 'admin';
  return namespaceOf(id) === scope.namespace;
}

export function countCall(namespace: Namespace | undefined): Refusal | undefined {
  const wait = namespace?.takeCall() ?? 0;
  if (!namespace || wait === 0) return undefined;
  const seconds = Math.ceil(wait / 1_000);
  const message = `the quota of the namespace "${namespace.name}" is ${namespace.quotas.requestsPerSecond} requests in a second; try again in ${seconds} s`;
  return new Refusal([problem('RateLimited', message)], { 'retry-after': String(seconds) });
}

/** A web page can make a browser call any address, but cannot choose the Host and Origin headers that the browser sends. */
export function findForeign(
  header: (name: string) => string | undefined,
  { hosts }: Access,
  publicUrl: string | undefined,
): { field: 'Host' | 'Origin'; value: string } | undefined {
  const host = header('host') ?? '';
  const name = URL.parse(`http://${host}`)?.hostname;
  if (hosts.length > 0 && (name === undefined || !hosts.includes(name)))
    return { field: 'Host', value: host };
  const origin = header('origin');
  if (origin === undefined) return undefined;
  const own = [`http://${host}`, `https://${host}`, publicUrl ?? ''];
  const isKnown = own.some(address => URL.parse(address)?.origin === origin);
  return isKnown ? undefined : { field: 'Origin', value: origin };
}

/**
 * In process, and on this machine when the control API requires no token. Proxy headers do not prove that a visitor is on this machine:
 * a page with a rebound name can send them, but cannot choose the Host header.
 */
export function maySeeCredential(addresses: readonly string[], access: Access | undefined): boolean {
  if (access === undefined) return true;
  const { hosts, scopeOf } = access;
  return scopeOf === undefined && addresses.every(address => hosts.includes(new URL(address).hostname));
}
