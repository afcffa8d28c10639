import type { Result, Router } from 'hono/router';
import { problem } from '../books/index.ts';
import type { Address } from '../pipeline/index.ts';
import { defaultSandbox } from '../sandbox/index.ts';

type Methods<Handler> = Map<string, Result<Handler>>;
type Route<Handler> = { readonly path: string; readonly methods: Methods<Handler> };

/**
 * A router for Hono that matches the paths of the contract and of profiles, such as `/airport/{code}`. Hono's own routers are case-
 * sensitive, and they interpret `:` and `*` in the path of a profile. In this router, the literal parts of the supplier's paths match in
 * any letter case. The router finds a path without parameters in a map. This router does not read the parameters of a path, because the
 * journal needs the parameters as the client sent them. When several routes match, the first route answers.
 */
export class ContractRouter<Handler> implements Router<Handler> {
  readonly name = 'ContractRouter';
  readonly #addresses: ReadonlyMap<string, Address>;
  readonly #literal = new Map<string, Methods<Handler>>();
  readonly #anyCase = new Map<string, Methods<Handler>>();
  readonly #templates: (Route<Handler> & { readonly address: Address })[] = [];
  readonly #prefixes: Route<Handler>[] = [];

  constructor(addresses: readonly Address[]) {
    this.#addresses = new Map(addresses.map(address => [address.path, address]));
  }

  add(method: string, path: string, handler: Handler): void {
    const methods = this.#methodsOf(path);
    if (!methods.has(method)) methods.set(method, [[[handler, {}]]]);
  }

  match(method: string, path: string): Result<Handler> {
    const found =
      pick(this.#literal.get(path), method) ?? pick(this.#anyCase.get(path.toLowerCase()), method);
    return found ?? this.#search(method, path);
  }

  #search(method: string, path: string): Result<Handler> {
    for (const { address, methods } of this.#templates) {
      const found = address.matches(path) ? pick(methods, method) : undefined;
      if (found) return found;
    }
    for (const { path: prefix, methods } of this.#prefixes) {
      const found = path.startsWith(prefix) ? pick(methods, method) : undefined;
      if (found) return found;
    }
    return [[]];
  }

  #methodsOf(path: string): Methods<Handler> {
    const address = this.#addresses.get(path);
    if (address?.template) {
      const known = this.#templates.find(route => route.path === path);
      if (known) return known.methods;
      const methods: Methods<Handler> = new Map();
      this.#templates.push({ path, methods, address });
      return methods;
    }
    if (path.endsWith('*')) {
      const methods: Methods<Handler> = new Map();
      this.#prefixes.push({ path: path.slice(0, -1), methods });
      return methods;
    }
    const literal = this.#literal.get(path) ?? new Map();
    this.#literal.set(path, literal);
    if (!address) return literal;
    const key = path.toLowerCase();
    this.#anyCase.set(key, this.#anyCase.get(key) ?? literal);
    return literal;
  }
}

const pick = <Handler>(methods: Methods<Handler> | undefined, method: string): Result<Handler> | undefined =>
  methods?.get(method) ?? methods?.get('ALL');

export const sandboxPrefix = '/sandbox/';
export const underSandbox = `${sandboxPrefix}:sandboxId`;

/** Returns the id of the sandbox that a call selects, and the path and query without the prefix of the sandbox. */
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
