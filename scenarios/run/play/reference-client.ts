import { type Client, createClient, type Ledger, type Policies } from '#client';
import type { Clock, Profile } from '#contracts';
import type { Sandbox } from '#mock-server';
import type { Wire } from './stage.ts';

/** The settings and dependencies for creating a client that plays on a test stage. */
export interface ClientSetting extends Omit<Wire, 'close'> {
  /** The credentials with which the client calls the supplier. */
  readonly identity: Pick<Sandbox['identity'], 'credentials' | 'staticToken' | 'managerId' | 'mcpToken'>;
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** Collects the lines of the client's log. */
  readonly output: string[];
  readonly newUuid: () => string;
  /** Settings that override the default policies of the client. */
  readonly policies?: Policies | undefined;
  readonly profile?: Profile | undefined;
}

export function createReferenceClient({ identity, output, ...setting }: ClientSetting): Client {
  const { credentials, staticToken, managerId, mcpToken } = identity;
  const [credential] = credentials;
  if (!credential) throw new Error('the sandbox has no credential; create the sandbox with at least one');
  return createClient({
    ...setting,
    credential,
    staticToken,
    managerId,
    mcpUrl: `${setting.baseUrl}/mcp`,
    mcpToken,
    logger: entry => void output.push(JSON.stringify(entry)),
  });
}
