import { namespaceOf } from './namespace.ts';
import type { SandboxIdentity } from './sandbox-config.ts';

/** The `owner` of calls for static data. The text is empty, because no Credential has an empty user name. */
export const staticOwner = '';

/**
 * Finds the sandbox to which a credential, token or managerId belongs. The time does not depend on the number of sandboxes.
 * `near` is the id of another sandbox: the index finds only sandboxes in the namespace of this sandbox, so that no message
 * contains an id of another namespace.
 */
export interface CredentialIndex {
  /** Returns the id of the first sandbox with this credential; undefined when no sandbox has it. */
  ofCredential(username: string, password: string, near: string): string | undefined;
  ofStaticToken(token: string, near: string): string | undefined;
  ofManagerId(managerId: number, near: string): string | undefined;
  ofMcpToken(token: string, near: string): string | undefined;
}

/** The index with the methods that change it. Only `Sandboxes` adds and removes sandboxes. */
export interface OwnCredentialIndex extends CredentialIndex {
  add(identity: SandboxIdentity): void;
  remove(identity: SandboxIdentity): void;
}

/** Returns the key of a value in the namespace of a sandbox. */
const keyOf = (
  kind: 'credential' | 'static' | 'manager' | 'mcp',
  sandboxId: string,
  ...parts: unknown[]
): string => JSON.stringify([kind, namespaceOf(sandboxId), ...parts]); // as JSON, because each part can contain any character

const keysOf = ({ id, credentials, staticToken, managerId, mcpToken }: SandboxIdentity): Set<string> =>
  new Set([
    ...credentials.map(({ Username, Password }) => keyOf('credential', id, Username, Password)),
    keyOf('static', id, staticToken),
    keyOf('manager', id, managerId),
    keyOf('mcp', id, mcpToken),
  ]);

/**
 * Creates an empty index. One credential can belong to several sandboxes, because a fork has the credentials of its
 * origin.
 *
 * @example index.add(sandbox.identity); index.ofCredential('demo', 'demo', 's1') // 'default'
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
    ofCredential: (username, password, near) => find(keyOf('credential', near, username, password)),
    ofStaticToken: (token, near) => find(keyOf('static', near, token)),
    ofManagerId: (managerId, near) => find(keyOf('manager', near, managerId)),
    ofMcpToken: (token, near) => find(keyOf('mcp', near, token)),
  };
}
