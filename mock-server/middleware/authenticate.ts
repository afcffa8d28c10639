import { refuse } from '../refusal.ts';
import type { ExchangeState } from './exchange.ts';

/** Tells in which other sandbox a credential is good, if any. */
export type FindSandbox = (username: string, password: string) => string | undefined;

/** Checks the Credential of the body before anything else is said about it (auth.1). Gives the user name. */
export function authenticate(exchange: ExchangeState, findSandbox: FindSandbox): string {
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
  const other = findSandbox(Username, Password);
  if (other !== undefined) {
    const message = `this credential belongs to sandbox "${other}", but the call reached "${sandbox.identity.id}": keep the whole base address, with its /sandbox/${other} prefix or its own port`;
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
