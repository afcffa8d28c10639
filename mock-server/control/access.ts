import { isSameText } from '#contracts/util';
import type { Access, Bindings } from '../bindings.ts';
import { findForeign } from '../rebinding.ts';
import { ControlRefusal } from './refusal.ts';

/**
 * Checks that a call may use the control API. A web page can make a browser call any address. But the page cannot
 * choose the Host and Origin headers that the browser sends, and the page does not have the token.
 *
 * @param isOpen whether the endpoint needs no token
 * @throws ControlRefusal for a call that may not use the control API
 */
export function checkAccess(
  header: (name: string) => string | undefined,
  { access, publicUrl }: Pick<Bindings, 'access' | 'publicUrl'> = {},
  isOpen: boolean,
): void {
  if (!access) return;
  checkForeign(header, access, publicUrl);
  if (access.token !== undefined && !isOpen) checkToken(header('authorization'), access.token);
}

function checkForeign(
  header: (name: string) => string | undefined,
  access: Access,
  publicUrl: string | undefined,
): void {
  const { field, value } = findForeign(header, access, publicUrl) ?? {};
  if (field === 'Host')
    throw new ControlRefusal(
      'Forbidden',
      `Host "${value}" is not a name of this server; use ${access.hosts[0]}, or start the server with --public-url`,
      { details: [{ field, message: 'is not a name of this server', value, valid: [...access.hosts] }] },
    );
  if (field === 'Origin')
    throw new ControlRefusal(
      'Forbidden',
      `a page of ${value} may not call the control API; call it from a program`,
      {
        details: [{ field, message: 'is not the origin of this server', value }],
      },
    );
}

function checkToken(authorization: string | undefined, token: string): void {
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (sent !== undefined && isSameText(sent, token)) return;
  const problem = sent === undefined ? 'this call needs a token' : 'the token of this call is wrong';
  throw new ControlRefusal(
    'Unauthorized',
    `${problem}; send "Authorization: Bearer <token>" with the token that the server printed at its start`,
    { headers: { 'www-authenticate': 'Bearer realm="understudy control"' } },
  );
}
