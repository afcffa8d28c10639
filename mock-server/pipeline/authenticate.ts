import { refuse } from '../refusal.ts';
import type { CredentialIndex } from '../sandboxes/index.ts';
import type { ExchangeState } from './exchange.ts';

/** What a client hears whose base address lost its sandbox. */
export const inOtherSandbox = (what: string, other: string, reached: string): string =>
  `this ${what} belongs to sandbox "${other}", but the call reached "${reached}": keep the whole base address, with its /sandbox/${other} prefix or its own port`;

/** Checks the Credential of the body before anything else is said about it (auth.1). Gives the user name. */
export function authenticate(exchange: ExchangeState, holders: CredentialIndex): string {
  const { body, sandbox } = exchange;
  const credential = (body as { Credential?: unknown }).Credential; // parseBody let only objects through
  if (typeof credential !== 'object' || credential === null || Array.isArray(credential)) {
    throw refuse('InvalidCredential', 'missing: send { "Username", "Password" } in the body', 'Credential');
  }
  const { Username, Password } = credential as Record<string, unknown>; // an object, see above
  if (typeof Username !== 'string')
    throw refuse('InvalidCredential', missingOr(Username), 'Credential.Username');
  if (typeof Password !== 'string')
    throw refuse('InvalidCredential', missingOr(Password), 'Credential.Password');
  for (const known of sandbox.identity.credentials) {
    if (known.Username === Username && known.Password === Password) return Username;
  }
  const other = holders.ofCredential(Username, Password);
  if (other !== undefined) {
    const message = inOtherSandbox('credential', other, sandbox.identity.id);
    throw refuse('InvalidCredential', message, 'Credential');
  }
  throw refuse(
    'InvalidCredential',
    `user "${Username}" with this password is not known in sandbox "${sandbox.identity.id}"`,
    'Credential',
  );
}

const missingOr = (value: unknown): string =>
  value === undefined
    ? 'missing: expected text'
    : `expected text, got ${value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}`;
