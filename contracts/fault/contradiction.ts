import { type OperationId, operations } from '../operations/index.ts';
import { isSingle } from './body-path.ts';
import { commitSaid } from './commit.ts';
import type { Claim } from './effect-row.ts';
import { type Fault, rowOf } from './schema.ts';

/** A fault as it is armed: where it acts, and which of the calls to come it can hit. */
export interface Scoped {
  readonly fault: Fault;
  readonly operations: readonly OperationId[];
  /** The first and the last of the calls to come that match it, counted from 1; Infinity when there is no last. */
  readonly window: readonly [from: number, to: number];
}

/**
 * The calls to come that a fault can hit.
 *
 * @param so how many calls have matched it so far, and how many of them it hit
 * @returns from and to, counted from the next call as 1; `to` below 1 when it can hit none any more
 */
export function windowOf(
  { match = {}, effect }: Fault,
  so: { seen: number; fired: number },
): [number, number] {
  const { nth = [1, Number.POSITIVE_INFINITY], times, probability } = match;
  const [first, last] = typeof nth === 'number' ? [nth, nth] : nth;
  if (times !== undefined && so.fired >= times) return [1, 0];
  // What acts through the operation has nothing to do where another fault keeps that from taking effect.
  const hitsAll = probability === undefined && rowOf(effect).part !== 'operation';
  const end = times !== undefined && hitsAll ? Math.min(last, first + times - 1) : last;
  return [Math.max(1, first - so.seen), end - so.seen];
}

/**
 * Why two faults cannot both be armed, or nothing when they can: each decides something else, or other calls.
 *
 * @example contradiction(a, b) // 'both decide the status of hotel.search'
 */
export function contradiction(a: Scoped, b: Scoped): string | undefined {
  if (cannotMeet(a, b)) return undefined;
  for (const id of a.operations) {
    if (!b.operations.includes(id)) continue;
    const claims = claimsOf(a.fault, id);
    const shared = claimsOf(b.fault, id).find(claim => claims.includes(claim));
    if (shared !== undefined) return `both decide ${words[shared]} of ${id}`;
    const [one, other] = [commitSaid(a.fault.effect), commitSaid(b.fault.effect)];
    if (one !== undefined && other !== undefined && one !== other)
      return `one lets ${id} take effect "${one}" and the other "${other}"`;
  }
  return undefined;
}

const words: Readonly<Record<Claim, string>> = {
  hang: 'whether there is an answer',
  status: 'the status',
  body: 'the body',
  cut: 'the end of the connection',
  timeline: 'the statuses',
  price: 'the price',
  availability: 'whether there is anything to be had',
  revalidation: 'the revalidation',
  visibility: 'what is found',
  card: 'what becomes of the card',
  credential: 'the credential',
};

const claimsOf = ({ effect }: Fault, id: OperationId) => rowOf(effect).claims(effect, operations[id]);

function cannotMeet(a: Scoped, b: Scoped): boolean {
  if (a.window[1] < 1 || b.window[1] < 1) return true;
  const [one, other] = [a.fault.match ?? {}, b.fault.match ?? {}];
  if (one.connection !== undefined && other.connection !== undefined && one.connection !== other.connection)
    return true;
  if (a.operations.every(id => asksForOther(a, b, id))) return true;
  // The n-th call of one is the n-th of the other only where both count the same calls.
  if (filterOf(a) !== filterOf(b)) return false;
  return a.window[1] < b.window[0] || b.window[1] < a.window[0];
}

/** Whether both ask for different values of a field that has only one. */
function asksForOther(a: Scoped, b: Scoped, id: OperationId): boolean {
  const other = b.fault.match?.body ?? {};
  return Object.entries(a.fault.match?.body ?? {}).some(
    ([path, value]) =>
      other[path] !== undefined &&
      String(other[path]) !== String(value) &&
      isSingle(operations[id].request, path),
  );
}

function filterOf({ fault: { match = {} }, operations: ids }: Scoped): string {
  const { product, connection, body = {} } = match;
  return JSON.stringify([ids, product, connection, Object.entries(body).sort()]);
}
