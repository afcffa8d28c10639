import { maskUrl } from '#contracts/exchange';
import { nearest } from '#contracts/util';
import { problem, Refusal, refuse } from '../refusal.ts';
import { type Address, type PathParameter, splitUrl, withParameters } from './address.ts';
import type { ExchangeState } from './exchange.ts';

/** What a call asks for, with the parameters of its path as sent. */
interface Match {
  address: Address;
  parameters: ReadonlyMap<string, PathParameter>;
}

/** Finds the operation a call asks for, or throws the 404 or 405 that helps. */
export type MatchOperation = (exchange: ExchangeState) => Match;

const noParameters: Match['parameters'] = new Map();

/**
 * Matches methods and paths as the dialect writes them, without regard to the case of literal parts: clients in the
 * field spell them in several ways. An odd spelling is a warning of the exchange. Paths with parameters are tried only
 * where no path is literally the one that was sent.
 */
export function createMatcher(addresses: readonly Address[]): MatchOperation {
  const byPath = new Map<string, Address[]>();
  const templates = addresses.filter(address => address.template);
  for (const address of addresses) {
    if (address.template) continue;
    const key = address.path.toLowerCase();
    byPath.set(key, [...(byPath.get(key) ?? []), address]);
  }

  function matchTemplates(path: string): Match[] {
    return templates.flatMap(address => {
      const parameters = address.template?.(path);
      return parameters ? [{ address, parameters }] : [];
    });
  }

  return exchange => {
    const { method, url } = exchange.incoming;
    const { path } = splitUrl(url);
    const literal = byPath.get(path) ?? byPath.get(path.toLowerCase()) ?? [];
    const exact = literal.find(address => address.method === method);
    if (exact) return noteSpelling(exchange, path, { address: exact, parameters: noParameters });
    const others = matchTemplates(path);
    const found = others.find(({ address }) => address.method === method);
    if (found) return noteSpelling(exchange, path, found);
    const there = [...literal, ...others.map(({ address }) => address)];
    throw there.length > 0
      ? wrongMethod(method, there)
      : refuse('NotFound', notFound(method, path, addresses));
  };
}

/** Says how a path was spelled, without what stood in its parameters: a token is none of a reader's business. */
function noteSpelling(exchange: ExchangeState, path: string, match: Match): Match {
  const { address, parameters } = match;
  const spelled = parameters === noParameters ? path : withParameters(path, parameters, name => `{${name}}`);
  if (spelled !== address.path) {
    exchange.warnings.push({
      kind: 'spelling',
      field: 'path',
      message: `"${spelled}" is spelled "${address.path}" in the contract`,
    });
  }
  return match;
}

function notFound(method: string, path: string, addresses: readonly Address[]): string {
  const filled = addresses.map(address => fillIn(address, path));
  const near = nearest(path, filled);
  const address = addresses[near === undefined ? -1 : filled.indexOf(near)];
  const hint = address
    ? `did you mean ${address.method} ${address.path} (${address.operation.id})?`
    : 'see /openapi.json for what there is';
  return `no operation at ${method} ${maskUrl(path, () => '***')}; ${hint}`;
}

/** The path of an address with the parameters that stand at their places in another path: so that the two compare. */
function fillIn({ path, template }: Address, sent: string): string {
  if (!template) return path;
  const given = sent.split('/');
  const parts = path.split('/').map((part, index) => (part.includes('{') ? (given[index] ?? '') : part));
  return parts.join('/');
}

function wrongMethod(method: string, there: readonly Address[]): Refusal {
  const allow = [...new Set(there.map(address => address.method))].join(', ');
  const ids = there.map(address => address.operation.id).join(', ');
  return new Refusal([problem('MethodNotAllowed', `${method} is not a method of ${ids}; use ${allow}`)], {
    allow,
  });
}
