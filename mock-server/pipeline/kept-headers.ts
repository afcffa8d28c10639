import { isCredentialHeader, markSecret, maskText, ordinaryHeaders } from '#contracts/exchange';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { hideSecrets, holdsSecret, secretsOf } from '../secrets/index.ts';
import type { IncomingCall } from './stages.ts';

/** What a header can be, by its name. */
type Kind = 'credential' | 'custom' | 'other';

/** Names that clients give to headers of their own; no other one is looked through for what it holds. */
const custom = /^(?:x-|cookie$)/;
const kinds = new Map<string, Kind>();
/** Clients send the same few names again and again. */
const namesRemembered = 500;

function kindOf(name: string): Kind {
  const known = kinds.get(name);
  if (known) return known;
  const kind = isCredentialHeader(name) ? 'credential' : custom.test(name) ? 'custom' : 'other';
  if (name.length < 80 && kinds.size < namesRemembered) kinds.set(name, kind);
  return kind;
}

/**
 * What is kept of the headers of a call: some that rules read, and those that hold a credential or have the name of one, as a
 * mark (auth.1, auth.5).
 *
 * @example keptHeaders(incoming, sandbox)['idempotency-key']
 */
export function keptHeaders(incoming: IncomingCall, sandbox: Sandbox): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ordinaryHeaders) {
    const value = incoming.header(name);
    if (value !== undefined)
      headers[name] =
        name === 'authorization' ? markSecret(value, sandbox.fingerprint) : shortHeader(value, sandbox);
  }
  for (const name of incoming.headerNames()) {
    const kind = kindOf(name);
    if (kind === 'other') continue;
    const value = incoming.header(name) ?? '';
    if (kind === 'credential' || holdsSecret(value, secretsOf(sandbox.identity)))
      headers[shortHeader(name, sandbox)] = sandbox.fingerprint(value);
  }
  return headers;
}

const keptOfHeader = 300;

/** What is kept is looked through as a whole later; of what is cut, the beginning of a secret would stay. */
function shortHeader(value: string, { identity }: Sandbox): string {
  const masked = maskText(value);
  if (masked.length <= keptOfHeader) return masked;
  return hideSecrets(masked, secretsOf(identity)).slice(0, keptOfHeader);
}
