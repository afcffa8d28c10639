import type { OperationId } from '#contracts';
import {
  type EffectKind,
  eachFault,
  type Fault,
  FaultError,
  faultEffects,
  readFault,
} from '#contracts/fault';
import {
  type Armed,
  type ArmedFault,
  concerns,
  isSpent,
  prepare,
  refuseContradiction,
  view,
} from './faults/armed.ts';
import { actsThroughOperation, commitOf } from './faults/commit.ts';
import { type Course, plainCourse } from './faults/course.ts';
import { revoked } from './faults/credential.ts';
import { createDraws } from './faults/draws.ts';
import type { ApplyEffect } from './faults/effect.ts';
import { effects } from './faults/effects.ts';
import type { ExchangeState } from './middleware/exchange.ts';
import type { Store } from './store/store.ts';

export type { ArmedFault } from './faults/armed.ts';

/** A fault of a sandbox as plain data. */
export interface FaultState extends Pick<Armed, 'fault' | 'seen' | 'fired' | 'memory'> {}

/** The faults of one sandbox: armed, met by calls, and disarmed. */
export interface Faults {
  /**
   * Arms faults, all of them or none. Each is an object or its shorthand; one without an id is given one.
   *
   * @throws FaultError naming what is wrong, or which armed fault it contradicts
   * @example faults.arm('hotel.doBooking:cut,commit=before,times=1')
   */
  arm(...given: readonly unknown[]): ArmedFault[];
  /**
   * The same for a list: an error names the entry that is wrong.
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
  dump(): FaultState[];
}

const order = Object.keys(faultEffects);
const placeOf = ({ fault }: Armed): number => order.indexOf(fault.effect.kind);

/**
 * The faults of a sandbox. A call is looked up by its operation, so what is armed for others costs it nothing.
 *
 * @param state those of the sandbox it was made from
 */
export function createFaults(
  { seed, store }: { seed: number; store: Store },
  state: readonly FaultState[] = [],
): Faults {
  const all = new Map<string, Armed>();
  const byOperation = new Map<OperationId, Armed[]>();
  const drawsFor = createDraws(seed, store);

  /** What can hit no call any more is in nobody's way. */
  function index(): void {
    byOperation.clear();
    for (const armed of all.values()) {
      if (isSpent(armed)) continue;
      for (const id of armed.operations) byOperation.set(id, [...(byOperation.get(id) ?? []), armed]);
    }
  }

  function freeId(): string {
    for (let count = all.size + 1; ; count += 1) if (!all.has(`fault-${count}`)) return `fault-${count}`;
  }

  function armOne(given: unknown): Armed {
    const read: Fault = structuredClone(readFault(given));
    const armed = prepare({ ...read, id: read.id ?? freeId() });
    const { id } = armed.fault;
    if (all.has(id)) {
      const message = `"${id}" is armed already; disarm it first, or take another id`;
      throw new FaultError('conflict', [{ field: 'id', message, value: id }]);
    }
    for (const other of all.values()) refuseContradiction(armed, other);
    all.set(id, armed);
    return armed;
  }

  function allOrNone(arm: () => Armed[]): ArmedFault[] {
    const before = new Set(all.keys());
    try {
      return arm().map(view);
    } catch (error) {
      for (const id of all.keys()) if (!before.has(id)) all.delete(id);
      throw error;
    } finally {
      index();
    }
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
    if (course.commit === 'never' && actsThroughOperation(effect.kind)) return false;
    const call = { exchange, memory: armed.memory, draw: drawsFor(id, exchange) };
    const applyEffect = effects[effect.kind] as ApplyEffect<EffectKind>; // each is given effects of its own kind
    return applyEffect(effect, course, call);
  }

  for (const { fault, ...counted } of structuredClone(state)) {
    all.set(fault.id, { ...prepare(fault), ...counted });
  }
  index();

  return {
    arm: (...given) => allOrNone(() => given.map(armOne)),
    armList: (given, name) => allOrNone(() => eachFault(given, armOne, name)),
    list: () => [...all.values()].map(view),
    disarm(id) {
      const found = all.delete(id);
      index();
      return found;
    },
    clear() {
      all.clear();
      index();
    },
    meet(exchange) {
      const armed = byOperation.get(exchange.operation?.id as OperationId); // the registry's operations have no other ids
      if (!armed) return undefined;
      const hit = armed.filter(one => hits(one, exchange));
      if (hit.length === 0) return undefined;
      const course = plainCourse();
      course.commit = commitOf(hit.map(({ fault }) => fault.effect));
      for (const one of hit.sort((a, b) => placeOf(a) - placeOf(b))) {
        if (!apply(one, course, exchange)) continue;
        one.fired += 1;
        course.hits.push({ id: one.fault.id, kind: one.fault.effect.kind });
      }
      if (hit.some(isSpent)) index();
      return course.hits.length > 0 ? course : undefined;
    },
    isRevoked(owner) {
      for (const { memory } of all.values()) if (memory[revoked(owner)] !== undefined) return true;
      return false;
    },
    dump: () =>
      [...all.values()].map(({ fault, seen, fired, memory }) =>
        structuredClone({ fault, seen, fired, memory }),
      ),
  };
}
