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

const keyOf = (kind: 'credential' | 'static' | 'manager' | 'mcp', ...parts: unknown[]): string =>
  JSON.stringify([kind, ...parts]); // as JSON, because each part can contain any character

const keysOf = ({ credentials, staticToken, managerId, mcpToken }: SandboxIdentity): Set<string> =>
  new Set([
    ...credentials.map(({ Username, Password }) => keyOf('credential', Username, Password)),
    keyOf('static', staticToken),
    keyOf('manager', managerId),
    keyOf('mcp', mcpToken),
  ]);

/**
 * Creates an empty index. One credential can belong to several sandboxes, because a fork has the credentials of its
 * origin.
 *
 * @example index.add(sandbox.identity); index.ofCredential('demo', 'demo') // 'default'
 */
export function createCredentialIndex(): OwnCredentialIndex {
  const ids = new Map<string, Set<string>>();
  const find = (key: string): string | undefined => ids.get(key)?.values().next().value;
  return {
    add(identity) {
      for (const key of keysOf(identity)) {
        const holders = ids.get(key);
        if (holders) holders.add(identity.id);
        else ids.set(key, new Set([identity.id]));
      }
    },
    remove(identity) {
      for (const key of keysOf(identity)) {
        const holders = ids.get(key);
        holders?.delete(identity.id);
        if (holders?.size === 0) ids.delete(key);
      }
    },
    ofCredential: (username, password) => find(keyOf('credential', username, password)),
    ofStaticToken: token => find(keyOf('static', token)),
    ofManagerId: managerId => find(keyOf('manager', managerId)),
    ofMcpToken: token => find(keyOf('mcp', token)),
  };
}
