import { asObject } from '#contracts/util';
import { refuse } from '../refusal.ts';
import type { CredentialIndex } from '../sandboxes/index.ts';
import { inOtherSandbox } from './authenticate.ts';
import type { ExchangeState } from './exchange.ts';

/** Whom the rate of static data is counted on: no Credential has an empty user name. */
export const staticOwner = '';

/**
 * Checks the static token of the path, then the managerId, before anything else is said about a call (auth.4). A
 * managerId that is missing or no number is left for the 400 that names it.
 *
 * @throws Refusal 401, which never repeats a token
 */
export function authenticateStatic({ body, sandbox }: ExchangeState, holders: CredentialIndex): string {
  const { identity } = sandbox;
  const { token, managerId } = asObject(body);
  if (token !== identity.staticToken) {
    const other = typeof token === 'string' ? holders.ofStaticToken(token) : undefined;
    const message =
      other === undefined
        ? `${token === '' ? 'missing' : 'not known'} in sandbox "${identity.id}": put its static token into the path`
        : inOtherSandbox('static token', other, identity.id);
    throw refuse('InvalidStaticToken', message, 'token');
  }
  const given = numberIn(managerId);
  if (given === undefined || given === identity.managerId) return staticOwner;
  const other = holders.ofManagerId(given);
  const message =
    other === undefined
      ? `${given} does not go with this static token in sandbox "${identity.id}"`
      : inOtherSandbox('managerId', other, identity.id);
  throw refuse('InvalidStaticToken', message, 'managerId');
}

/** A managerId as it would be read, or undefined for what is none. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}
