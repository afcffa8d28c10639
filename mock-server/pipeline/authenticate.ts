import { limits } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { asObject, type JsonObject, nearest, shorten } from '#contracts/util';
import { problem, Refusal, refuse } from '../books/index.ts';
import { type FaultSource, refuseRevoked } from '../faults/index.ts';
import {
  type Catalogue,
  type Credential,
  type FindHolder,
  type SandboxIdentity,
  type ScenarioRun,
  staticOwner,
  UnknownScenario,
} from '../sandbox/index.ts';
import { kind } from './repair.ts';
import type { Authenticated, IncomingCall, Limited, Parsed } from './stages.ts';

/** Before the check of the other fields (auth.1, auth.4). */
export function authenticate(parsed: Parsed, holderOf: FindHolder): Authenticated {
  const { operation, sandbox, incoming } = parsed;
  const asked = askedScenario(incoming, sandbox.runs.catalogue);
  const check = operation.base === 'commons' ? checkStatic : checkCredential;
  const owner = check(parsed, sandbox.identity, holderOf);
  refuseRevokedCredential({ sandbox, operation, owner });
  return Object.assign(parsed, { owner, asked });
}

/** By credential (limit.rate, err.429, decision 6). */
export function limit(call: Authenticated): Limited {
  const { sandbox, now, owner } = call;
  const rate = sandbox.rate.of(owner);
  // The slack accepts a call that is repeated exactly when Retry-After ends, and that reaches the server faster than the first one.
  const wait = rate?.take(now, limits.rateSlack.value * sandbox.clock.speed) ?? 0;
  if (wait === 0) return Object.assign(call, { rate });
  const seconds = Math.ceil(wait / 1_000);
  const max = sandbox.identity.options.rateLimit;
  const message = `${owner === staticOwner ? 'this static token' : `"${owner}"`} sent more than ${max} requests in a minute; try again in ${seconds} s`;
  throw new Refusal([problem('RateLimited', message)], { 'retry-after': String(seconds) });
}

type FaultyCall = Pick<Authenticated, 'sandbox' | 'operation' | 'owner'> & { play?: ScenarioRun | undefined };

/** First the faults of the sandbox, then those of its scenario. */
export function faultSourcesOf({ sandbox, play }: Pick<FaultyCall, 'sandbox' | 'play'>): FaultSource[] {
  const own = { faults: sandbox.faults };
  return play ? [own, { faults: play.faults, scenario: play.scenario }] : [own];
}

export const refuseRevokedCredential = (call: FaultyCall): void => refuseRevoked(call, faultSourcesOf(call));

/** The client has probably dropped the prefix of its base address. */
const inOtherSandbox = (what: string, other: string | undefined, reached: string): string | undefined =>
  other &&
  `this ${what} belongs to sandbox "${other}", but the call reached "${reached}": keep the whole base address, with its /sandbox/${other} prefix or its own port`;

type Check = (call: Parsed, identity: SandboxIdentity, holderOf: FindHolder) => string;

const checkCredential: Check = ({ body, warnings }, { id, credentials }, holderOf) => {
  const { Credential } = asObject(body);
  if (typeof Credential !== 'object' || Credential === null || Array.isArray(Credential)) {
    const missing = `missing${otherName('Credential', asObject(body), warnings)}: send { "Username", "Password" } in the body`;
    throw refuse('InvalidCredential', missing, 'Credential');
  }
  const given = asObject(Credential);
  const [Username, Password] = ['Username', 'Password'].map(name => {
    const value = given[name];
    if (typeof value === 'string') return value;
    const other = otherName(name, given, warnings, 'Credential.');
    const message =
      value === undefined ? `missing${other}: expected text` : `expected text, got ${kind(value)}`;
    throw refuse('InvalidCredential', message, `Credential.${name}`);
  }) as [string, string]; // both names were read
  const isSent = (known: Credential) => known.Username === Username && known.Password === Password;
  if (credentials.some(isSent)) return Username;
  const other = holderOf(id, identity => identity.credentials.some(isSent));
  const unknown = `user "${Username}" with this password is not known in sandbox "${id}"; send the credential of this sandbox`;
  throw refuse('InvalidCredential', inOtherSandbox('credential', other, id) ?? unknown, 'Credential');
};

/** Warns of the name that was sent for a missing one. Some JSON libraries, such as that of .NET, write camelCase by default. */
function otherName(name: string, object: JsonObject, warnings: Warning[], within = ''): string {
  const sent = object[name] === undefined ? nearest(name, Object.keys(object)) : undefined;
  if (sent === undefined) return '';
  const message = `is not in the contract; did you mean "${name}"?`;
  warnings.push({ kind: 'unknown-field', field: within + sent, message });
  return ` (the body has "${sent}", but the name must be exactly "${name}")`;
}

/** A managerId that is not a number passes this check, because the validation refuses it later. */
const checkStatic: Check = ({ body }, identity, holderOf) => {
  const { token, managerId } = asObject(body);
  const { id } = identity;
  if (token !== identity.staticToken) {
    const other = holderOf(id, ({ staticToken }) => staticToken === token);
    const unknown = `${token === '' ? 'missing' : 'not known'} in sandbox "${id}": put the static token of this sandbox into the path`;
    throw refuse('InvalidStaticToken', inOtherSandbox('static token', other, id) ?? unknown, 'token');
  }
  const given = numberIn(managerId);
  if (given === undefined || given === identity.managerId) return staticOwner;
  const other = holderOf(id, ({ managerId }) => managerId === given);
  const unknown = `${given} does not match this static token in sandbox "${id}"; send the managerId of this sandbox`;
  throw refuse('InvalidStaticToken', inOtherSandbox('managerId', other, id) ?? unknown, 'managerId');
};

/** Converts as the schema does. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

const header = 'X-Understudy-Scenario';
const headerKey = header.toLowerCase();
const maxShown = 60;

export function askedScenario({ header: read }: Pick<IncomingCall, 'header'>, catalogue: Catalogue) {
  const asked = read(headerKey);
  if (asked === undefined) return undefined;
  const [id = '', ...parameters] = asked.split(';').map(part => part.trim());
  try {
    catalogue.require(id);
  } catch (error) {
    throw error instanceof UnknownScenario ? refuse('UnknownScenario', error.message, header) : error;
  }
  if (parameters.length === 0) return id;
  const given = shorten(parameters.join('; '), maxShown);
  const message = `"${given}": scenario "${id}" takes no parameters; send "${header}: ${id}"`;
  throw refuse('InvalidRequest', message, header);
}
