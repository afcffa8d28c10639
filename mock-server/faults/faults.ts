import { limits, type OperationId } from '#contracts';
import {
  eachFault,
  type FaultCall,
  type FaultDetail,
  FaultError,
  ParsedFault,
  type PlaceOf,
  type PlanCall,
  parseFault,
  revokedKey,
} from '#contracts/fault';
import { hash64, mix } from '../seed.ts';
import type { Store } from '../store/index.ts';
import type { FaultMatch } from './match.ts';
import {
  type ArmedFault,
  conflictBetween,
  createRecord,
  type FaultRecord,
  type FaultState,
  isDue,
  isSpent,
  refuseCurrency,
  stateOf,
  viewOf,
} from './record.ts';

/** The faults of a sandbox as plain data. */
export interface FaultsState {
  /** @internal */
  readonly faults: FaultState[];
  /** How many were armed so far. Generated ids count with it. */
  readonly faultsArmed: number;
}

/** What faults need to know of their sandbox. */
export interface FaultsParts {
  readonly seed: number;
  readonly store: Pick<Store, 'countUp'>;
  isClosed(): boolean;
}

/** The armed faults of one sandbox. A call is only compared with the faults that act on its operation. */
export class Faults {
  readonly #records = new Map<string, FaultRecord>();
  readonly #byOperation = new Map<OperationId, Set<FaultRecord>>();
  /** The faults that revoke credentials: every call asks them. */
  readonly #revoking = new Set<FaultRecord>();
  readonly #parts: FaultsParts;
  #count = 0;

  /** Takes over the faults of another sandbox, if there is a `state`; throws a FaultError for one that is wrong. @internal */
  constructor(parts: FaultsParts, state?: FaultsState) {
    this.#parts = parts;
    if (state) this.#restore(state);
  }

  /** How many are armed. */
  get size(): number {
    return this.#records.size;
  }

  /**
   * Arms faults, all of them or none. Each is an object or its shorthand; one without an id is given one.
   *
   * @throws FaultError that names what is wrong, which other faults it conflicts with, or that the sandbox is closed
   * @example faults.arm('hotel.doBooking:cut,commit=before,times=1')
   */
  readonly arm = (...faults: readonly unknown[]): ArmedFault[] => {
    if (faults.some(Array.isArray)) {
      const message = 'expected a fault, got a list; spread it, arm(...list), or use armList';
      throw new FaultError('invalid', [{ message }]);
    }
    return this.#arm(faults, index => (faults.length > 1 ? `arguments[${index}]` : undefined));
  };

  /**
   * Arms the faults of a list. An error names the entries that are wrong.
   *
   * @param name the name of the list, if any
   * @param placeOf names its entries; by name and index when absent
   * @throws FaultError as `arm` does
   * @example faults.armList(['cutt'], 'faults') // FaultError: fault: faults[0].effect.kind: no kind "cutt" …
   */
  readonly armList = (
    faults: readonly unknown[],
    name?: string,
    placeOf: PlaceOf = index => `${name ?? ''}[${index}]`,
  ): ArmedFault[] => {
    refuseNoList(faults, name);
    return this.#arm(faults, placeOf);
  };

