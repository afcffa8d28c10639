import { type AnyOperation, asObject, isObject, type JsonObject, readEscapes } from '#contracts';
import type { SandboxIdentity } from './sandbox-config.ts';

/** Shorter passwords are words that stand everywhere (the demo credential's is public anyway). */
const shortestSecret = 6;
const hidden = '***';

const known = new WeakMap<SandboxIdentity, readonly string[]>();

/** A secret as it reads in plain text, in JSON text, in a URL, and in JSON text that was quoted once more. */
function spellings(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const spelled = [
    secret,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
  ];
  return [...new Set(spelled)].sort((a, b) => b.length - a.length);
}

function spellingsOf(identity: SandboxIdentity): readonly string[] {
  const before = known.get(identity);
  if (before) return before;
  const secrets = [...identity.credentials.map(credential => credential.Password), identity.staticToken];
  const spelled = secrets.filter(secret => secret.length >= shortestSecret).flatMap(spellings);
  known.set(identity, spelled);
  return spelled;
}

/** The secret that a request in contract names brought along: a password, or the token of static data. */
export function secretIn(operation: AnyOperation | undefined, request: unknown): unknown {
  const { Credential, token } = asObject(request);
  return operation?.base === 'commons' ? token : asObject(Credential).Password;
}

/**
 * The secrets that must not show wherever they stand: the sandbox's, and the one a request brought (auth.5). Names of
 * fields and patterns cannot find a secret that a client put into the wrong place; its value can.
 */
export function secretsOf(identity: SandboxIdentity, sent?: unknown): readonly string[] {
  const ours = spellingsOf(identity);
  if (typeof sent !== 'string' || sent.length < shortestSecret || ours.includes(sent)) return ours;
  return [...ours, ...spellings(sent)];
}

/** Whether a text holds one of the secrets. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some(secret => text.includes(secret));
}

/** A text without the secrets. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
}

/** A path and query without the secrets, also where any of their characters are written as escapes. */
export function hideInUrl(url: string, secrets: readonly string[]): string {
  const plain = hideSecrets(url, secrets);
  if (!plain.includes('%')) return plain;
  return plain.replace(/[^/?&=#]+/g, part => {
    const read = readEscapes(part);
    return holdsSecret(read, secrets) ? encodeURIComponent(hideSecrets(read, secrets)) : part;
  });
}

const shortestPart = 3;

/** The same for a message, in which a value that is too long is cut and ends in `…`. */
export function hideCutSecrets(message: string, secrets: readonly string[]): string {
  let rest = hideSecrets(message, secrets);
  for (const secret of rest.includes('…') ? secrets : []) {
    for (let length = secret.length - 1; length >= shortestPart; length -= 1) {
      rest = rest.replaceAll(`${secret.slice(0, length)}…`, `${hidden}…`);
    }
  }
  return rest;
}

/** A copy of JSON data in which no value, and no name of a field unless `names` are kept, holds one of the secrets. */
export function hideInside<T>(value: T, secrets: readonly string[], names: 'kept' | 'hidden'): T {
  const text = JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'string' ? hideSecrets(entry, secrets) : entry,
  );
  if (text === undefined) return value;
  const copy: T = JSON.parse(text);
  if (names === 'kept') return copy;
  return JSON.parse(text, (_, entry: unknown) => (isObject(entry) ? renamed(entry, secrets) : entry));
}

const renamed = (fields: JsonObject, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).map(([name, entry]) => [hideSecrets(name, secrets), entry]));

/** Compares without ending at the first difference, so that the time it takes tells nothing. */
export function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % b.length);
  return difference === 0;
}
