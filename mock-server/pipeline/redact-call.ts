import { type Redactor, readEscapes } from '#contracts/exchange';
import { nearest } from '#contracts/util';
import { secretIn } from '../journal/index.ts';
import { type Address, splitUrl, withParameters } from './address.ts';
import type { Reached } from './stages.ts';

/** Redacts the path and query of a call for the journal (auth.5). */
export type RedactAddress = (url: string, redactor: Redactor) => string;

/**
 * Creates the function that redacts addresses. In the path of an operation, the function redacts the parameters. In any
 * other path, the function redacts every part that can be a token.
 *
 * @example createAddressRedactor(addressesOf(dialect))('/API/REST/Hotel.svc/Search?password=x', redactor)
 */
export function createAddressRedactor(addresses: readonly Address[]): RedactAddress {
  const plain = new Set(['/mcp', ...addresses.flatMap(({ path, template }) => (template ? [] : [path]))]);
  const anyCase = new Set([...plain].map(path => path.toLowerCase()));
  const templates = addresses.flatMap(({ template }) => (template ? [template] : []));
  const findTokens = createTokenFinder(addresses);

  function redactPath(path: string, redactor: Redactor): string {
    if (anyCase.has(path.toLowerCase())) return path;
    for (const template of templates) {
      const parameters = template(path);
      if (!parameters) continue;
      return withParameters(path, parameters, name => {
        const text = parameters.get(name)?.text ?? '';
        return name === 'token' ? text && redactor.mark(readEscapes(text)) : redactor.redactText(text);
      });
    }
    const tokens = new Set(findTokens(path));
    const marked = path.split('/').map(part => (tokens.has(part) ? redactor.mark(readEscapes(part)) : part));
    return redactor.redactUrl(marked.join('/'));
  }

  return (url, redactor) => {
    if (plain.has(url)) return url; // the most frequent addresses need no further work
    const { path } = splitUrl(url);
    return redactPath(path, redactor) + redactor.redactUrl(url.slice(path.length));
  };
}

/**
 * Creates the function that masks every part of a path that does not occur in an address. The log of requests uses this function
 * for a sandbox that is not in memory, because its secrets are then unknown.
 *
 * @example createPathMask(addressesOf(dialect))('/API/REST/Hotel.svc/demo-static-token') // '/API/REST/Hotel.svc/***'
 */
export function createPathMask(addresses: readonly Address[]): (path: string) => string {
  const literals = ['/mcp', ...addresses.map(({ path }) => path)].flatMap(path => path.split('/'));
  const words = new Set(literals.filter(word => !word.includes('{')).map(word => word.toLowerCase()));
  return path =>
    path
      .split('/')
      .map(part => (words.has(part.toLowerCase()) ? part : '***'))
      .join('/');
}

/** Returns the secrets in a call. */
export type SecretsIn = (reached: Pick<Reached, 'operation' | 'body' | 'incoming'>) => unknown[];

/** Creates the function that finds the secrets of a call. The addresses show where a wrong path can contain a token. */
export function createSecretFinder(addresses: readonly Address[]): SecretsIn {
  const findTokens = createTokenFinder(addresses);
  return ({ operation, body, incoming }) =>
    operation
      ? [secretIn(operation, body)]
      : findTokens(splitUrl(incoming.url).path).flatMap(part => [part, readEscapes(part)]);
}

/** Returns the parts of a path that can be a static token in the wrong place. The parts stay percent-encoded. */
type FindTokens = (path: string) => readonly string[];

/**
 * The minimum length of a token, in characters. A shorter part of a path is a code or an id. A number of at most 10
 * digits is an id, too.
 */
const minToken = 6;
const isId = (part: string): boolean => /^\d{1,10}$/.test(part);
const isLetters = (part: string): boolean => /^[a-z]+$/i.test(part);

/**
 * Creates the function that finds tokens in wrong paths that begin like a path of static data. A client that misspells
 * such a path still sends its token. A misspelled part of a correct path is not a token, so the journal shows the
 * mistake.
 *
 * @example createTokenFinder(addressesOf(dialect))('/new/api/v1/mapping/airport/LIS/tokn/St4tic-77') // ['St4tic-77']
 */
function createTokenFinder(addresses: readonly Address[]): FindTokens {
  const paths = addresses.filter(({ operation }) => operation.base === 'commons').map(({ path }) => path);
  const beginnings = [...new Set(paths.map(beginningOf))];
  const words = [...new Set(paths.flatMap(path => path.split('/').filter(part => !part.includes('{'))))];
  const canBeToken = (part: string): boolean =>
    part.length >= minToken && !isId(part) && !(isLetters(part) && nearest(part, words) !== undefined);
  return path => {
    const read = readEscapes(path).toLowerCase();
    if (!beginnings.some(beginning => read.startsWith(beginning))) return [];
    return path.split('/').filter(part => canBeToken(readEscapes(part)));
  };
}

/**
 * Returns the literal parts of a path before its first parameter. The last of these parts is left out, because it is
 * the name of the operation.
 */
function beginningOf(path: string): string {
  const parts = path.slice(0, path.indexOf('{')).toLowerCase().split('/').slice(0, -1);
  return `${(parts.length > 2 ? parts.slice(0, -1) : parts).join('/')}/`;
}
