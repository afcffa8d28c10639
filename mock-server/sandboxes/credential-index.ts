import { hash64 } from '../seed.ts';
import type { SandboxIdentity } from './sandbox-config.ts';

/** The `owner` of calls for static data. The text is empty, because no Credential has an empty user name. */
export const staticOwner = '';

/** Finds the sandbox to which a credential, token or managerId belongs. The time does not depend on the number of sandboxes. */
export interface CredentialIndex {
  /** Returns the id of the first sandbox with this credential; undefined when no sandbox has it. */
  ofCredential(username: string, password: string): string | undefined;
  ofStaticToken(token: string): string | undefined;
  ofManagerId(managerId: number): string | undefined;
  ofMcpToken(token: string): string | undefined;
}

/** The index with the methods that change it. Only `Sandboxes` adds and removes sandboxes. */
export interface OwnCredentialIndex extends CredentialIndex {
  add(identity: SandboxIdentity): void;
  remove(identity: SandboxIdentity): void;
}

/** Returns the hash of a credential, as a whole number of 53 bits. The text is JSON, because each part can contain any character. */
function keyOf(kind: 'credential' | 'static' | 'manager' | 'mcp', ...parts: unknown[]): number {
  const [high, low] = hash64(JSON.stringify([kind, ...parts]));
  return high * 0x200000 + (low >>> 11);
}

const keysOf = ({ credentials, staticToken, managerId, mcpToken }: SandboxIdentity): Set<number> =>
  new Set([
    ...credentials.map(({ Username, Password }) => keyOf('credential', Username, Password)),
    keyOf('static', staticToken),
    keyOf('manager', managerId),
    keyOf('mcp', mcpToken),
  ]);

/**
 * Creates an empty index. One credential can belong to several sandboxes, because a fork has the credentials of its
 * origin. The index contains only hashes, so that it stays small with 100,000 sandboxes. Two credentials with the same
 * hash are so rare that only a hint in a message would be wrong.
 *
 * @example index.add(sandbox.identity); index.ofCredential('demo', 'demo') // 'default'
 */
export function createCredentialIndex(): OwnCredentialIndex {
  // A credential of one sandbox has its id here, and not a Set, because a Set takes 200 bytes.
  const ids = new Map<number, string | Set<string>>();

  function find(key: number): string | undefined {
    const holders = ids.get(key);
    return typeof holders === 'object' ? holders.values().next().value : holders;
  }

  function addTo(key: number, id: string): void {
    const holders = ids.get(key);
    if (holders === undefined) ids.set(key, id);
    else if (typeof holders === 'object') holders.add(id);
    else if (holders !== id) ids.set(key, new Set([holders, id]));
  }

  function removeFrom(key: number, id: string): void {
    const holders = ids.get(key);
    if (typeof holders === 'object') holders.delete(id);
    if (holders === id || (typeof holders === 'object' && holders.size === 0)) ids.delete(key);
  }

  return {
    add(identity) {
      for (const key of keysOf(identity)) addTo(key, identity.id);
    },
    remove(identity) {
      for (const key of keysOf(identity)) removeFrom(key, identity.id);
    },
    ofCredential: (username, password) => find(keyOf('credential', username, password)),
    ofStaticToken: token => find(keyOf('static', token)),
    ofManagerId: managerId => find(keyOf('manager', managerId)),
    ofMcpToken: token => find(keyOf('mcp', token)),
  };
}
