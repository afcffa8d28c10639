import { type AnyOperation, type Dialect, maskUrl, nearest, operations } from '#contracts';
import { problem, Refusal, refuse } from '../refusal.ts';
import type { ExchangeState } from './exchange.ts';

/** Finds the operation a call asks for, or throws the 404 or 405 that helps. */
export type MatchOperation = (exchange: ExchangeState) => AnyOperation;

interface Address {
  operation: AnyOperation;
  method: string;
  path: string;
}

/**
 * Matches methods and paths as the dialect writes them, without regard to the case of literal paths: clients in the
 * field spell them in several ways. An odd spelling is a warning of the exchange.
 */
export function createMatcher(dialect: Dialect): MatchOperation {
  const addresses: Address[] = Object.values(operations).map(operation => ({
    operation,
    ...dialect.operation(operation.id),
  }));
  const byPath = new Map<string, Address[]>();
  for (const address of addresses) {
    const key = address.path.toLowerCase();
    byPath.set(key, [...(byPath.get(key) ?? []), address]);
  }

  return exchange => {
    const { method, url } = exchange.incoming;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const there = byPath.get(path) ?? byPath.get(path.toLowerCase());
    if (!there) throw refuse('NotFound', notFound(method, path, addresses));
    const found = there.find(address => address.method === method);
    if (!found) throw wrongMethod(method, there);
    if (found.path !== path) {
      exchange.warnings.push({
        kind: 'spelling',
        field: 'path',
        message: `"${path}" is spelled "${found.path}" in the contract`,
      });
    }
    return found.operation;
  };
}

function notFound(method: string, path: string, addresses: readonly Address[]): string {
  const near = nearest(
    path,
    addresses.map(address => address.path),
  );
  const address = addresses.find(entry => entry.path === near) ?? addresses[0];
  const hint =
    near && address
      ? `did you mean ${address.method} ${address.path} (${address.operation.id})?`
      : 'see /openapi.json for what there is';
  return `no operation at ${method} ${maskUrl(path, () => '***')}; ${hint}`;
}

function wrongMethod(method: string, there: readonly Address[]): Refusal {
  const allow = there.map(address => address.method).join(', ');
  const ids = there.map(address => address.operation.id).join(', ');
  return new Refusal([problem('MethodNotAllowed', `${method} is not a method of ${ids}; use ${allow}`)], {
    allow,
  });
}
