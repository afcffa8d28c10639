import { type AnyOperation, productNames } from '#contracts';
import { asObject } from '#contracts/util';
import type { Bookings } from '../bookings/index.ts';
import { hash64, hexId } from '../seed.ts';
import type { Store } from '../store/index.ts';
import { recordKey } from '../tokens/index.ts';
import type { ScenarioRuns } from './runs.ts';

/** The data of a call that decides which scenario run the call belongs to. */
export interface RunCall {
  readonly operation: AnyOperation;
  readonly owner: string;
  /** The request, with the field names of the contract. */
  readonly body: unknown;
  readonly sandbox: {
    readonly runs: ScenarioRuns;
    readonly store: Pick<Store, 'token' | 'idByReference'>;
    readonly bookings: Pick<Bookings, 'find'>;
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns whether a call is a Search of any product. */
export const isSearch = ({ operation }: Pick<RunCall, 'operation'>): boolean =>
  operation.id.endsWith('.search');

/** Returns the key that is equal for all calls in which a client sends the same reference. The booking need not exist. */
export const referenceKey = ({ owner }: RunCall, reference: string): string =>
  `reference ${JSON.stringify([owner, reference])}`;

/** Returns the key that is equal for all calls with the same content and the same scenario. */
export const contentKey = (scenario: string, { operation, owner }: RunCall, content: unknown): string =>
  `content ${hexId(hash64(`${scenario} ${operation.id} ${owner} ${JSON.stringify(content)}`), 0)}`;

/**
 * Returns the key that is equal for all calls with the same purpose: the same operation for the same stay and the same guest.
 * Their tokens and references can differ. Exported sandboxes contain the keys, so the keys must not change.
 */
export function purposeKey(call: RunCall, scenario: string): string | undefined {
  const { operation, owner, body } = call;
  const stay = stayOf(call);
  if (stay === undefined) return undefined;
  const guest = operation.effect === 'book' ? mainGuestOf(body) : [];
  return `wish ${hexId(hash64(JSON.stringify([scenario, operation.id, owner, stay, guest])), 0)}`;
}

/**
 * Returns the criteria and the chosen item. For a request for conditions, the item is in the request. For a DoBooking, the
 * record of the booking conditions contains the criteria and the item.
 */
function stayOf(call: RunCall): unknown {
  const { operation, body, sandbox } = call;
  const isBooking = operation.effect === 'book';
  if (!isBooking && (operation.effect !== 'validate' || !operation.product)) return undefined;
  const record = sandbox.store.token(tokenBehind(call, isBooking ? 'conditions' : 'search') ?? '');
  if (record?.step === 'conditions') return [record.criteria, record.item, record.serviceDate];
  if (record?.step !== 'search' || !operation.product) return undefined;
  const request = asObject(body);
  return [record.criteria, request[productNames[operation.product].item], request.ServiceDate];
}

/** Returns the record key of the request's Token or ReToken; undefined when this user received no such token for the step. */
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

/** Lists the guests of a DoBooking as the client sent them. */
export function guestsOf(body: unknown): Record<string, unknown>[] {
  const { Rooms, Paxs } = asObject(body);
  const rooms = Array.isArray(Rooms) ? Rooms : [];
  return [Paxs ?? [], ...rooms.map(room => asObject(room).Paxs ?? [])].flat().map(asObject);
}

/** Returns the names of the main guest: the guest with MainPax, or the first guest if no guest has MainPax. */
function mainGuestOf(body: unknown): unknown {
  const guests = guestsOf(body);
  const main = guests.find(({ MainPax }) => MainPax === true) ?? guests[0];
  return [main?.Name, main?.Surname];
}
