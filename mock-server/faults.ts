import type { OperationId } from '#contracts';
import {
  contradiction,
  type EffectKind,
  type Fault,
  type FaultDetail,
  FaultError,
  faultEffects,
  hasValue,
  readFault,
  readPath,
  type Scoped,
  scopeOf,
  windowOf,
} from '#contracts/fault';
import { type Course, plainCourse } from './faults/course.ts';
import { revoked } from './faults/credential.ts';
import type { ApplyEffect, FaultCall } from './faults/effect.ts';
import { effects } from './faults/effects.ts';
import type { ExchangeState } from './middleware/exchange.ts';
import { hash64, mix } from './seed.ts';
import type { Store } from './store/store.ts';

/** A fault that is armed, and how often it was met. */
export interface ArmedFault extends Fault {
  readonly id: string;
  /** How many calls matched it so far. */
  readonly seen: number;
  /** How many of them it hit. */
  readonly fired: number;
}

/** The faults of a sandbox as plain data. */
export interface FaultState {
  readonly fault: Fault & { id: string };
  readonly seen: number;
  readonly fired: number;
  readonly memory: Readonly<Record<string, number>>;
}

/** The faults of one sandbox: armed, met by calls, and disarmed. */
export interface Faults {
  /**
   * Arms faults, all of them or none. Each is an object or its shorthand; one without an id is given one.
   *
   * @throws FaultError naming what is wrong, or which armed fault it contradicts
   * @example faults.arm('hotel.doBooking:cut,commit=before,times=1')
   */
  arm(...given: readonly unknown[]): ArmedFault[];
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

/** A fault as the engine keeps it. */
interface Armed {
  readonly fault: Fault & { id: string };
  readonly operations: readonly OperationId[];
  readonly fields: readonly { path: NonNullable<ReturnType<typeof readPath>>; value: unknown }[];
  seen: number;
  fired: number;
  readonly memory: Record<string, number>;
}

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
  const revoking = new Set<Armed>();

  function add(armed: Armed): void {
    all.set(armed.fault.id, armed);
    index();
  }

  /** What can hit no call any more is in nobody's way. */
  function index(): void {
    byOperation.clear();
    revoking.clear();
    for (const armed of all.values()) {
      if (armed.fault.effect.kind === 'credential') revoking.add(armed);
      if (windowOf(armed.fault, armed)[1] < 1) continue;
      for (const id of armed.operations) byOperation.set(id, [...(byOperation.get(id) ?? []), armed]);
    }
  }

  function freeId(): string {
    for (let count = all.size + 1; ; count += 1) if (!all.has(`fault-${count}`)) return `fault-${count}`;
  }

  function armOne(given: unknown): Armed {
    const read = structuredClone(readFault(given));
    const armed = prepare({ ...read, id: read.id ?? freeId() });
    if (all.has(armed.fault.id)) {
      const message = `"${armed.fault.id}" is armed already; disarm it first, or take another id`;
      throw new FaultError('conflict', [{ field: 'id', message, value: armed.fault.id }]);
    }
    for (const other of all.values()) refuseContradiction(armed, other);
    add(armed);
    return armed;
  }

  function hits(armed: Armed, exchange: ExchangeState): boolean {
    if (!concerns(armed, exchange)) return false;
    const [from, to] = windowOf(armed.fault, armed);
    armed.seen += 1;
    if (from > 1 || to < 1) return false;
    const { probability } = armed.fault.match ?? {};
    return probability === undefined || drawFor(armed, exchange)('probability') < probability;
  }

  /** The count of equal calls is asked once a call, whatever is drawn for it. */
  function drawFor({ fault: { id } }: Armed, exchange: ExchangeState): FaultCall['draw'] {
    let content: string | undefined;
    return what => {
      content ??= contentOf(exchange, `${id} ${what}`, store);
      const [high] = hash64(`${what} ${content}`, seed);
      return mix(high) / 2 ** 32;
    };
  }

  for (const { fault, ...counted } of structuredClone(state)) add({ ...prepare(fault), ...counted });

