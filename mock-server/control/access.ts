import type { Access } from '../bindings.ts';
import { type Foreign, findForeign } from '../rebinding.ts';
import { isSameText } from '../secrets/index.ts';
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
  const foreign = findForeign(header, access, publicUrl);
  if (foreign) throw refuseForeign(foreign, access);
  if (access.token !== undefined && !open) checkToken(header('authorization'), access.token);
}

function refuseForeign({ field, value }: Foreign, { hosts }: Access): ControlRefusal {
  if (field === 'Host') {
    return new ControlRefusal(
      'Forbidden',
      `Host "${value}" is none of this server's names; call it by ${hosts[0]}, or start it with --public-url`,
      { details: [{ field, message: 'not a name of this server', value, valid: [...hosts] }] },
    );
  }
  return new ControlRefusal('Forbidden', `a page of ${value} may not call the control API`, {
    details: [{ field, message: 'not the origin of this server', value }],
  });
}

function checkToken(authorization: string | undefined, token: string): void {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given !== undefined && isSameText(given, token)) return;
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
