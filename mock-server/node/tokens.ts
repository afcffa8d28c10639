import { createHash } from 'node:crypto';
import type { TokensFile } from '#contracts/control';
import type { Scope } from '../scope.ts';

type Entries = TokensFile['tokens'];

/**
 * The tokens of the control API, each with its rights. The object contains only the hashes of the tokens.
 *
 * @example listen(supplier, { tokens: new ControlTokens([{ name: 'ci', token: 'secret', scope: 'team-a/*' }]) })
 */
export class ControlTokens {
  #scopes: ReadonlyMap<string, Scope>;

  /** @param entries the tokens, or their SHA-256 hashes in hexadecimal digits */
  constructor(entries: Entries = []) {
    this.#scopes = read(entries);
  }

  /** Replaces all tokens. */
  replace(entries: Entries): void {
    this.#scopes = read(entries);
  }

  /** Returns the rights of a token; undefined for an unknown token. The comparison of hashes does not reveal a token by its time. */
  scopeOf(token: string): Scope | undefined {
    return this.#scopes.get(hash(token));
  }
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

const read = (entries: Entries): ReadonlyMap<string, Scope> =>
  new Map(
    entries.map(({ token, sha256 = hash(token ?? ''), scope }) => [sha256.toLowerCase(), readScope(scope)]),
  );

function readScope(scope: Entries[number]['scope']): Scope {
  if (scope === 'admin' || scope === 'metrics') return scope;
  return { namespace: scope.slice(0, -'/*'.length) };
}