  return {
    arm(...given) {
      const before = [...all.keys()];
      try {
        return given.map(armOne).map(view);
      } catch (error) {
        for (const id of all.keys()) if (!before.includes(id)) all.delete(id);
        index();
        throw error;
      }
    },
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
      const hit = armed?.filter(one => hits(one, exchange)) ?? [];
      if (hit.length === 0) return undefined;
      const course = plainCourse();
      course.commit = commitOf(hit);
      for (const one of inOrder(hit)) {
        const { id, effect } = one.fault;
        const isSkipped = course.commit === 'never' && isSuppliers(effect.kind);
        const call = { exchange, memory: one.memory, draw: drawFor(one, exchange) };
        const apply = effects[effect.kind] as ApplyEffect<EffectKind>; // each is given effects of its own kind
        if (isSkipped || !apply(effect, course, call)) continue;
        one.fired += 1;
        course.hits.push({ id, kind: effect.kind });
      }
      if (hit.some(one => windowOf(one.fault, one)[1] < 1)) index();
      return course.hits.length > 0 ? course : undefined;
    },
    isRevoked(owner) {
      for (const { memory } of revoking) if (memory[revoked(owner)] !== undefined) return true;
      return false;
    },
    dump: () =>
      structuredClone(
        [...all.values()].map(({ fault, seen, fired, memory }) => ({ fault, seen, fired, memory })),
      ),
  };
}

const view = ({ fault, seen, fired }: Armed): ArmedFault => ({ ...structuredClone(fault), seen, fired });

function prepare(fault: Fault & { id: string }): Armed {
  const fields = Object.entries(fault.match?.body ?? {}).map(([path, value]) => ({
    path: readPath(path) ?? [],
    value,
  }));
  return { fault, operations: scopeOf(fault), fields, seen: 0, fired: 0, memory: {} };
}

const scoped = (armed: Armed): Scoped => ({
  fault: armed.fault,
  operations: armed.operations,
  window: windowOf(armed.fault, armed),
});

function refuseContradiction(armed: Armed, other: Armed): void {
  const why = contradiction(scoped(armed), scoped(other));
  if (why === undefined) return;
  const detail: FaultDetail = {
    field: 'effect',
    message: `contradicts fault "${other.fault.id}": ${why}; disarm that one, or give the two different calls by "nth"`,
    value: other.fault.id,
  };
  throw new FaultError('conflict', [detail]);
}

/** Whether a call is one that a fault looks at: by what it holds and what carries it. */
function concerns({ fault: { match = {} }, fields }: Armed, { body, incoming }: ExchangeState): boolean {
  const isReused = (incoming.connection?.request ?? 1) > 1;
  if (match.connection !== undefined && (match.connection === 'reused') !== isReused) return false;
  return fields.every(({ path, value }) => hasValue(body, path, value));
}

const order = Object.keys(faultEffects);
const inOrder = (armed: readonly Armed[]): Armed[] =>
  armed.toSorted((a, b) => order.indexOf(a.fault.effect.kind) - order.indexOf(b.fault.effect.kind));

/** When the operation takes effect: as the fault says that says so, else never where an answer is replaced. */
function commitOf(armed: readonly Armed[]): Course['commit'] {
  let commit: Course['commit'];
  for (const { fault } of armed) {
    const { effect } = fault;
    if (!replaces.has(effect.kind)) continue;
    const said = 'commit' in effect ? effect.commit : undefined;
    if (said !== undefined) return said;
    if (effect.kind !== 'body') commit = 'never';
    else commit ??= 'before';
  }
  return commit;
}

const replaces = new Set<EffectKind>(['status', 'hang', 'cut', 'body']);

/** Effects that act through the operation: where that takes no effect, there is nothing for them to do. */
const isSuppliers = (kind: EffectKind): boolean =>
  !replaces.has(kind) && kind !== 'delay' && kind !== 'credential';

/** What a call is, and which of its kind: what is drawn for it follows from nothing else. */
function contentOf({ incoming, body, owner }: ExchangeState, what: string, store: Store): string {
  const text = `${what} ${owner} ${incoming.url} ${JSON.stringify(body)}`;
  const [high, low] = hash64(text);
  return `${text} ${store.countUp(high * 0x200000 + (low >>> 11))}`;
}
