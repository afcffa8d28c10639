import { productNames } from '#contracts';
import { asObject } from '#contracts/util';
import type { ExchangeState } from '../faults/call-state.ts';
import { hash64, hexId } from '../seed.ts';
import type { TokenRecord } from '../store/records.ts';
import type { Play } from './index.ts';
import { referenceKey, tokenBehind } from './lineage.ts';

/** How a call was answered. */
interface Outcome {
  readonly status: number;
  readonly wire?: { readonly kind: string } | undefined;
}

/** Whether a call is a Search of any product. */
export const isSearch = ({ operation }: Pick<ExchangeState, 'operation'>): boolean =>
  operation?.id.endsWith('.search') === true;

/**
 * The play that a call goes on in though it grows from another one, or from none: one of the same scenario that lost the
 * answer to the same wish, or that has the same reference, and that has booked nothing. Without that, a fault that hits
 * once would hit a client that searches anew each time.
 *
 * @param begun what would be played otherwise
 * @example goesOn(exchange, { scenario: 'answer-lost-not-booked' })
 */
export function goesOn(
  exchange: ExchangeState,
  begun: Pick<Play, 'scenario'> & Partial<Play>,
): Play | undefined {
  const { operation, body, sandbox } = exchange;
  if (begun.booked) return undefined;
  const { ExternalReference: reference } = asObject(body);
  const isNamed = operation?.effect === 'book' && typeof reference === 'string';
  const keys = [...(isNamed ? [referenceKey(exchange, reference)] : []), wishKey(exchange, begun.scenario)];
  const known = keys.flatMap(key => (key === undefined ? [] : (sandbox.plays.byKey(key) ?? [])));
  return known.find(({ scenario, booked }) => scenario === begun.scenario && !booked);
}

/**
 * Tells what became of a call of a play. A Search whose Token is in the hands of the client lets the next one begin
 * another play; conditions or a DoBooking whose answer was lost let the same wish go on in this one, until conditions
 * are given or something is booked.
 *
 * @example concludeCall(exchange, outcome)
 */
export function concludeCall(exchange: ExchangeState, outcome: Outcome): void {
  const { play, sandbox, written } = exchange;
  if (!play) return;
  if (isSearch(exchange)) {
    if (written !== undefined) sandbox.plays.settle(play.id);
    return;
  }
  const key = wishKey(exchange, play.scenario);
  if (key === undefined) return;
  if (isLost(exchange, outcome)) sandbox.plays.leaveOpen(play, key);
  else if (outcome.status === 200) sandbox.plays.settle(play.id, key);
}

/** Whether something took the place of the answer. */
function isLost({ course }: ExchangeState, { wire }: Outcome): boolean {
  if (!course) return false;
  const isCut = wire !== undefined && wire.kind !== 'drip';
  return isCut || course.status !== undefined || (course.body !== undefined && wire?.kind !== 'drip');
}

/** What the same wish is known by, with whichever Token and reference: who asks which step of which stay, and for whom. */
function wishKey(exchange: ExchangeState, scenario: string): string | undefined {
  const { operation, owner, body } = exchange;
  const stay = stayOf(exchange);
  if (stay === undefined) return undefined;
  const guest = operation?.effect === 'book' ? mainGuestOf(body) : [];
  return `wish ${hexId(hash64(JSON.stringify([scenario, operation?.id, owner, stay, guest])), 0)}`;
}

/** Criteria and item: of conditions as the call has it, of a DoBooking as its conditions have. */
function stayOf(exchange: ExchangeState): unknown {
  const { operation, body } = exchange;
  if (operation?.effect === 'book') {
    const conditions = recordOf(exchange, 'conditions');
    return conditions?.step === 'conditions'
      ? [conditions.criteria, conditions.item, conditions.serviceDate]
      : undefined;
  }
  if (operation?.effect !== 'validate' || !operation.product) return undefined;
  const search = recordOf(exchange, 'search');
  const given = asObject(body);
  return search?.step === 'search'
    ? [search.criteria, given[productNames[operation.product].item], given.ServiceDate]
    : undefined;
}

function recordOf(exchange: ExchangeState, step: 'search' | 'conditions'): TokenRecord | undefined {
  const key = tokenBehind(exchange, step);
  return key === undefined ? undefined : exchange.sandbox.store.token(key);
}

/** The names of the main guest: of the first one where none is. */
function mainGuestOf(body: unknown): unknown {
  const { Rooms, Paxs } = asObject(body);
  const rooms = Array.isArray(Rooms) ? Rooms : [];
  const guests = [Paxs ?? [], ...rooms.map(room => asObject(room).Paxs ?? [])].flat().map(asObject);
  const main = guests.find(({ MainPax }) => MainPax === true) ?? guests[0];
  return [main?.Name, main?.Surname];
}
