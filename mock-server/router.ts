import type { Result, Router } from 'hono/router';
import type { Address } from './pipeline/index.ts';
import { problem } from './refusal.ts';
import { defaultSandbox } from './sandboxes/index.ts';

type Methods<Handler> = Map<string, Result<Handler>>;
type Route<Handler> = { readonly path: string; readonly methods: Methods<Handler> };

/**
 * A router for Hono: paths as the contract and the profiles write them, `/airport/{code}`, with the literal parts of the
 * supplier's own paths in any letter case. Hono's routers compare letter case, and read `:` and `*` of a profile as signs of
 * their own. A literal path costs one look-up. The handlers read parameters themselves, since the journal needs them as
 * sent; of several routes the one that was added first answers.
 */
export class ContractRouter<Handler> implements Router<Handler> {
  readonly name = 'ContractRouter';
  readonly #addresses: ReadonlyMap<string, Address>;
  readonly #literal = new Map<string, Methods<Handler>>();
  readonly #anyCase = new Map<string, Methods<Handler>>();
  readonly #templates: (Route<Handler> & { readonly address: Address })[] = [];
  readonly #prefixes: Route<Handler>[] = [];

  /** @param addresses those whose paths match in any letter case */
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
