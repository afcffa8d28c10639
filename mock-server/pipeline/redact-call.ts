import { type Redactor, readEscapes } from '#contracts/exchange';
import { nearest } from '#contracts/util';
import { secretIn } from '../books/index.ts';
import { type Address, splitUrl, withParameters } from './address.ts';
import type { Reached } from './stages.ts';

/** What the addresses of a dialect show about the secrets in a call. */
export interface AddressSecrets {
  /**
   * Redacts a path and query (auth.5). In the path of an operation, redacts the parameters. In any other path, redacts every part
   * that can be a token.
   */
  redact(url: string, redactor: Redactor): string;
  /**
   * Masks every part of a path that does not occur in an address. The log of requests uses this function for a sandbox that is not
   * in memory, because its secrets are then unknown.
   *
   * @example maskPath('/API/REST/Hotel.svc/demo-static-token') // '/API/REST/Hotel.svc/***'
   */
  maskPath(path: string): string;
  secretsIn(reached: Pick<Reached, 'operation' | 'body' | 'incoming'>): unknown[];
}

export function createAddressSecrets(addresses: readonly Address[]): AddressSecrets {
  const plain = new Set(['/mcp', ...addresses.flatMap(({ path, template }) => (template ? [] : [path]))]);
  const anyCase = new Set([...plain].map(path => path.toLowerCase()));
  const templates = addresses.flatMap(({ template }) => (template ? [template] : []));
  const words = wordsOf(['/mcp', ...addresses.map(({ path }) => path)]);
  const knownWords = new Set(words.map(word => word.toLowerCase()));
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
    const marked = mapParts(path, part => (tokens.has(part) ? redactor.mark(readEscapes(part)) : part));
    return redactor.redactUrl(marked);
  }

  return {
    redact(url, redactor) {
      if (plain.has(url)) return url; // the most frequent addresses need no further work
      const { path } = splitUrl(url);
      return redactPath(path, redactor) + redactor.redactUrl(url.slice(path.length));
    },
    maskPath: path => mapParts(path, part => (knownWords.has(part.toLowerCase()) ? part : '***')),
    secretsIn: ({ operation, body, incoming }) =>
      operation
        ? [secretIn(operation, body)]
        : findTokens(splitUrl(incoming.url).path).flatMap(part => [part, readEscapes(part)]),
  };
}

const mapParts = (path: string, map: (part: string) => string): string => path.split('/').map(map).join('/');

const wordsOf = (paths: readonly string[]): string[] =>
  paths.flatMap(path => path.split('/')).filter(part => !part.includes('{'));

/** The minimum length of a token. A shorter part of a path is a code or an id. A number of at most 10 digits is an id, too. */
const minToken = 6;
const isId = (part: string): boolean => /^\d{1,10}$/.test(part);
const isLetters = (part: string): boolean => /^[a-z]+$/i.test(part);

/**
 * Creates the function that finds tokens in wrong paths that begin like a path of static data. A client that misspells
 * such a path still sends its token. A misspelled part of a correct path is not a token, so the journal shows the
 * mistake. The found parts stay percent-encoded.
 *
 * @example createTokenFinder(addressesOf(dialect))('/new/api/v1/mapping/airport/LIS/tokn/St4tic-77') // ['St4tic-77']
 */
function createTokenFinder(addresses: readonly Address[]): (path: string) => readonly string[] {
  const paths = addresses.filter(({ operation }) => operation.base === 'commons').map(({ path }) => path);
  const beginnings = [...new Set(paths.map(beginningOf))];
  const words = [...new Set(wordsOf(paths))];
  const canBeToken = (part: string): boolean =>
    part.length >= minToken && !isId(part) && !(isLetters(part) && nearest(part, words) !== undefined);
  return path => {
    const read = readEscapes(path).toLowerCase();
    if (!beginnings.some(beginning => read.startsWith(beginning))) return [];
    return path.split('/').filter(part => canBeToken(readEscapes(part)));
  };
}

/** Returns the literal parts of a path before its first parameter, without the last part, which is the name of the operation. */
function beginningOf(path: string): string {
  const parts = path.slice(0, path.indexOf('{')).toLowerCase().split('/').slice(0, -1);
  return `${(parts.length > 2 ? parts.slice(0, -1) : parts).join('/')}/`;
}
