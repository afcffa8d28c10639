import type { Mark } from '../mark.ts';
import { asObject } from '../util/index.ts';
import type { Exchange } from './exchange.ts';
import { text } from './small.ts';

/** Where the credential of a call stood, and a mark that is equal for equal credentials. */
export interface CredentialFacts {
  in: 'body' | 'url' | 'header';
  mark: string;
}

/** A place outside the body that holds a credential, or has the name of one. */
export interface ExposedCredential {
  in: 'url' | 'header';
  /** The header or the parameter. */
  name: string;
}

/** Headers that are kept of every call. Any other one that is kept was found to be a credential. */
export const ordinaryHeaders = [
  'content-type',
  'accept',
  'accept-encoding',
  'user-agent',
  'idempotency-key',
  'authorization',
  'mcp-protocol-version',
  'retry-after',
] as const;

const isOrdinary = (name: string): boolean => ordinaryHeaders.some(one => one === name);

const credentialHeader =
  /(?:^|[-_])(?:user[-_]?name|login|pass|password|passwd|pwd|senha|credentials?|api[-_]?key)$/i;

/**
 * Whether a header has the name of a credential or of a part of one.
 *
 * @example isCredentialHeader('X-Password') // true
 */
export const isCredentialHeader = (name: string): boolean => credentialHeader.test(name);

const basic = /^basic\s/i;

/**
 * A header that holds a secret as it may be kept: its mark, behind the word Basic where a user and a password stand in it.
 *
 * @example markSecret('Basic ZGVtbzpkZW1v', mark) // 'Basic ~1f0c…'
 */
export const markSecret = (value: string, mark: Mark): string =>
  (basic.test(value) ? 'Basic ' : '') + mark(value);

const credentialParameter =
  /[?&](?:username|password|statictoken|mcptoken|mcp_token|access_token|bearer|authorization)=([^&#]*)/i;

/**
 * Where the credential of a call stood. A masked request carries the secret's mark. One in the
 * query counts before all others: it is in the wrong place, wherever else it stands.
 */
export function credentialFacts(exchange: Exchange): CredentialFacts | undefined {
  const inQuery = credentialParameter.exec(exchange.url);
  if (inQuery) return { in: 'url', mark: inQuery[1] ?? '' };
  const { Username, Password } = asObject(asObject(exchange.requestBody).Credential);
  if (text(Username) !== undefined) return { in: 'body', mark: `${text(Username)}:${text(Password) ?? ''}` };
  const { authorization } = exchange.requestHeaders;
  if (authorization) return { in: 'header', mark: authorization };
  const { token } = asObject(exchange.requestBody);
  if (exchange.method === 'GET' && text(token) !== undefined) return { in: 'url', mark: text(token) ?? '' };
  const inPath = /^[^?#]*\/token\/+([^/?#]+)/i.exec(exchange.url);
  return inPath ? { in: 'url', mark: inPath[1] ?? '' } : undefined;
}

const parameter = /[?&;]([^=&;#]{1,40})=([^&;#]*)/g;
const credentialName =
  /^(?:user|user[-_]?name|login|pass|password|passwd|pwd|senha|credentials?|credential[.[](?:username|password)\]?)$/i;
/** What the recorder has put in the place of a secret that it knows. */
const hidden = '***';

/** Headers and parameters that hold a credential, beside the body; undefined where there is none, as nearly always. */
export function exposedFacts({ url, method, requestHeaders }: Exchange): ExposedCredential[] | undefined {
  const exposed: ExposedCredential[] = [];
  if (url.includes('?')) {
    for (const [, name = '', value = ''] of url.matchAll(parameter)) {
      // Static data goes by a token in its address, and which secret it was no longer shows.
      if (credentialName.test(name) || (method !== 'GET' && value.includes(hidden)))
        exposed.push({ in: 'url', name });
    }
  }
  for (const name of Object.keys(requestHeaders)) {
    if (!isOrdinary(name) || (name === 'authorization' && basic.test(requestHeaders[name] ?? '')))
      exposed.push({ in: 'header', name });
  }
  return exposed.length > 0 ? exposed.slice(0, 3) : undefined;
}
