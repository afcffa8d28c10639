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
export class Register {
  readonly #records = new Map<string, FaultRecord>();
  readonly #byOperation = new Map<OperationId, Set<FaultRecord>>();
  readonly #revoking = new Set<FaultRecord>();
  #count = 0;

  get size(): number {
    return this.#records.size;
  }

  all(): Iterable<FaultRecord> {
    return this.#records.values();
  }

  /** Returns the faults that can still hit calls of an operation. */
  of(operation: OperationId): Iterable<FaultRecord> | undefined {
    return this.#byOperation.get(operation);
  }

  /** The faults that revoke credentials: every call asks them. */
  get revoking(): ReadonlySet<FaultRecord> {
    return this.#revoking;
  }

  /**
   * Arms faults, all of them or none.
   *
   * @throws FaultError that names what is wrong with each of them, and which others they conflict with
   */
  arm(given: readonly unknown[], nameOf: PlaceOf): FaultRecord[] {
    this.#refuseTooMany(given.length);
    const placeOf: PlaceOf = index => {
      const fault = given[index];
      const source = fault instanceof ParsedFault ? fault.source : undefined;
      return source === undefined ? nameOf(index) : { source };
    };
    const faults = eachFault(given, parseSupported, placeOf);
    const ids = this.#idsFor(faults);
    const records = faults.map((fault, index) =>
      createRecord(fault, { id: ids[index] ?? '', seen: 0, fired: 0, memory: {} }),
    );
    this.#addAll(records, placeOf);
    return records;
  }

  /** Arms the faults of a state, as strictly as new ones. */
  restore({ faults, faultsArmed }: FaultsState): void {
    this.#refuseTooMany(faults.length);
    const placeOf = (index: number) => `faults[${index}].fault`;
    const records = eachFault(
      structuredClone(faults),
      ({ fault, ...counts }) => createRecord(parseSupported(fault), { id: fault.id, ...counts }),
      placeOf,
    );
    this.#addAll(records, placeOf);
    this.#count = Math.max(this.#count, faultsArmed);
  }

  /** Disarms a fault, and returns whether there was one. */
  remove(id: string): boolean {
    const record = this.#records.get(id);
    if (!record) return false;
    for (const operation of record.fault.operations) this.#byOperation.get(operation)?.delete(record);
    this.#revoking.delete(record);
    return this.#records.delete(id);
  }

  clear(): void {
    for (const id of [...this.#records.keys()]) this.remove(id);
  }

  /** Updates whether calls are compared with a fault: not when it is spent. It stays in the list either way. */
  reconsider(record: FaultRecord): void {
    for (const id of record.fault.operations) {
      const records = this.#byOperation.get(id) ?? new Set();
      if (isSpent(record)) records.delete(record);
      else this.#byOperation.set(id, records.add(record));
    }
  }

  dump(): FaultsState {
    return { faults: [...this.#records.values()].map(stateOf), faultsArmed: this.#count };
  }

  #refuseTooMany(more: number): void {
    const max = limits.armedFaults.value;
    if (this.size + more <= max) return;
    const message = `${more} more than the ${this.size} that are armed would be more than ${max} faults of one sandbox, which is the most it takes; disarm some first`;
    throw new FaultError('conflict', [{ message }]);
  }

  /** Returns an id for each fault: its own, or one that is new here and among the others. */
  #idsFor(faults: readonly ParsedFault[]): string[] {
    const given = new Set(faults.flatMap(({ id }) => id ?? []));
    let last = this.#count;
    return faults.map(({ id }) => {
      last += 1;
      if (id !== undefined) return id;
      while (this.#records.has(`fault-${last}`) || given.has(`fault-${last}`)) last += 1;
      return `fault-${last}`;
    });
  }

  #addAll(records: readonly FaultRecord[], placeOf: PlaceOf): void {
    const added = new Map<string, string>();
    const countBefore = this.#count;
    const addOne = (record: FaultRecord, index: number) => {
      const conflict = conflictOf(record, this.#records, added);
      if (conflict) throw new FaultError('conflict', [conflict]);
      this.#add(record);
      const place = placeOf(index) ?? '';
      added.set(record.id, typeof place === 'string' ? place : place.source);
    };
    try {
      eachFault(records, addOne, placeOf);
    } catch (error) {
      for (const id of added.keys()) this.remove(id);
      this.#count = countBefore;
      throw error;
    }
  }

  #add(record: FaultRecord): void {
    this.#records.set(record.id, record);
    this.#count = Math.max(this.#count + 1, numberOf(record.id));
    if (record.fault.effect.kind === 'credential') this.#revoking.add(record);
    this.reconsider(record);
  }
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
