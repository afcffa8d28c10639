import { limits, type OperationId } from '#contracts';
import {
  contradiction,
  type FaultDetail,
  FaultError,
  type Rival,
  readFault,
  rivalOf,
} from '#contracts/fault';
import { type Armed, isSpent, type Prepared, prepare } from './armed.ts';

/** A fault of a sandbox as plain data. */
export interface FaultState extends Pick<Armed, 'fault' | 'seen' | 'fired' | 'memory'> {}

/** The faults of a sandbox as plain data. */
export interface FaultsState {
  readonly faults: FaultState[];
  /** How many were armed so far; ids that are made up count with it. */
  readonly faultsArmed: number;
}

/** The faults that are armed. */
export interface Register {
  readonly size: number;
  all(): Iterable<Armed>;
  /** Those that can still hit calls of an operation. */
  of(operation: OperationId | undefined): Iterable<Armed> | undefined;
  /**
   * Arms faults, all of them or none.
   *
   * @param placeOf how the entry is called in messages; undefined where there is only one
   * @throws FaultError that names what is wrong with each of them, or which others they contradict
   */
  arm(given: readonly unknown[], placeOf: (index: number) => string | undefined): Armed[];
  /** Puts back what `dump` gave, as strictly as if it were armed. */
  restore(state: FaultsState): void;
  remove(id: string): boolean;
  clear(): void;
  /** Those that have credentials refused: every call asks them. */
  readonly revoking: ReadonlySet<Armed>;
  /** Lets calls meet a fault again that was retired too early. */
  putBack(armed: Armed): void;
  /** Takes a fault that can hit nothing any more out of the way of calls; it stays in the list. */
  retire(armed: Armed): void;
  dump(): FaultsState;
}

type PlaceOf = (index: number) => string | undefined;

/** No faults yet. */
export function createRegister(): Register {
  const all = new Map<string, Armed>();
  const rivals = new Map<string, Rival>();
  const byOperation = new Map<OperationId, Set<Armed>>();
  const revoking = new Set<Armed>();
  let count = 0;

  function add(armed: Armed, rival: Rival): void {
    all.set(armed.fault.id, armed);
    rivals.set(armed.fault.id, rival);
    count = Math.max(count + 1, numberOf(armed.fault.id));
    if (armed.fault.effect.kind === 'credential') revoking.add(armed);
    putBack(armed);
  }

  function putBack(armed: Armed): void {
    if (isSpent(armed)) return;
    for (const id of armed.operations) {
      const met = byOperation.get(id) ?? new Set();
      byOperation.set(id, met.add(armed));
    }
  }

  function retire(armed: Armed): void {
    for (const id of armed.operations) byOperation.get(id)?.delete(armed);
  }

  function refuseTooMany(more: number): void {
    const most = limits.armedFaults.value;
    if (all.size + more <= most) return;
    const message = `${more} more than the ${all.size} that are armed would be more than ${most} faults of one sandbox, which is the most it takes; disarm some first`;
    throw new FaultError('conflict', [{ message }]);
  }

  /** Gives ids to those without one: none that was there before, and none that another of them has. */
  function identify(prepared: readonly Prepared[]): Armed[] {
    const named = new Set(prepared.flatMap(({ fault }) => fault.id ?? []));
    let last = count;
    return prepared.map(one => {
      last += 1;
      if (one.fault.id === undefined)
        while (all.has(`fault-${last}`) || named.has(`fault-${last}`)) last += 1;
      return { ...one, fault: { ...one.fault, id: one.fault.id ?? `fault-${last}` } };
    });
  }

  /** Why one of several faults cannot be armed beside those that are, and beside those of its call before it. */
  function conflictOf(
    { fault: { id } }: Armed,
    rival: Rival,
    before: ReadonlyMap<string, string>,
  ): FaultDetail | undefined {
    const twin = rivals.get(id);
    const hint = 'let the two hit other operations, or the same ones with another "nth"';
    if (twin) {
      const place = before.get(id);
      const message =
        place === undefined
          ? `"${id}" is armed already; disarm it first, or take another id`
          : `"${id}" is the id of ${place}, too; take another one`;
      return { field: 'id', message, value: id };
    }
    for (const [value, other] of rivals) {
      const why = contradiction(rival, other);
      if (why === undefined) continue;
      const place = before.get(value);
      const message =
        place === undefined
          ? `contradicts fault "${value}": ${why}; disarm that one, or ${hint}`
          : `contradicts ${place}: ${why}; ${hint}`;
      return { field: 'effect', message, value };
    }
    return undefined;
  }

  function addAll(fresh: readonly Armed[], placeOf: PlaceOf): void {
    const before = new Map<string, string>();
    const countBefore = count;
    try {
      collect(fresh, { code: 'conflict', placeOf }, (armed, index) => {
        const rival = rivalOf(armed.fault, armed.operations, armed);
        const conflict = conflictOf(armed, rival, before);
        if (conflict) throw new FaultError('conflict', [conflict]);
        add(armed, rival);
        before.set(armed.fault.id, placeOf(index) ?? '');
      });
    } catch (error) {
      for (const id of before.keys()) remove(id);
      count = countBefore;
      throw error;
    }
  }

  function remove(id: string): boolean {
    const armed = all.get(id);
    if (!armed) return false;
    retire(armed);
    revoking.delete(armed);
    rivals.delete(id);
    return all.delete(id);
  }

  return {
    get size() {
      return all.size;
    },
    all: () => all.values(),
    of: operation => operation && byOperation.get(operation),
    arm(given, placeOf) {
      refuseTooMany(given.length);
      const prepared = collect(given, { code: 'invalid', placeOf }, one =>
        prepare(structuredClone(readFault(one))),
      );
      const fresh = identify(prepared);
      addAll(fresh, placeOf);
      return fresh;
    },
    restore({ faults, faultsArmed }) {
      refuseTooMany(faults.length);
      const placeOf = (index: number) => `faults[${index}].fault`;
      const fresh = collect(
        structuredClone(faults),
        { code: 'invalid', placeOf },
        ({ fault, ...counted }) => ({
          ...prepare(fault),
          fault,
          ...counted,
        }),
      );
      addAll(fresh, placeOf);
      count = Math.max(count, faultsArmed);
    },
    revoking,
    putBack,
    remove,
    clear() {
      for (const id of [...all.keys()]) remove(id);
    },
    retire,
    dump: () => ({
      faults: [...all.values()].map(({ fault, seen, fired, memory }) =>
        structuredClone({ fault, seen, fired, memory }),
      ),
      faultsArmed: count,
    }),
  };
}

/** The number in an id that looks like one that was made up. */
const numberOf = (id: string): number => Number(/^fault-(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** A list of another kind can be wrong in a thousand places. */
const mostNamed = 100;

/** Does something with each entry, and throws one FaultError that names what is wrong with every one of them. */
function collect<T, R>(
  given: readonly T[],
  { code, placeOf }: { code: FaultError['code']; placeOf: PlaceOf },
  act: (entry: T, index: number) => R,
): R[] {
  const wrong: FaultDetail[] = [];
  const done: R[] = [];
  for (const [index, entry] of given.entries()) {
    try {
      done.push(act(entry, index));
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      const place = placeOf(index);
      wrong.push(...(place === undefined ? error : error.at(place)).details);
    }
  }
  if (wrong.length > 0) throw new FaultError(code, wrong.slice(0, mostNamed));
  return done;
}
