import { maskText, maskUrl, readEscapes } from '#contracts/exchange';
import type { Sandbox } from '../sandboxes/index.ts';
import { hideInUrl, secretsOf } from '../secrets/index.ts';
import { type Address, splitUrl } from './address.ts';
import { createTokenFinder } from './find-tokens.ts';

/** A path and query as they may be kept: static tokens as marks, other secrets and personal data masked (auth.5). */
export type MaskAddress = (url: string, sandbox: Pick<Sandbox, 'identity' | 'fingerprint'>) => string;

/** Masks addresses as the operations have them: the static token goes by its place, whatever stands around it. */
export function createAddressMasker(addresses: readonly Address[]): MaskAddress {
  // Nearly all calls are to one of these, and there is nothing of the client's in them.
  const plain = new Set(['/mcp', ...addresses.flatMap(({ path, template }) => (template ? [] : [path]))]);
  const templates = addresses.flatMap(({ operation, template }) =>
    operation.base === 'commons' && template ? [template] : [],
  );
  const findTokens = createTokenFinder(addresses);

  function mask(url: string, fingerprint: Sandbox['fingerprint']): string {
    const { path } = splitUrl(url);
    for (const template of templates) {
      const token = template(path)?.get('token');
      if (!token) continue;
      const before = maskText(url.slice(0, token.at));
      const after = maskUrl(url.slice(token.at + token.text.length), fingerprint);
      return before + (token.text && fingerprint(readEscapes(token.text))) + after;
    }
    const doubtful = new Set(findTokens(path));
    const marked = path.split('/').map(part => (doubtful.has(part) ? fingerprint(readEscapes(part)) : part));
    return maskUrl(marked.join('/') + url.slice(path.length), fingerprint);
  }

  return (url, { identity, fingerprint }) =>
    plain.has(url) ? url : hideInUrl(mask(url, fingerprint), secretsOf(identity));
}
