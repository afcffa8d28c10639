import type { Result, Router } from 'hono/router';
import { problem } from '../books/index.ts';
import type { Address } from '../pipeline/index.ts';
import { defaultSandbox } from '../sandbox/index.ts';

interface Route<Handler> {
  readonly method: string;
  readonly result: Result<Handler>;
  matches(path: string): boolean;
}

/**
 * Hono's own routers are case-sensitive, and interpret `:` and `*` in the path of a profile. In this router, the literal parts of the
 * supplier's paths match in any letter case. The journal needs the parameters of a path as the client sent them, so the router does not
 * read them.
 */
export class ContractRouter<Handler> implements Router<Handler> {
  readonly name = 'ContractRouter';
  readonly #addresses: ReadonlyMap<string, Address>;
  readonly #exact = new Map<string, Result<Handler>>();
  readonly #literals: Route<Handler>[] = [];
  readonly #templates: Route<Handler>[] = [];
  readonly #prefixes: Route<Handler>[] = [];

  constructor(addresses: readonly Address[]) {
    this.#addresses = new Map(addresses.map(address => [address.path, address]));
  }

  add(method: string, path: string, handler: Handler): void {
    const key = `${method} ${path}`;
    if (this.#exact.has(key)) return;
    const result: Result<Handler> = [[[handler, {}]]];
    this.#exact.set(key, result);
    const address = this.#addresses.get(path);
    const prefix = path.slice(0, -1);
    if (address) (address.template ? this.#templates : this.#literals).push({ ...address, method, result });
    else if (path.endsWith('*'))
      this.#prefixes.push({ method, result, matches: sent => sent.startsWith(prefix) });
  }

  match(method: string, path: string): Result<Handler> {
    const exact = this.#exact.get(`${method} ${path}`) ?? this.#exact.get(`ALL ${path}`);
    if (exact) return exact;
    const fits = (route: Route<Handler>) =>
      (route.method === method || route.method === 'ALL') && route.matches(path);
    const found = this.#literals.find(fits) ?? this.#templates.find(fits) ?? this.#prefixes.find(fits);
    return found?.result ?? [[]];
  }
}

export const sandboxPrefix = '/sandbox/';
export const underSandbox = `${sandboxPrefix}:sandboxId`;

/** The returned `url` has no prefix of a sandbox. */
export function locate(url: string, sandboxId: string | undefined): { id: string; url: string } {
  if (!url.startsWith(sandboxPrefix)) return { id: sandboxId ?? defaultSandbox, url };
  const end = url.slice(sandboxPrefix.length).search(/[/?]/);
  const id =
    end < 0 ? url.slice(sandboxPrefix.length) : url.slice(sandboxPrefix.length, sandboxPrefix.length + end);
  const rest = end < 0 ? '' : url.slice(sandboxPrefix.length + end);
  return { id, url: rest.startsWith('/') ? rest : `/${rest}` };
}

export const unknownSandbox = (id: string, header?: string) => ({
  Errors: [
    problem(
      'NotFound',
      `this server has no sandbox "${id.slice(0, 80)}"; GET /_control/sandboxes lists your sandboxes`,
      header,
    ),
  ],
});
