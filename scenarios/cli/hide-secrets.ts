import { createRedactor, type RedactorOptions } from '#contracts/exchange';
import { shorten } from '#contracts/util';
import { printWarning } from './cli-error.ts';

/** Also masks the encoded forms. A text is cut to `maxLength` characters only after masking: a part of a secret would not be found. */
export function createHider(
  secrets: readonly (string | undefined)[],
  { contractWords, maxLength = 300 }: Pick<RedactorOptions, 'contractWords'> & { maxLength?: number } = {},
): (text: string) => string {
  const { hideSecrets } = createRedactor({ secrets, shortest: 1, ...(contractWords && { contractWords }) });
  return text => shorten(hideSecrets(text), maxLength);
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function warnOfPlainHttp(addresses: readonly string[]): void {
  const open = addresses
    .map(address => new URL(address))
    .filter(({ protocol, hostname }) => protocol === 'http:' && !loopback.test(hostname));
  for (const host of new Set(open.map(address => address.host)))
    printWarning(
      `calls to ${host} use plain http, so other users of the network can read the credential; use https`,
    );
}
