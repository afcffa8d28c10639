import type { OperationId } from '#contracts';
import { actsThroughOperation, commitOf, type EffectKind, FaultError, faultEffects } from '#contracts/fault';
import { type Armed, type ArmedFault, concerns, isSpent, view } from './faults/armed.ts';
import { type Course, plainCourse } from './faults/course.ts';
import { revoked } from './faults/credential.ts';
import { createDraws } from './faults/draws.ts';
import type { ApplyEffect } from './faults/effect.ts';
import { effects } from './faults/effects.ts';
import { createRegister, type FaultsState } from './faults/register.ts';
import type { ExchangeState } from './middleware/exchange.ts';
import type { Store } from './store/store.ts';

export type { ArmedFault } from './faults/armed.ts';
export type { FaultsState } from './faults/register.ts';

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
  /** What the faults that this call meets make of it; undefined when it meets none. */
  meet(exchange: ExchangeState): Course | undefined;
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

const order = Object.keys(faultEffects);
const placeOf = ({ fault }: Armed): number => order.indexOf(fault.effect.kind);

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

  function apply(armed: Armed, course: Course, exchange: ExchangeState): boolean {
    const { id, effect } = armed.fault;
    if (course.commit === 'never' && actsThroughOperation(effect)) return false;
    const call = { exchange, memory: armed.memory, draw: drawsFor(id, exchange) };
    const applyEffect = effects[effect.kind] as ApplyEffect<EffectKind>; // each is given effects of its own kind
    return applyEffect(effect, course, call);
  }

  /** An operation that was refused has not been acted through: those faults have hit nothing. */
  function withdraw(course: Course, hit: readonly Armed[]): void {
    for (const one of hit) {
      const index = course.hits.findIndex(({ id }) => id === one.fault.id);
      const { effect } = one.fault;
      // That a booking is not found is what `visibility` does.
      if (index < 0 || !actsThroughOperation(effect) || effect.kind === 'visibility') continue;
      course.hits.splice(index, 1);
      one.fired -= 1;
      register.putBack(one);
    }
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
    meet(exchange) {
      const armed = register.of(exchange.operation?.id as OperationId | undefined); // the registry's operations have no other ids
      if (!armed) return undefined;
      const hit: Armed[] = [];
      for (const one of armed) if (hits(one, exchange)) hit.push(one);
      if (hit.length === 0) return undefined;
      const course = plainCourse();
      course.commit = commitOf(hit.map(({ fault }) => fault.effect));
      for (const one of hit.sort((a, b) => placeOf(a) - placeOf(b))) {
        if (!apply(one, course, exchange)) continue;
        one.fired += 1;
        course.hits.push({ id: one.fault.id, kind: one.fault.effect.kind });
      }
      for (const one of hit) if (isSpent(one)) register.retire(one);
      if (course.hits.length === 0) return undefined;
      course.withdraw = () => withdraw(course, hit);
      return course;
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
