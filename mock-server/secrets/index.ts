import type { AnyOperation } from '#contracts';
import { readEscapes } from '#contracts/exchange';
import { asObject, isObject, type JsonObject } from '#contracts/util';
import type { SandboxIdentity } from '../sandboxes/sandbox-config.ts';
import { circleOf, type SecretCircle } from './circle.ts';
import { isLong, spellings, spellingsOf } from './spellings.ts';

const hidden = '***';

/** The secrets that must not show. */
export interface Secrets {
  /** Those of the sandbox and of the request, in all spellings. */
  readonly near: readonly string[];
  /** Those of the other sandboxes. */
  readonly circle: SecretCircle | undefined;
}

/** The secret that a request in contract names brought along: a password, or the token of static data. */
export function secretIn(operation: AnyOperation | undefined, request: unknown): unknown {
  const { Credential, token } = asObject(request);
  return operation?.base === 'commons' ? token : asObject(Credential).Password;
}

const known = new WeakMap<SandboxIdentity, Secrets>();

/**
 * The secrets that must not show wherever they stand: those of all sandboxes of the server, and what a request brought
 * (auth.5). Names of fields and patterns cannot find a secret that a client put into the wrong place; its value can.
 */
export function secretsOf(identity: SandboxIdentity, ...sent: readonly unknown[]): Secrets {
  const ours = known.get(identity) ?? remember(identity);
  const { near, circle } = ours;
  const isNew = (one: unknown) => typeof one === 'string' && isLong(one) && !near.includes(one);
  if (!sent.some(isNew)) return ours; // as nearly always
  return { near: [...near, ...sent.filter(isNew).flatMap(one => spellings(String(one)))], circle };
}

function remember(identity: SandboxIdentity): Secrets {
  const ours = { near: spellingsOf(identity), circle: circleOf(identity) };
  known.set(identity, ours);
  return ours;
}

/** Whether a text holds one of the secrets. */
export function holdsSecret(text: string, { near, circle }: Secrets): boolean {
  return near.some(secret => text.includes(secret)) || circle?.index()?.find(text) !== undefined;
}

/** A text without the secrets. */
export function hideSecrets(text: string, { near, circle }: Secrets): string {
  if (!isLong(text)) return text;
  const index = circle?.index();
  const rest = near.reduce((before, secret) => before.replaceAll(secret, hidden), text);
  const kept: string[] = [];
  let from = 0;
  for (let found = index?.find(rest); found; found = index?.find(rest, from)) {
    kept.push(rest.slice(from, found.at));
    from = found.at + found.length;
  }
  return [...kept, rest.slice(from)].join(hidden);
}

/** A path and query without the secrets, also where any of their characters are written as escapes. */
export function hideInUrl(url: string, secrets: Secrets): string {
  const plain = hideSecrets(url, secrets);
  if (!plain.includes('%')) return plain;
  return plain.replace(/[^/?&=#]+/g, part => {
    const read = readEscapes(part);
    return holdsSecret(read, secrets) ? encodeURIComponent(hideSecrets(read, secrets)) : part;
  });
}

const shortestPart = 3;

/**
 * The same for a message, in which an address can stand in escapes, and a value that is too long is cut and ends in `…`.
 */
export function hideCutSecrets(message: string, secrets: Secrets): string {
  const plain = hidePlain(message, secrets);
  if (!plain.includes('%')) return plain;
  return plain
    .split(/(\s+)/)
    .map(part => {
      const read = readEscapes(part);
      const clean = hidePlain(read, secrets);
      return clean === read ? part : clean;
    })
    .join('');
}

function hidePlain(message: string, secrets: Secrets): string {
  let rest = hideSecrets(message, secrets);
  if (!rest.includes('…')) return rest;
  const others = secrets.circle?.index()?.texts ?? [];
  for (const secret of [...secrets.near, ...others]) {
    if (!rest.includes(secret.slice(0, shortestPart))) continue;
    for (let length = secret.length - 1; length >= shortestPart; length -= 1) {
      rest = rest.replaceAll(`${secret.slice(0, length)}…`, `${hidden}…`);
    }
  }
  return rest;
}

/** A copy of JSON data in which no value, and no name of a field unless `names` are kept, holds one of the secrets. */
export function hideInside<T>(value: T, secrets: Secrets, names: 'kept' | 'hidden'): T {
  const text = JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'string' ? hideSecrets(entry, secrets) : entry,
  );
  if (text === undefined) return value;
  const copy: T = JSON.parse(text);
  if (names === 'kept') return copy;
  return JSON.parse(text, (_, entry: unknown) => (isObject(entry) ? renamed(entry, secrets) : entry));
}

const renamed = (fields: JsonObject, secrets: Secrets) =>
  Object.fromEntries(Object.entries(fields).map(([name, entry]) => [hideSecrets(name, secrets), entry]));

/** Compares without ending at the first difference, so that the time it takes tells nothing. */
export function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % b.length);
  return difference === 0;
}
