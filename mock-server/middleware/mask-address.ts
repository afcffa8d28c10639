import { type Fingerprint, maskText, maskUrl, readEscapes } from '#contracts';
import { type Address, splitUrl } from './address.ts';

/** A path and query as they may be kept: the static token as a mark, personal data masked (auth.5). */
export type MaskAddress = (url: string, fingerprint: Fingerprint) => string;

/** Masks addresses as the operations have them: the static token goes by its place, whatever stands around it. */
export function createAddressMasker(addresses: readonly Address[]): MaskAddress {
  const templates = addresses.flatMap(({ operation, template }) =>
    operation.base === 'commons' && template ? [template] : [],
  );
  return (url, fingerprint) => {
    const { path } = splitUrl(url);
    for (const template of templates) {
      const token = template(path)?.get('token');
      if (!token) continue;
      const before = maskText(url.slice(0, token.at));
      const after = maskUrl(url.slice(token.at + token.text.length), fingerprint);
      return before + (token.text && fingerprint(readEscapes(token.text))) + after;
    }
    return maskUrl(url, fingerprint);
  };
}
