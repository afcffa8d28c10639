import { type AnyOperation, productNames } from '#contracts';
import { asObject } from '#contracts/util';
import type { Bookings } from '../bookings/index.ts';
import { hash64, hexId } from '../seed.ts';
import type { Store } from '../store/index.ts';
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

/** Returns the key of calls with a client's reference, also for a booking that was not created. */
export const referenceKey = ({ owner }: RunCall, reference: string): string =>
  `reference ${JSON.stringify([owner, reference])}`;

/** Returns the key of calls with the same content and scenario. */
export const contentKey = (scenario: string, { operation, owner }: RunCall, content: unknown): string =>
  `content ${hexId(hash64(`${scenario} ${operation.id} ${owner} ${JSON.stringify(content)}`), 0)}`;

/**
 * Returns the key of calls with the same purpose, with any Token and reference: the same step of the same stay, for the
 * same guest. The keys are part of exported sandboxes.
 */
export function purposeKey(call: RunCall, scenario: string): string | undefined {
  const { operation, owner, body } = call;
  const stay = stayOf(call);
  if (stay === undefined) return undefined;
  const guest = operation.effect === 'book' ? mainGuestOf(body) : [];
  return `wish ${hexId(hash64(JSON.stringify([scenario, operation.id, owner, stay, guest])), 0)}`;
}

/** Returns criteria and item: of conditions from the call, of a DoBooking from its conditions. */
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

/** Lists the guests of a DoBooking as the client sent them. */
export function guestsOf(body: unknown): Record<string, unknown>[] {
  const { Rooms, Paxs } = asObject(body);
  const rooms = Array.isArray(Rooms) ? Rooms : [];
  return [Paxs ?? [], ...rooms.map(room => asObject(room).Paxs ?? [])].flat().map(asObject);
}

/** Returns the names of the main guest: the marked one, else the first. */
function mainGuestOf(body: unknown): unknown {
  const guests = guestsOf(body);
  const main = guests.find(({ MainPax }) => MainPax === true) ?? guests[0];
  return [main?.Name, main?.Surname];
}
