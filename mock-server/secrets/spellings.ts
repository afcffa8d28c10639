import type { SandboxIdentity } from '../sandboxes/sandbox-config.ts';
import { headLength } from './text-index.ts';

/**
 * Whether a text is long enough to be looked for: shorter passwords are words that stand everywhere (the demo
 * credential's is public anyway).
 */
export const isLong = (text: string): boolean => text.length >= headLength;

/** A secret as it reads in plain text, in JSON text, in a URL or form, and in JSON text that was quoted once more. */
export function spellings(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const escaped = encodeURIComponent(secret.toWellFormed());
  const spelled = [
    secret,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    escaped,
    escaped.replaceAll('%20', '+'),
  ];
  return [...new Set(spelled)].sort((a, b) => b.length - a.length);
}

const known = new WeakMap<SandboxIdentity, readonly string[]>();

/** The secrets of a sandbox in all their spellings: passwords, static token, token of the tool server. */
export function spellingsOf(identity: SandboxIdentity): readonly string[] {
  const before = known.get(identity);
  if (before) return before;
  const { credentials, staticToken, mcpToken } = identity;
  const secrets = [...credentials.map(credential => credential.Password), staticToken, mcpToken];
  const spelled = secrets.filter(isLong).flatMap(spellings);
  known.set(identity, spelled);
  return spelled;
}
