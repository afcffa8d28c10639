import { createHash } from 'node:crypto';
import type { TokensFile } from '#contracts/control';
import type { Scope } from '../http/index.ts';
import type { QuotasOf } from '../sandbox/index.ts';

type Entries = TokensFile['tokens'];

/**
 * The tokens of the control API, each with its rights, and the quotas of namespaces. The object contains only the hashes of the tokens.
 *
 * @example listen(supplier, { tokens: new ControlTokens({ tokens: [{ name: 'ci', token: 'long-secret-token', scope: 'team-a/*' }] }) })
 */
export class ControlTokens {
  #scopes: ReadonlyMap<string, Scope> = new Map();
  #quotas: QuotasOf = {};
  readonly #listeners = new Set<(quotas: QuotasOf) => void>();

  /** @param file the tokens, or their SHA-256 hashes in hexadecimal digits, and the quotas by namespace */
  constructor(file: TokensFile) {
    this.replace(file);
  }

  /** Replaces all tokens and quotas. */
  replace({ tokens, namespaces = {} }: TokensFile): void {
    this.#scopes = read(tokens);
    this.#quotas = namespaces;
    for (const listener of this.#listeners) listener(namespaces);
  }

  /** Returns the rights of a token; undefined for an unknown token. The comparison of hashes does not reveal a token by its time. */
  scopeOf(token: string): Scope | undefined {
    return this.#scopes.get(hash(token));
  }

  /** Calls the listener with the quotas now, and after every change. @internal */
  onQuotas(listener: (quotas: QuotasOf) => void): void {
    this.#listeners.add(listener);
    listener(this.#quotas);
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
