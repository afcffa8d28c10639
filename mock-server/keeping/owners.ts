import type { SandboxIdentity } from '../sandboxes/index.ts';
import { hash64, hexId } from '../seed.ts';

/**
 * Returns the hashes of the credentials and tokens that select a sandbox. A store contains these hashes, but no server reads them.
 *
 * @example ownersOf(sandbox.identity) // ['6f…', 'a0…']
 */
export function ownersOf({ credentials, staticToken, managerId, mcpToken }: SandboxIdentity): string[] {
  const texts = [
    ...credentials.map(({ Username, Password }) => JSON.stringify(['credential', Username, Password])),
    JSON.stringify(['static', staticToken]),
    JSON.stringify(['manager', managerId]),
    JSON.stringify(['mcp', mcpToken]),
  ];
  return texts.map(text => hexId(hash64(text), 0));
}
