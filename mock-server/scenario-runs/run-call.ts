import { type AnyOperation, productNames } from '#contracts';
import { asObject } from '#contracts/util';
import type { Bookings } from '../bookings/index.ts';
import { hash64, hexId } from '../seed.ts';
import type { Store, TokenRecord } from '../store/index.ts';
import { recordKey } from '../tokens/index.ts';
import type { ScenarioRuns } from './runs.ts';

/** What scenario runs need to know of a call. */
export interface RunCall {
  readonly operation: AnyOperation;
  readonly owner: string;
  /** The request in contract names. */
  readonly body: unknown;
  readonly sandbox: {
    readonly runs: ScenarioRuns;
    readonly store: Pick<Store, 'token' | 'idByReference'>;
    readonly bookings: Pick<Bookings, 'find'>;
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a call is a Search of any product. */
export const isSearch = ({ operation }: Pick<RunCall, 'operation'>): boolean =>
  operation.id.endsWith('.search');

/** The key of calls about a booking that the client names like this, whether it was created or not. */
export const referenceKey = ({ owner }: RunCall, reference: string): string =>
  `reference ${JSON.stringify([owner, reference])}`;

/** The key of calls that ask for the same scenario with the same content. */
export const contentKey = (scenario: string, { operation, owner }: RunCall, content: unknown): string =>
  `content ${hexId(hash64(`${scenario} ${operation.id} ${owner} ${JSON.stringify(content)}`), 0)}`;

/**
 * The key of calls with the same wish, whichever Token and reference they send: the same step of the same stay, for the
 * same guest.
 */
export function wishKey(call: RunCall, scenario: string): string | undefined {
  const { operation, owner, body } = call;
  const stay = stayOf(call);
  if (stay === undefined) return undefined;
  const guest = operation.effect === 'book' ? mainGuestOf(body) : [];
  return `wish ${hexId(hash64(JSON.stringify([scenario, operation.id, owner, stay, guest])), 0)}`;
}

/** Criteria and item: of conditions as the call has them, of a DoBooking as its conditions have them. */
function stayOf(call: RunCall): unknown {
  const { operation, body } = call;
  if (operation.effect === 'book') {
    const conditions = recordBehind(call, 'conditions');
    return conditions?.step === 'conditions'
      ? [conditions.criteria, conditions.item, conditions.serviceDate]
      : undefined;
  }
  if (operation.effect !== 'validate' || !operation.product) return undefined;
  const search = recordBehind(call, 'search');
  const given = asObject(body);
  return search?.step === 'search'
    ? [search.criteria, given[productNames[operation.product].item], given.ServiceDate]
    : undefined;
}

function recordBehind(call: RunCall, step: 'search' | 'conditions'): TokenRecord | undefined {
  const key = tokenBehind(call, step);
  return key === undefined ? undefined : call.sandbox.store.token(key);
}

/** Returns the key of the Token or ReToken of a step, if this owner has received it. */
export function tokenBehind(
  { body, owner, sandbox }: RunCall,
  step: 'search' | 'conditions',
): string | undefined {
  const { Token, ReToken } = asObject(body);
  return [Token, ReToken]
    .filter(isText)
    .map(recordKey)
    .find(key => {
      const record = sandbox.store.token(key);
      return record?.step === step && record.owner === owner;
    });
}

/** The guests of a DoBooking, as they were sent. */
export function guestsOf(body: unknown): Record<string, unknown>[] {
  const { Rooms, Paxs } = asObject(body);
  const rooms = Array.isArray(Rooms) ? Rooms : [];
  return [Paxs ?? [], ...rooms.map(room => asObject(room).Paxs ?? [])].flat().map(asObject);
}

/** The names of the main guest: of the first one where none is marked. */
function mainGuestOf(body: unknown): unknown {
  const guests = guestsOf(body);
  const main = guests.find(({ MainPax }) => MainPax === true) ?? guests[0];
  return [main?.Name, main?.Surname];
}
