import type { OperationId } from '#contracts';
import { FaultError } from '#contracts/fault';
import type { Store } from '../store/store.ts';
import { type Armed, type ArmedFault, concerns, view } from './armed.ts';
import type { ExchangeState } from './call-state.ts';
import { revoked } from './credential.ts';
import { createDraws } from './draws.ts';
import type { Struck } from './meet.ts';
import { createRegister, type FaultsState } from './register.ts';

export type { ArmedFault } from './armed.ts';
export type { FaultsState } from './register.ts';

/** The faults of one sandbox: armed, met by calls, and disarmed. */
export interface Faults {
  /**
   * Arms faults, all of them or none. Each is an object or its shorthand; one without an id is given one.
   *
   * @throws FaultError naming what is wrong, which other faults it contradicts, or that the sandbox is closed
   * @example faults.arm('hotel.doBooking:cut,commit=before,times=1')
   */
  arm(...given: readonly unknown[]): ArmedFault[];
  /**
   * The same for a list: an error names the entries that are wrong.
   *
   * @param name what the list is called, where it has a name
   * @example faults.armList(['cutt'], 'faults') // FaultError: fault: faults[0].effect.kind: no kind "cutt" …
   */
  armList(given: readonly unknown[], name?: string): ArmedFault[];
  /** Those that are armed, in the order in which they were. */
  list(): ArmedFault[];
  /** Whether there was one of that id. */
  disarm(id: string): boolean;
  clear(): void;
  /** Counts a call, and gives those that hit it, in the order in which they were armed. */
  strike(exchange: ExchangeState): readonly Struck[];
  /** Whether a fault has had a credential refused for good. */
  isRevoked(owner: string): boolean;
  /** How many are armed. */
  readonly size: number;
  dump(): FaultsState;
}

/** What faults need to know of their sandbox. */
export interface FaultsParts {
  seed: number;
  store: Store;
  /** Whether it takes no calls any more. */
  isClosed(): boolean;
}

const none: readonly Struck[] = [];

/**
 * The faults of a sandbox. A call is looked up by its operation, so what is armed for others costs it nothing.
 *
 * @param state those of the sandbox it was made from
 * @throws FaultError for a state that could not have been armed
 */
export function createFaults({ seed, store, isClosed }: FaultsParts, state?: FaultsState): Faults {
  const register = createRegister();
  if (state) register.restore(state);
  const drawsFor = createDraws(seed, store);

  function arm(given: readonly unknown[], placeOf: (index: number) => string | undefined): ArmedFault[] {
    if (isClosed()) {
      const message = 'the sandbox is closed, so no call meets a fault any more; reset it first';
      throw new FaultError('conflict', [{ message }]);
    }
    return register.arm(given, placeOf).map(view);
  }

  /** Counts a call that matches, and tells whether the fault hits it. */
  function hits(armed: Armed, exchange: ExchangeState): boolean {
    if (!concerns(armed, exchange)) return false;
    armed.seen += 1;
    if (armed.seen < armed.first || armed.seen > armed.last || armed.fired >= armed.times) return false;
    const { probability } = armed.fault.match ?? {};
    return probability === undefined || drawsFor(armed.fault.id, exchange)('probability') < probability;
  }

  return {
    arm(...given) {
      if (given.some(Array.isArray))
        throw wrong('expected a fault, got a list; spread it, arm(...list), or use armList');
      return arm(given, index => (given.length > 1 ? `arguments[${index}]` : undefined));
    },
    armList: (given, name) => arm(listOf(given, name), index => `${name ?? ''}[${index}]`),
    list: () => [...register.all()].map(view),
    disarm: id => register.remove(id),
    clear: () => register.clear(),
    get size() {
      return register.size;
    },
    strike(exchange) {
      const armed = register.of(exchange.operation?.id as OperationId | undefined); // the registry's operations have no other ids
      if (!armed) return none;
      const hit: Struck[] = [];
      for (const one of armed)
        if (hits(one, exchange)) hit.push({ armed: one, register, draw: drawsFor(one.fault.id, exchange) });
      return hit;
    },
    isRevoked(owner) {
      for (const { memory } of register.revoking) if (memory[revoked(owner)] !== undefined) return true;
      return false;
    },
    dump: () => register.dump(),
  };
}

const wrong = (message: string, field?: string) => new FaultError('invalid', [{ field, message }]);

/** Whoever calls from JavaScript, or past the types, may hand over anything. */
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
 * Judges faults as if they were armed in an empty sandbox.
 *
 * @param name what the list is called
 * @throws FaultError
 */
export function judgeFaults(given: readonly unknown[], name: string): void {
  createRegister().arm(given, index => `${name}[${index}]`);
}
