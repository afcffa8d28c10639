import { limits, type OperationId } from '#contracts';
import {
  conflictBetween,
  eachFault,
  type FaultDetail,
  FaultError,
  ParsedFault,
  type PlaceOf,
  parseFault,
} from '#contracts/fault';
import {
  createRecord,
  type FaultRecord,
  type FaultState,
  isSpent,
  refuseCurrency,
  stateOf,
} from './record.ts';

/** The faults of a sandbox as plain data. */
export interface FaultsState {
  readonly faults: FaultState[];
  /** How many were armed so far. Generated ids count with it. */
  readonly faultsArmed: number;
}

/** The armed faults. */
export interface Register {
  readonly size: number;
  all(): Iterable<FaultRecord>;
  /** The faults that can still hit calls of an operation. */
  of(operation: OperationId): Iterable<FaultRecord> | undefined;
  /**
   * Arms faults, all of them or none.
   *
   * @throws FaultError that names what is wrong with each of them, and which others they conflict with
   */
  arm(given: readonly unknown[], placeOf: PlaceOf): FaultRecord[];
  /** Arms the faults of a state, as strictly as new ones. */
  restore(state: FaultsState): void;
  remove(id: string): boolean;
  clear(): void;
  /** The faults that revoke credentials: every call asks them. */
  readonly revoking: ReadonlySet<FaultRecord>;
  /** Updates whether calls are compared with a fault: not when it is spent. It stays in the list either way. */
  reconsider(record: FaultRecord): void;
  dump(): FaultsState;
}

/** Creates an empty register. */
export function createRegister(): Register {
  const all = new Map<string, FaultRecord>();
  const byOperation = new Map<OperationId, Set<FaultRecord>>();
  const revoking = new Set<FaultRecord>();
  let count = 0;

  function add(record: FaultRecord): void {
    all.set(record.id, record);
    count = Math.max(count + 1, numberOf(record.id));
    if (record.fault.effect.kind === 'credential') revoking.add(record);
    reconsider(record);
  }

  function reconsider(record: FaultRecord): void {
    for (const id of record.fault.operations) {
      const records = byOperation.get(id) ?? new Set();
      if (isSpent(record)) records.delete(record);
      else byOperation.set(id, records.add(record));
    }
  }

  function remove(id: string): boolean {
    const record = all.get(id);
    if (!record) return false;
    for (const operation of record.fault.operations) byOperation.get(operation)?.delete(record);
    revoking.delete(record);
    return all.delete(id);
  }

  function refuseTooMany(more: number): void {
    const max = limits.armedFaults.value;
    if (all.size + more <= max) return;
    const message = `${more} more than the ${all.size} that are armed would be more than ${max} faults of one sandbox, which is the most it takes; disarm some first`;
    throw new FaultError('conflict', [{ message }]);
  }

  /** Returns an id for each fault: its own, or one that is new here and among the others. */
  function idsFor(faults: readonly ParsedFault[]): string[] {
    const given = new Set(faults.flatMap(({ id }) => id ?? []));
    let last = count;
    return faults.map(({ id }) => {
      last += 1;
      if (id !== undefined) return id;
      while (all.has(`fault-${last}`) || given.has(`fault-${last}`)) last += 1;
      return `fault-${last}`;
    });
  }

  /** Adds all records or none. */
  function addAll(records: readonly FaultRecord[], placeOf: PlaceOf): void {
    const added = new Map<string, string>();
    const countBefore = count;
    try {
      eachFault(
        records,
        (record, index) => {
          const conflict = conflictOf(record, all, added);
          if (conflict) throw new FaultError('conflict', [conflict]);
          add(record);
          const place = placeOf(index) ?? '';
          added.set(record.id, typeof place === 'string' ? place : place.source);
        },
        placeOf,
      );
    } catch (error) {
      for (const id of added.keys()) remove(id);
      count = countBefore;
      throw error;
    }
  }

  return {
    get size() {
      return all.size;
    },
    all: () => all.values(),
    of: operation => byOperation.get(operation),
    arm(given, nameOf) {
      refuseTooMany(given.length);
      const placeOf: PlaceOf = index => {
        const fault = given[index];
        const source = fault instanceof ParsedFault ? fault.source : undefined;
        return source === undefined ? nameOf(index) : { source };
      };
      const faults = eachFault(given, parseSupported, placeOf);
      const ids = idsFor(faults);
      const records = faults.map((fault, index) =>
        createRecord(fault, { id: ids[index] ?? '', seen: 0, fired: 0, memory: {} }),
      );
      addAll(records, placeOf);
      return records;
    },
    restore({ faults, faultsArmed }) {
      refuseTooMany(faults.length);
      const placeOf = (index: number) => `faults[${index}].fault`;
      const records = eachFault(
        structuredClone(faults),
        ({ fault, ...counts }) => createRecord(parseSupported(fault), { id: fault.id, ...counts }),
        placeOf,
      );
      addAll(records, placeOf);
      count = Math.max(count, faultsArmed);
    },
    revoking,
    reconsider,
    remove,
    clear() {
      for (const id of [...all.keys()]) remove(id);
    },
    dump: () => ({ faults: [...all.values()].map(stateOf), faultsArmed: count }),
  };
}

function parseSupported(given: unknown): ParsedFault {
  const fault = parseFault(given);
  refuseCurrency(fault);
  return fault;
}

/**
 * Returns why a fault cannot be armed beside the others.
 *
 * @param added the places of those that are armed in the same call, by id
 */
function conflictOf(
  record: FaultRecord,
  all: ReadonlyMap<string, FaultRecord>,
  added: ReadonlyMap<string, string>,
): FaultDetail | undefined {
  const { id: value } = record;
  if (all.has(value)) {
    const place = added.get(value);
    const message =
      place === undefined
        ? `"${value}" is armed already; disarm it first, or take another id`
        : `"${value}" is the id of ${place}, too; take another one`;
    return { field: 'id', message, value };
  }
  const hint = 'let the two hit other operations, or the same ones with another "nth"';
  for (const [id, other] of all) {
    const why = conflictBetween(record, other);
    if (why === undefined) continue;
    const place = added.get(id);
    const message =
      place === undefined
        ? `contradicts fault "${id}": ${why}; disarm that one, or ${hint}`
        : `contradicts ${place}: ${why}; ${hint}`;
    return { field: 'effect', message, value: id };
  }
  return undefined;
}

/** The number in an id that looks like a generated one. */
const numberOf = (id: string): number => Number(/^fault-(\d{1,9})$/.exec(id)?.[1] ?? 0);
