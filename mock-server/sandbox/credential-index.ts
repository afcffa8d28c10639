import { hash64 } from '../clock/index.ts';
import type { SandboxIdentity } from './config.ts';
import { namespaceOf } from './ids.ts';

/** The `owner` of calls for static data. The text is empty, because no Credential has an empty user name. */
export const staticOwner = '';

type Kind = 'credential' | 'static' | 'manager' | 'mcp';

/** A whole number of 53 bits. The hashed text is JSON, because each part can contain any character. */
function keyOf(kind: Kind, sandboxId: string, ...parts: unknown[]): number {
  const [high, low] = hash64(JSON.stringify([kind, namespaceOf(sandboxId), ...parts]));
  return high * 0x200000 + (low >>> 11);
}

const keysOf = ({ id, credentials, staticToken, managerId, mcpToken }: SandboxIdentity): Set<number> =>
  new Set([
    ...credentials.map(({ Username, Password }) => keyOf('credential', id, Username, Password)),
    keyOf('static', id, staticToken),
    keyOf('manager', id, managerId),
    keyOf('mcp', id, mcpToken),
  ]);

/**
 * Finds the sandbox to which a credential, token or managerId belongs. `near` is the id of another sandbox: the index finds only
 * sandboxes in its namespace, so that no message contains an id of another namespace. One credential can belong to several
 * sandboxes, because a fork has the credentials of its origin. The index contains only hashes, so that it stays small with 100,000
 * sandboxes. Two credentials with the same hash are so rare that only a hint in a message would be wrong.
 */
export class CredentialIndex {
  // A credential of one sandbox has its id here, and not a Set, because a Set takes 200 bytes.
  readonly #ids = new Map<number, string | Set<string>>();

  add(identity: SandboxIdentity): void {
    for (const key of keysOf(identity)) this.#addTo(key, identity.id);
  }

  remove(identity: SandboxIdentity): void {
    for (const key of keysOf(identity)) this.#removeFrom(key, identity.id);
  }

  ofCredential(username: string, password: string, near: string): string | undefined {
    return this.#find(keyOf('credential', near, username, password));
  }

  ofStaticToken(token: string, near: string): string | undefined {
    return this.#find(keyOf('static', near, token));
  }

  ofManagerId(managerId: number, near: string): string | undefined {
    return this.#find(keyOf('manager', near, managerId));
  }

  ofMcpToken(token: string, near: string): string | undefined {
    return this.#find(keyOf('mcp', near, token));
  }

  #find(key: number): string | undefined {
    const holders = this.#ids.get(key);
    return typeof holders === 'object' ? holders.values().next().value : holders;
  }

  #addTo(key: number, id: string): void {
    const holders = this.#ids.get(key);
    if (holders === undefined) this.#ids.set(key, id);
    else if (typeof holders === 'object') holders.add(id);
    else if (holders !== id) this.#ids.set(key, new Set([holders, id]));
  }

  #removeFrom(key: number, id: string): void {
    const holders = this.#ids.get(key);
    if (typeof holders === 'object') holders.delete(id);
    if (holders === id || (typeof holders === 'object' && holders.size === 0)) this.#ids.delete(key);
  }
}
