import { type OperationId, operations } from '../operations/index.ts';
import { isSingle } from './body-path.ts';
import { type Commit, conflictKeys } from './define-fault.ts';
import { type FaultEffect, kindOf } from './kinds/index.ts';
import type { ParsedFault } from './parse-fault.ts';
import type { Fault } from './schema.ts';

/** A fault prepared for comparison with others, so that most pairs are found to match different calls at once. */
export interface ComparableFault {
  readonly fault: ParsedFault;
  /** Equal for faults that count the same calls. */
  readonly filter: string;
  /** The values that it requires of fields that occur at most once in a request. */
  readonly singles: ReadonlyMap<string, string>;
  /** The first and the last matching call that it can hit, from 1, and how many of them at most. */
  readonly first: number;
  readonly last: number;
  readonly times: number;
  /** How many calls it matched. */
  readonly seen: number;
  /** How many of them it hit. */
  readonly fired: number;
}

/** Prepares a fault for comparison. Once for each fault, since each is compared with all others. */
export function comparisonOf(fault: ParsedFault): Omit<ComparableFault, 'fault' | 'seen' | 'fired'> {
  const { operations: ids, match = {} } = fault;
  const {
    product,
    connection,
    body = {},
    nth = [1, Number.POSITIVE_INFINITY],
    times = Number.POSITIVE_INFINITY,
  } = match;
  const [first, last] = typeof nth === 'number' ? [nth, nth] : nth;
  const singles = Object.entries(body)
    .filter(([path]) => ids.every(id => isSingle(operations[id].request, path)))
    .map(([path, value]): [string, string] => [path, String(value)]);
  return {
    filter: JSON.stringify([ids, product, connection, Object.entries(body).sort()]),
    singles: new Map(singles),
    first,
    last,
    times,
  };
}

/**
 * Returns which of the next calls a fault can hit.
 *
 * @returns from and to, counted from the next call as 1; `to` is below 1 when it can hit no call any more
 */
export function windowOf({ fault, first, last, times, seen, fired }: ComparableFault): [number, number] {
  if (fired >= times) return [1, 0];
  // A fault of the operation has nothing to do when another fault keeps the operation from taking effect.
  const hitsAll = fault.match?.probability === undefined && kindOf(fault.effect).part !== 'operation';
  const end = hitsAll ? Math.min(last, first + times - 1) : last;
  return [Math.max(1, first - seen), end - seen];
}

/**
 * Returns why two faults cannot both be armed, or undefined when they can.
 *
 * @example conflictBetween(a, b) // 'both decide the status of hotel.search'
 */
export function conflictBetween(a: ComparableFault, b: ComparableFault): string | undefined {
  if (cannotMeet(a, b)) return undefined;
  for (const id of a.fault.operations) {
    if (!b.fault.operations.includes(id)) continue;
    const why = conflictIn(id, a.fault, b.fault);
    if (why !== undefined) return why;
  }
  return undefined;
}

/**
 * Returns why two faults cannot both hit one call of an operation, or undefined when they can.
 *
 * @example conflictIn('hotel.search', a, b) // 'both decide the status of hotel.search'
 */
export function conflictIn(id: OperationId, a: Fault, b: Fault): string | undefined {
  const keys = keysOf(a, id);
  const shared = keysOf(b, id).find(key => keys.includes(key));
  if (shared !== undefined) return `both decide ${conflictKeys[shared]} of ${id}`;
  const [one, other] = [ownCommit(a.effect), ownCommit(b.effect)];
  if (one !== undefined && other !== undefined && one !== other)
    return `one lets ${id} take effect "${one}" and the other "${other}"`;
  return undefined;
}

const keysOf = ({ effect }: Fault, id: OperationId) => kindOf(effect).conflictsWith(effect, operations[id]);

/** What the parameters of one fault say about when the operation takes effect. */
function ownCommit(effect: FaultEffect): Commit | undefined {
  const { commit } = kindOf(effect);
  if (commit) return commit(effect);
  return 'commit' in effect ? effect.commit : undefined;
}

/**
 * Returns when an operation takes effect under all faults of a call: as one of them says; else never where its answer is
 * replaced, and before where only its body is spoiled. Undefined where nothing replaces the answer.
 *
 * @example commitOf([{ kind: 'cut' }]) // 'never'
 */
export function commitOf(effects: readonly FaultEffect[]): Commit | undefined {
  for (const effect of effects) {
    const own = ownCommit(effect);
    if (own !== undefined) return own;
  }
  const replaced = effects.filter(effect => kindOf(effect).part === 'answer');
  if (replaced.length === 0) return undefined;
  return replaced.every(({ kind }) => kind === 'body') ? 'before' : 'never';
}

/** Whether no call can match both. Most pairs of many faults match different values, so that is compared first. */
function cannotMeet(a: ComparableFault, b: ComparableFault): boolean {
  if (haveOtherValues(a, b)) return true;
  const [one, other] = [a.fault.match?.connection, b.fault.match?.connection];
  if (one !== undefined && other !== undefined && one !== other) return true;
  const [[fromA, toA], [fromB, toB]] = [windowOf(a), windowOf(b)];
  if (toA < 1 || toB < 1) return true;
  // The n-th call of one is the n-th of the other only where both count the same calls.
  return a.filter === b.filter && (toA < fromB || toB < fromA);
}

/** Whether both require different values of a field that occurs once. */
function haveOtherValues({ singles }: ComparableFault, other: ComparableFault): boolean {
  for (const [path, value] of singles) {
    const otherValue = other.singles.get(path);
    if (otherValue !== undefined && otherValue !== value) return true;
  }
  return false;
}