  /** Returns the armed faults, in the order in which they were armed. */
  list(): ArmedFault[] {
    return [...this.#records.values()].map(viewOf);
  }

  /** Disarms a fault, and returns whether there was one. */
  disarm(id: string): boolean {
    const record = this.#records.get(id);
    if (!record) return false;
    for (const operation of record.fault.operations) this.#byOperation.get(operation)?.delete(record);
    this.#revoking.delete(record);
    return this.#records.delete(id);
  }

  /** Disarms all faults. */
  clear(): void {
    for (const id of [...this.#records.keys()]) this.disarm(id);
  }

  /** Counts a call, and returns the faults that are due, in the order in which they were armed. @internal */
  match(call: FaultCall): readonly FaultMatch[] {
    const records = this.#byOperation.get(call.operation.id as OperationId); // the registry's operations have no other ids
    return [...(records ?? [])].flatMap(record => {
      const draw = drawsFor(record.id, call, this.#parts);
      return isDue(record, call, draw) ? [{ record, draw, update: () => this.#index(record) }] : [];
    });
  }

  /** Returns whether a fault has revoked the credential of a user. */
  isRevoked(owner: string): boolean {
    for (const { memory } of this.#revoking) if (memory[revokedKey(owner)] !== undefined) return true;
    return false;
  }

  /** Returns the faults as plain data, to be restored later. @internal */
  dump(): FaultsState {
    return { faults: [...this.#records.values()].map(stateOf), faultsArmed: this.#count };
  }

  #arm(given: readonly unknown[], nameOf: PlaceOf): ArmedFault[] {
    if (this.#parts.isClosed()) {
      const message = 'the sandbox is closed, so no call meets a fault any more; reset it first';
      throw new FaultError('conflict', [{ message }]);
    }
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
    return records.map(viewOf);
  }

  /** Arms the faults of a state, as strictly as new ones. */
  #restore({ faults, faultsArmed }: FaultsState): void {
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

  #refuseTooMany(more: number): void {
    const max = limits.armedFaults.value;
    if (this.size + more <= max) return;
    const message = `${more} more than the ${this.size} that are armed would be more than ${max} faults of one sandbox, which is the most it takes; disarm some first`;
    throw new FaultError('conflict', [{ message }]);
  }

  /** Returns an id for each fault: its own, or one that is new here and among the others. */
  #idsFor(faults: readonly ParsedFault[]): string[] {
    const own = new Set(faults.flatMap(({ id }) => id ?? []));
    let last = this.#count;
    return faults.map(({ id }) => {
      last += 1;
      if (id !== undefined) return id;
      while (this.#records.has(`fault-${last}`) || own.has(`fault-${last}`)) last += 1;
      return `fault-${last}`;
    });
  }

  #addAll(records: readonly FaultRecord[], placeOf: PlaceOf): void {
    const added = new Map<string, string>();
    const countBefore = this.#count;
    const addOne = (record: FaultRecord, index: number) => {
      const conflict = conflictOf(record, this.#records, added);
      if (conflict) throw new FaultError('conflict', [conflict]);
      this.#records.set(record.id, record);
      // An id that looks generated counts as one.
      this.#count = Math.max(this.#count + 1, Number(/^fault-(\d{1,9})$/.exec(record.id)?.[1] ?? 0));
      if (record.fault.effect.kind === 'credential') this.#revoking.add(record);
      this.#index(record);
      const place = placeOf(index) ?? '';
      added.set(record.id, typeof place === 'string' ? place : place.source);
    };
    try {
      eachFault(records, addOne, placeOf);
    } catch (error) {
      for (const id of added.keys()) this.disarm(id);
      this.#count = countBefore;
      throw error;
    }
  }

  /** Adds a fault to those that calls are compared with, or removes it when it is spent. It stays in the list. */
  #index(record: FaultRecord): void {
    for (const id of record.fault.operations) {
      const records = this.#byOperation.get(id) ?? new Set();
      if (isSpent(record)) records.delete(record);
      else this.#byOperation.set(id, records.add(record));
    }
  }
}

/**
 * Checks faults as if they were armed in an empty sandbox.
 *
 * @param name the name of the list
 * @throws FaultError
 */
export function checkFaults(faults: readonly unknown[], name: string): void {
  new Faults({ seed: 0, store: { countUp: () => 0 }, isClosed: () => false }).armList(faults, name);
}

/** Refuses a value that is not a list: JavaScript code may pass anything. */
function refuseNoList(value: unknown, field: string | undefined): void {
  if (Array.isArray(value)) return;
  const type = value === null ? 'null' : `a value of type ${typeof value}`;
  const shown = typeof value === 'string' ? `the text "${value}"` : type;
  throw new FaultError('invalid', [{ field, message: `expected a list of faults, got ${shown}` }]);
}

function parseSupported(fault: unknown): ParsedFault {
  const parsed = parseFault(fault);
  refuseCurrency(parsed);
  return parsed;
}

/**
 * Returns the draws of a fault in a call. They follow from the seed, the fault, the content of the call and how many such
 * calls came before, so that nothing else on the server changes them.
 */
function drawsFor(
  faultId: string,
  { url, body, owner }: FaultCall,
  { seed, store }: FaultsParts,
): PlanCall['draw'] {
  let content: string | undefined;
  return name => {
    content ??= numbered(`${faultId} ${name} ${owner} ${url} ${JSON.stringify(body)}`, store);
    const [high, low] = hash64(`${name} ${content}`, seed);
    return mix(high ^ Math.imul(low, 31)) / 2 ** 32;
  };
}

function numbered(text: string, store: FaultsParts['store']): string {
  const [high, low] = hash64(text);
  return `${text} ${store.countUp(high * 0x200000 + (low >>> 11))}`;
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
  const place = added.get(value);
  if (place !== undefined)
    return { field: 'id', message: `"${value}" is the id of ${place}, too; take another one`, value };
  if (all.has(value))
    return {
      field: 'id',
      message: `"${value}" is armed already; disarm it first, or take another id`,
      value,
    };
  for (const [id, other] of all) {
    const why = conflictBetween(record, other);
    if (why === undefined) continue;
    const hint = 'let the two hit other operations, or the same ones with another "nth"';
    const place = added.get(id);
    const message =
      place === undefined
        ? `contradicts fault "${id}": ${why}; disarm that one, or ${hint}`
        : `contradicts ${place}: ${why}; ${hint}`;
    return { field: 'effect', message, value: id };
  }
  return undefined;
}
