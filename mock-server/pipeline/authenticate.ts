import type { AnyOperation, ProblemCode } from '#contracts';
import { asObject } from '#contracts/util';
import type { Play } from '../plays/index.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type Catalogue, UnknownScenario } from '../sandboxes/catalogue.ts';
import { type CredentialIndex, staticOwner } from '../sandboxes/credential-index.ts';
import type { SandboxIdentity } from '../sandboxes/sandbox-config.ts';
import type { Authenticated, IncomingCall, Parsed } from './stages.ts';

/**
 * Checks the proof that a call brings, before anything else about its content (auth.1, auth.4).
 *
 * @throws Refusal 401, or 400 for a scenario that does not exist
 */
export function authenticate(parsed: Parsed, index: CredentialIndex): Authenticated {
  const { operation, sandbox, incoming } = parsed;
  const asked = askedScenario(incoming, sandbox.plays.catalogue);
  const check = operation.base === 'commons' ? checkStatic : checkCredential;
  const owner = check(asObject(parsed.body), sandbox.identity, index);
  refuseRevoked({ sandbox, operation, owner });
  return { ...parsed, owner, asked };
}

/** Refuses a credential that a fault of the sandbox, or of the scenario that the call plays, has revoked. */
export function refuseRevoked({
  sandbox,
  operation,
  owner,
  play,
}: Pick<Authenticated, 'sandbox' | 'operation' | 'owner'> & { play?: Play | undefined }): void {
  if (sandbox.faults.isRevoked(owner)) {
    const message = 'this credential was revoked by a fault of this sandbox; disarm it to use it again';
    throw refuse(credentialProblem(operation), message);
  }
  if (!play?.faults.isRevoked(owner)) return;
  const message = `this credential was revoked by the scenario "${play.scenario}" that this call plays`;
  throw refuse(credentialProblem(operation), message);
}

/** The problem code of a proof that is not valid: calls for static data bring another kind of proof. */
const credentialProblem = ({ base }: AnyOperation): ProblemCode =>
  base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';

/** Says which sandbox a valid secret belongs to, when the client lost the prefix of its base address. */
const inOtherSandbox = (what: string, other: string, reached: string): string =>
  `this ${what} belongs to sandbox "${other}", but the call reached "${reached}": keep the whole base address, with its /sandbox/${other} prefix or its own port`;

type Check = (body: Record<string, unknown>, identity: SandboxIdentity, index: CredentialIndex) => string;

const checkCredential: Check = ({ Credential }, { id, credentials }, index) => {
  if (typeof Credential !== 'object' || Credential === null || Array.isArray(Credential)) {
    throw refuse('InvalidCredential', 'missing: send { "Username", "Password" } in the body', 'Credential');
  }
  const { Username, Password } = asObject(Credential);
  if (typeof Username !== 'string')
    throw refuse('InvalidCredential', missingOr(Username), 'Credential.Username');
  if (typeof Password !== 'string')
    throw refuse('InvalidCredential', missingOr(Password), 'Credential.Password');
  for (const known of credentials) {
    if (known.Username === Username && known.Password === Password) return Username;
  }
  const other = index.ofCredential(Username, Password);
  const message =
    other === undefined
      ? `user "${Username}" with this password is not known in sandbox "${id}"`
      : inOtherSandbox('credential', other, id);
  throw refuse('InvalidCredential', message, 'Credential');
};

const missingOr = (value: unknown): string =>
  value === undefined
    ? 'missing: expected text'
    : `expected text, got ${value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}`;

/** The static token is in the path; a managerId that is missing or no number is left for the 400 that names it. */
const checkStatic: Check = ({ token, managerId }, identity, index) => {
  const { id } = identity;
  if (token !== identity.staticToken) {
    const other = typeof token === 'string' ? index.ofStaticToken(token) : undefined;
    const message =
      other === undefined
        ? `${token === '' ? 'missing' : 'not known'} in sandbox "${id}": put its static token into the path`
        : inOtherSandbox('static token', other, id);
    throw refuse('InvalidStaticToken', message, 'token');
  }
  const given = numberIn(managerId);
  if (given === undefined || given === identity.managerId) return staticOwner;
  const other = index.ofManagerId(given);
  const message =
    other === undefined
      ? `${given} does not go with this static token in sandbox "${id}"`
      : inOtherSandbox('managerId', other, id);
  throw refuse('InvalidStaticToken', message, 'managerId');
};

/** A managerId as the schema would read it, or undefined for any other value. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

const header = 'X-Understudy-Scenario';
const headerKey = header.toLowerCase();
const shown = 60;

/**
 * Returns the id of the scenario that a call asks for by its header, if any.
 *
 * @throws Refusal for an unknown scenario, with the valid ids and the nearest one
 */
export function askedScenario(
  { header: read }: Pick<IncomingCall, 'header'>,
  catalogue: Catalogue,
): string | undefined {
  const asked = read(headerKey);
  if (asked === undefined) return undefined;
  const [id = '', ...parameters] = asked.split(';').map(part => part.trim());
  try {
    catalogue.require(id);
  } catch (error) {
    throw error instanceof UnknownScenario ? refuse('UnknownScenario', error.message, header) : error;
  }
  if (parameters.length > 0) throw refuseParameters(id, parameters.join('; '));
  return id;
}

function refuseParameters(id: string, given: string): Refusal {
  const message = `"${given.slice(0, shown)}": scenario "${id}" takes no parameters; send "${header}: ${id}"`;
  return refuse('InvalidRequest', message, header);
}
