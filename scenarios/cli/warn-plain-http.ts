import { styleText } from 'node:util';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Says on stderr which addresses are asked in a way that others can read, each host once; loopback is not one of them. */
export function warnOfPlainHttp(addresses: readonly string[]): void {
  const open = addresses
    .map(address => new URL(address))
    .filter(({ protocol, hostname }) => protocol === 'http:' && !loopback.test(hostname));
  for (const host of new Set(open.map(address => address.host)))
    console.error(
      styleText('yellow', `${host} is asked over plain http: whoever is on the way can read the credential`, {
        stream: process.stderr,
      }),
    );
}
