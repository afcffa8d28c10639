import { type OperationId, operations } from '../operations/index.ts';
import { isSingle } from './body-path.ts';
import { commitSaid } from './commit.ts';
import type { Claim } from './effect-row.ts';
import { type Fault, rowOf } from './schema.ts';

/** How often a fault was met: how many calls matched it, and how many of them it hit. */
interface Counted {
  readonly seen: number;
  readonly fired: number;
}

/** A fault with what tells quickly that it and another one are for different calls. */
export interface Rival {
  readonly fault: Fault;
  readonly operations: readonly OperationId[];
  /** Equal for faults that count the same calls. */
  readonly filter: string;
  /** The values it asks for, of fields that a request has once at most. */
  readonly singles: ReadonlyMap<string, string>;
  /** What it was met by so far; read anew each time. */
  readonly counted: Counted;
}

/** Makes a fault ready to be compared: once, as a list of faults compares each with all the others. */
export function rivalOf(fault: Fault, ids: readonly OperationId[], counted: Counted): Rival {
  const { product, connection, body = {} } = fault.match ?? {};
  const filter = JSON.stringify([ids, product, connection, Object.entries(body).sort()]);
  const singles = Object.entries(body)
    .filter(([path]) => ids.every(id => isSingle(operations[id].request, path)))
    .map(([path, value]): [string, string] => [path, String(value)]);
  return { fault, operations: ids, filter, singles: new Map(singles), counted };
}

/**
 * The calls to come that a fault can hit.
 *
 * @param so how many calls have matched it so far, and how many of them it hit
 * @returns from and to, counted from the next call as 1; `to` below 1 when it can hit none any more
 */
export function windowOf({ match = {}, effect }: Fault, so: Counted): [number, number] {
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
export function contradiction(a: Rival, b: Rival): string | undefined {
  if (addsUp(a.fault) || addsUp(b.fault) || cannotMeet(a, b)) return undefined;
  for (const id of a.operations) {
    if (!b.operations.includes(id)) continue;
    const why = contradictsIn(id, a.fault, b.fault);
    if (why !== undefined) return why;
  }
  return undefined;
}

/**
 * Why two faults cannot both hit one call of an operation, or nothing when they can.
 *
 * @example contradictsIn('hotel.search', a, b) // 'both decide the status of hotel.search'
 */
export function contradictsIn(id: OperationId, a: Fault, b: Fault): string | undefined {
  if (addsUp(a) || addsUp(b)) return undefined;
  const claims = claimsOf(a, id);
  const shared = claimsOf(b, id).find(claim => claims.includes(claim));
  if (shared !== undefined) return `both decide ${words[shared]} of ${id}`;
  const [one, other] = [commitSaid(a.effect), commitSaid(b.effect)];
  if (one !== undefined && other !== undefined && one !== other)
    return `one lets ${id} take effect "${one}" and the other "${other}"`;
  return undefined;
}

/** A delay decides nothing: several of them add up. */
const addsUp = ({ effect }: Fault): boolean => effect.kind === 'delay';

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

/** Whether no call to come can meet both. Most pairs of many faults are for other values, which costs least to tell. */
function cannotMeet(a: Rival, b: Rival): boolean {
  if (asksForOther(a, b)) return true;
  const [one, other] = [a.fault.match?.connection, b.fault.match?.connection];
  if (one !== undefined && other !== undefined && one !== other) return true;
  const [[fromA, toA], [fromB, toB]] = [windowOf(a.fault, a.counted), windowOf(b.fault, b.counted)];
  if (toA < 1 || toB < 1) return true;
  // The n-th call of one is the n-th of the other only where both count the same calls.
  return a.filter === b.filter && (toA < fromB || toB < fromA);
}

/** Whether both ask for different values of a field that has only one. */
function asksForOther({ singles }: Rival, other: Rival): boolean {
  for (const [path, value] of singles) {
    const otherValue = other.singles.get(path);
    if (otherValue !== undefined && otherValue !== value) return true;
  }
  return false;
}
