import { asObject, type Mark } from '../util/index.ts';
import type { Exchange } from './exchange.ts';
import { asText } from './read-json.ts';

/** Replaces a secret that was found by its value. */
export const hidden = '***';

/** The place of the credential in a call, and its mark. Equal credentials have equal marks. */
export interface CredentialFacts {
  in: 'body' | 'url' | 'header';
  mark: string;
}

/** A header or parameter that contains a credential or has the name of a credential. */
export interface ExposedCredential {
  in: 'url' | 'header';
  name: string;
}

/** The record of a call keeps any other header only if it contains a credential. */
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

export const isCredentialHeader = (name: string): boolean => credentialHeader.test(name);

const basic = /^basic\s/i;

export const markSecret = (value: string, mark: Mark): string =>
  (basic.test(value) ? 'Basic ' : '') + mark(value);

const credentialParameter =
  /[?&](?:username|password|statictoken|mcptoken|mcp_token|access_token|bearer|authorization)=([^&#]*)/i;

/** The query comes first, because it is the wrong place. */
export function credentialFacts(exchange: Exchange): CredentialFacts | undefined {
  const inQuery = credentialParameter.exec(exchange.url);
  if (inQuery) return { in: 'url', mark: inQuery[1] ?? '' };
  const { Username, Password } = asObject(asObject(exchange.requestBody).Credential);
  if (asText(Username) !== undefined)
    return { in: 'body', mark: `${asText(Username)}:${asText(Password) ?? ''}` };
  const { authorization } = exchange.requestHeaders;
  if (authorization) return { in: 'header', mark: authorization };
  const { token } = asObject(exchange.requestBody);
  if (exchange.method === 'GET' && asText(token) !== undefined)
    return { in: 'url', mark: asText(token) ?? '' };
  const inPath = /^[^?#]*\/token\/+([^/?#]+)/i.exec(exchange.url);
  return inPath ? { in: 'url', mark: inPath[1] ?? '' } : undefined;
}

const parameter = /[?&;]([^=&;#]{1,40})=([^&;#]*)/g;
const credentialName =
  /^(?:user|user[-_]?name|login|pass|password|passwd|pwd|senha|credentials?|credential[.[](?:username|password)\]?)$/i;

export function exposedFacts({ url, method, requestHeaders }: Exchange): ExposedCredential[] | undefined {
  const exposed: ExposedCredential[] = [];
  if (url.includes('?')) {
    for (const [, name = '', value = ''] of url.matchAll(parameter)) {
      // A call for static data must have its token in the address.
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
