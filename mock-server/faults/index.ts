import type { OperationId } from '#contracts';
import { type FaultCall, FaultError, type PlaceOf, type PlanCall, revokedKey } from '#contracts/fault';
import { hash64, mix } from '../seed.ts';
import type { Store } from '../store/index.ts';
import type { FaultMatch } from './match.ts';
import { type ArmedFault, concerns, type FaultRecord, viewOf } from './record.ts';
import { type FaultsState, Register } from './register.ts';

export { errorRefusal } from './error-refusal.ts';
export { type FaultSource, type MatchedFaults, matchFaults } from './match.ts';
export type { ArmedFault } from './record.ts';
export type { FaultsState } from './register.ts';
export { refuseRevoked } from './revoked.ts';

/** The faults of one sandbox. */
export interface Faults {
  /**
   * Arms faults, all of them or none. Each is an object or its shorthand; one without an id is given one.
   *
   * @throws FaultError that names what is wrong, which other faults it conflicts with, or that the sandbox is closed
   * @example faults.arm('hotel.doBooking:cut,commit=before,times=1')
   */
  arm(...given: readonly unknown[]): ArmedFault[];
  /**
   * Arms the faults of a list. An error names the entries that are wrong.
   *
   * @param name the name of the list, if any
   * @param placeOf names its entries; by name and index when absent
   * @example faults.armList(['cutt'], 'faults') // FaultError: fault: faults[0].effect.kind: no kind "cutt" …
   */
  armList(given: readonly unknown[], name?: string, placeOf?: PlaceOf): ArmedFault[];
  /** Returns the armed faults, in the order in which they were armed. */
  list(): ArmedFault[];
  /** Disarms a fault, and returns whether there was one. */
  disarm(id: string): boolean;
  clear(): void;
  /** Counts a call, and returns the faults that are due, in the order in which they were armed. */
  match(call: FaultCall): readonly FaultMatch[];
  /** Whether a fault has revoked the credential of a user. */
  isRevoked(owner: string): boolean;
  /** How many are armed. */
  readonly size: number;
  dump(): FaultsState;
}

/** What faults need to know of their sandbox. */
export interface FaultsParts {
  seed: number;
  store: Store;
  isClosed(): boolean;
}

const none: readonly FaultMatch[] = [];

/**
 * Creates the faults of a sandbox. They are found by operation, so a call costs nothing where faults are armed for others.
 *
 * @param state the faults of the sandbox that this one is made from
 * @throws FaultError for a state that could not have been armed
 */
export function createFaults({ seed, store, isClosed }: FaultsParts, state?: FaultsState): Faults {
  const register = new Register();
  if (state) register.restore(state);
  const drawFor = createDraws(seed, store);

  function arm(given: readonly unknown[], placeOf: PlaceOf): ArmedFault[] {
    if (isClosed()) {
      const message = 'the sandbox is closed, so no call meets a fault any more; reset it first';
      throw new FaultError('conflict', [{ message }]);
    }
    return register.arm(given, placeOf).map(viewOf);
  }

  /** Counts a call that matches, and returns whether the fault is due. */
  function isDue(record: FaultRecord, call: FaultCall): boolean {
    if (!concerns(record, call)) return false;
    record.seen += 1;
    if (record.seen < record.first || record.seen > record.last || record.fired >= record.times) return false;
    const { probability } = record.fault.match ?? {};
    return probability === undefined || drawFor(record.id, call)('probability') < probability;
  }

  return {
    arm(...given) {
      if (given.some(Array.isArray))
        throw wrong('expected a fault, got a list; spread it, arm(...list), or use armList');
      return arm(given, index => (given.length > 1 ? `arguments[${index}]` : undefined));
    },
    armList: (given, name, placeOf = index => `${name ?? ''}[${index}]`) => arm(listOf(given, name), placeOf),
    list: () => [...register.all()].map(viewOf),
    disarm: id => register.remove(id),
    clear: () => register.clear(),
    get size() {
      return register.size;
    },
    match(call) {
      const records = register.of(call.operation.id as OperationId); // the registry's operations have no other ids
      if (!records) return none;
      return [...records]
        .filter(record => isDue(record, call))
        .map(record => ({ record, register, draw: drawFor(record.id, call) }));
    },
    isRevoked(owner) {
      for (const { memory } of register.revoking) if (memory[revokedKey(owner)] !== undefined) return true;
      return false;
    },
    dump: () => register.dump(),
  };
}

/**
 * Creates the draws of a fault in a call. They follow from the seed, the fault, the content of the call and how many such
 * calls came before, so that nothing else on the server changes them.
 */
function createDraws(seed: number, store: Store) {
  return (faultId: string, { url, body, owner }: FaultCall): PlanCall['draw'] => {
    let content: string | undefined;
    return what => {
      content ??= numbered(`${faultId} ${what} ${owner} ${url} ${JSON.stringify(body)}`, store);
      const [high, low] = hash64(`${what} ${content}`, seed);
      return mix(high ^ Math.imul(low, 31)) / 2 ** 32;
    };
  };
}

function numbered(text: string, store: Store): string {
  const [high, low] = hash64(text);
  return `${text} ${store.countUp(high * 0x200000 + (low >>> 11))}`;
}

const wrong = (message: string, field?: string) => new FaultError('invalid', [{ field, message }]);

/** Refuses what is not a list: code in JavaScript may pass anything. */
function listOf(given: unknown, name: string | undefined): readonly unknown[] {
  if (Array.isArray(given)) return given;
  const shown =
    typeof given === 'string'
      ? `the text "${given}"`
      : given === null
        ? 'null'
        : `a value of type ${typeof given}`;
  throw wrong(`expected a list of faults, got ${shown}`, name);
}

/**
 * Checks faults as if they were armed in an empty sandbox.
 *
 * @param name the name of the list
 * @throws FaultError
 */
export function judgeFaults(given: readonly unknown[], name: string): void {
  new Register().arm(given, index => `${name}[${index}]`);
}
