import type { Access } from '../adapter.ts';
import { ControlRefusal } from './refusal.ts';

/** A call as access looks at it. */
interface Visit {
  header(name: string): string | undefined;
  access: Access | undefined;
  publicUrl: string | undefined;
  /** Needs no token. */
  open: boolean;
}

/**
 * Lets a call pass, or throws. A web page can make a browser call any address, but it cannot choose the Host and the
 * Origin that the browser then sends, and it does not know the token.
 */
export function checkAccess({ header, access, publicUrl, open }: Visit): void {
  if (access === undefined) return;
  const host = header('host') ?? '';
  checkHost(host, access);
  checkOrigin(header('origin'), [`http://${host}`, `https://${host}`, publicUrl]);
  if (access.token !== undefined && !open) checkToken(header('authorization'), access.token);
}

function checkHost(host: string, { hosts }: Access): void {
  const name = hostName(host);
  if (hosts.length === 0 || (name !== undefined && hosts.includes(name))) return;
  throw new ControlRefusal(
    'Forbidden',
    `Host "${host}" is none of this server's names; call it by ${hosts[0]}, or start it with --public-url`,
    { details: [{ field: 'Host', message: 'not a name of this server', value: host, valid: [...hosts] }] },
  );
}

function hostName(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

function checkOrigin(origin: string | undefined, own: readonly (string | undefined)[]): void {
  if (origin === undefined) return;
  const known = own.flatMap(address => (address && URL.canParse(address) ? new URL(address).origin : []));
  if (known.includes(origin)) return;
  throw new ControlRefusal('Forbidden', `a page of ${origin} may not call the control API`, {
    details: [{ field: 'Origin', message: 'not the origin of this server', value: origin }],
  });
}

function checkToken(authorization: string | undefined, token: string): void {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given !== undefined && isSame(given, token)) return;
  const what =
    given === undefined ? 'the control API needs a token here' : 'this is not the token of this server';
  throw new ControlRefusal(
    'Unauthorized',
    `${what}: send "Authorization: Bearer <token>" as printed at its start`,
    {
      headers: { 'www-authenticate': 'Bearer realm="understudy control"' },
    },
  );
}

/** Compares without ending at the first difference, so that the time it takes tells nothing. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % b.length);
  return difference === 0;
}
