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
import type { MemoryStore } from '../books/index.ts';
import { hash64, mix } from '../clock/index.ts';
import type { FaultMatch } from './match.ts';
import {
  type ArmedFault,
  conflictBetween,
  createRecord,
  type FaultRecord,
  type FaultState,
  isDue,
  isSpent,
  itemOf,
  refuseCurrency,
  stateOf,
  viewOf,
} from './record.ts';

export interface FaultsState {
  /** @internal */
  readonly faults: FaultState[];
  /** How many faults were armed so far. Generated fault ids contain this number. */
  readonly faultsArmed: number;
}

export interface FaultsParts {
  readonly seed: number;
  readonly store: Pick<MemoryStore, 'countUp'>;
  isClosed(): boolean;
}

/** The armed faults of one sandbox. */
export class Faults {
  #records = new Map<string, FaultRecord>();
  readonly #parts: FaultsParts;
  #count = 0;

  /** @throws FaultError for a wrong fault @internal */
  constructor(parts: FaultsParts, state?: FaultsState) {
    this.#parts = parts;
    if (state) this.#restore(state);
  }

  /** The number of armed faults. */
  get size(): number {
    return this.#records.size;
  }

  /**
   * Arms all faults, or none if one is wrong. Each fault is an object or a shorthand. A fault without an id gets a new id.
   *
   * @throws FaultError when a fault is wrong or conflicts with another fault, or when the sandbox is closed
   * @example faults.arm('hotel.doBooking:cut,commit=before,times=1')
   */
  readonly arm = (...faults: readonly unknown[]): ArmedFault[] => {
    if (faults.some(Array.isArray)) {
      const message = 'expected a fault, got a list; use arm(...list) or armList(list)';
      throw new FaultError('invalid', [{ message }]);
    }
    return this.#arm(faults, index => (faults.length > 1 ? `arguments[${index}]` : undefined));
  };

  /**
   * Arms the faults of a list. An error message names the wrong entries.
   *
   * @param name the name of the list, for messages
   * @param placeOf returns the name of an entry; by default `name[index]`
   * @throws FaultError in the same cases as `arm`
   */
  readonly armList = (
    faults: readonly unknown[],
    name?: string,
    placeOf: PlaceOf = index => `${name ?? ''}[${index}]`,
  ): ArmedFault[] => {
    requireList(faults, name);
    return this.#arm(faults, placeOf);
  };

  /** Returns the armed faults, in the order in which they were armed. */
  list(): ArmedFault[] {
    return [...this.#records.values()].map(viewOf);
  }

  /** Disarms a fault. Returns whether a fault with this id was armed. */
  disarm(id: string): boolean {
    return this.#records.delete(id);
  }

  /** Disarms all faults. */
  clear(): void {
    this.#records.clear();
  }

  /** Counts the call for each fault that matches it. Returns those that apply, in the order of arming. @internal */
  match(call: FaultCall): readonly FaultMatch[] {
    const id = call.operation.id as OperationId; // calls come only from operations in the registry
    return [...this.#records.values()].flatMap(record => {
      if (isSpent(record) || !record.fault.operations.includes(id)) return [];
      const draw = drawsFor(record.id, call, this.#parts);
      const item = record.isPerItem ? itemOf(call) : undefined;
      return isDue(record, call, { draw, item }) ? [{ record, draw, item }] : [];
    });
  }

  /** Returns whether an armed fault has revoked the credential of a user. */
  isRevoked(owner: string): boolean {
    return [...this.#records.values()].some(
      ({ fault, memory }) => fault.effect.kind === 'credential' && memory[revokedKey(owner)] !== undefined,
    );
  }

  /** @internal */
  dump(): FaultsState {
    return { faults: [...this.#records.values()].map(stateOf), faultsArmed: this.#count };
  }

  /** An armed fault stays the same object, because a call that waits can refer to it. @internal */
  load(state: FaultsState): void {
    const known = new Map(this.#records);
    this.clear();
    this.#count = 0;
    this.#restore(state);
    for (const [id, fresh] of [...this.#records]) {
      const record = known.get(id) ?? fresh;
      const isSame = record !== fresh && JSON.stringify(record.fault) === JSON.stringify(fresh.fault);
      if (isSame) {
        Object.assign(record, { seen: fresh.seen, fired: fresh.fired });
        for (const key of Object.keys(record.memory)) delete record.memory[key];
        Object.assign(record.memory, fresh.memory);
      }
      this.#records.set(id, isSame ? record : fresh);
    }
  }

  #arm(given: readonly unknown[], nameOf: PlaceOf): ArmedFault[] {
    if (this.#parts.isClosed()) {
      const message = 'the sandbox is closed and accepts no calls; reset the sandbox first';
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
    const message = `${this.size} armed and ${more} new faults exceed the maximum of ${max} for one sandbox; disarm some first`;
    throw new FaultError('conflict', [{ message }]);
  }

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
    const all = new Map(this.#records);
    const added = new Map<string, string>();
    let count = this.#count;
    const addOne = (record: FaultRecord, index: number) => {
      const conflict = conflictOf(record, all, added);
      if (conflict) throw new FaultError('conflict', [conflict]);
      all.set(record.id, record);
      // After a user's fault with the id `fault-12`, the count rises to 12, so that no generated id is equal.
      count = Math.max(count + 1, Number(/^fault-(\d{1,9})$/.exec(record.id)?.[1] ?? 0));
      const place = placeOf(index) ?? '';
      added.set(record.id, typeof place === 'string' ? place : place.source);
    };
    eachFault(records, addOne, placeOf);
    this.#records = all;
    this.#count = count;
  }
}

/** As if the faults were armed in an empty sandbox. `name`: of the list, for messages. @throws FaultError */
export function checkFaults(faults: readonly unknown[], name: string): void {
  new Faults({ seed: 0, store: { countUp: () => 0 }, isClosed: () => false }).armList(faults, name);
}

function requireList(value: unknown, field: string | undefined): void {
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

/** The numbers do not depend on calls with other content. */
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

/** `added`: by fault id, the places of the faults that the same call of `arm` has added. */
function conflictOf(
  record: FaultRecord,
  all: ReadonlyMap<string, FaultRecord>,
  added: ReadonlyMap<string, string>,
): FaultDetail | undefined {
  const { id: value } = record;
  const place = added.get(value);
  if (place !== undefined)
    return { field: 'id', message: `"${value}" is also the id of ${place}; choose another id`, value };
  if (all.has(value))
    return {
      field: 'id',
      message: `a fault with the id "${value}" is already armed; disarm it first, or choose another id`,
      value,
    };
  for (const [id, other] of all) {
    const why = conflictBetween(record, other);
    if (why === undefined) continue;
    const hint = 'let the two faults match different operations or a different "nth"';
    const place = added.get(id);
    const message =
      place === undefined
        ? `contradicts fault "${id}": ${why}; disarm that fault, or ${hint}`
        : `contradicts ${place}: ${why}; ${hint}`;
    return { field: 'effect', message, value: id };
  }
  return undefined;
}
