import { styleText } from 'node:util';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Prints a warning on stderr for each host with a plain http address. Loopback addresses need no warning. */
export function warnOfPlainHttp(addresses: readonly string[]): void {
  const open = addresses
    .map(address => new URL(address))
    .filter(({ protocol, hostname }) => protocol === 'http:' && !loopback.test(hostname));
  for (const host of new Set(open.map(address => address.host)))
    console.error(
      styleText(
        'yellow',
        `calls to ${host} use plain http, so other users of the network can read the credential; use https`,
        {
          stream: process.stderr,
        },
      ),
    );
}
