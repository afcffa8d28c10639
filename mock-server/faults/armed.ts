import type { OperationId } from '#contracts';
import {
  contradiction,
  type Fault,
  FaultError,
  hasValue,
  type PathStep,
  readPath,
  type Scoped,
  scopeOf,
  windowOf,
} from '#contracts/fault';
import type { ExchangeState } from '../middleware/exchange.ts';

/** A fault that is armed, and how often it was met. */
export interface ArmedFault extends Fault {
  readonly id: string;
  /** How many calls matched it, until it could hit none any more. */
  readonly seen: number;
  /** How many of them it hit. */
  readonly fired: number;
}

/** A fault as it is kept, ready to be met. */
export interface Armed {
  readonly fault: Fault & { id: string };
  readonly operations: readonly OperationId[];
  readonly fields: readonly { path: readonly PathStep[]; value: string }[];
  /** The calls it can hit, by how manieth that matches they are; and how many of them at most. */
  readonly first: number;
  readonly last: number;
  readonly times: number;
  seen: number;
  fired: number;
  /** What its effect remembers between calls. */
  readonly memory: Record<string, number>;
}

/**
 * A fault with everything that a call is compared with.
 *
 * @throws FaultError when it can act nowhere
 */
export function prepare(fault: Fault & { id: string }): Armed {
  const {
    body = {},
    nth = [1, Number.POSITIVE_INFINITY],
    times = Number.POSITIVE_INFINITY,
  } = fault.match ?? {};
  const [first, last] = typeof nth === 'number' ? [nth, nth] : nth;
  const fields = Object.entries(body).map(([path, value]) => ({
    path: readPath(path) ?? [],
    value: String(value),
  }));
  return { fault, operations: scopeOf(fault), fields, first, last, times, seen: 0, fired: 0, memory: {} };
}

/** Whether it can hit no call any more. */
export const isSpent = ({ seen, last, fired, times }: Armed): boolean => seen >= last || fired >= times;

/** A fault as it is shown. */
export function view({ fault, seen, fired }: Armed): ArmedFault {
  const { id, ...rest } = structuredClone(fault);
  return { id, ...rest, seen, fired };
}

/** Whether a call is one of those that a fault looks at: by what it holds and what carries it. */
export function concerns({ fault: { match }, fields }: Armed, { body, incoming }: ExchangeState): boolean {
  if (match?.connection !== undefined) {
    const isReused = (incoming.connection?.request ?? 1) > 1;
    if ((match.connection === 'reused') !== isReused) return false;
  }
  return fields.every(({ path, value }) => hasValue(body, path, value));
}

const scoped = (armed: Armed): Scoped => ({
  fault: armed.fault,
  operations: armed.operations,
  window: windowOf(armed.fault, armed),
});

/** Throws a FaultError when two faults cannot both be armed. */
export function refuseContradiction(armed: Armed, other: Armed): void {
  const why = contradiction(scoped(armed), scoped(other));
  if (why === undefined) return;
  const message = `contradicts fault "${other.fault.id}": ${why}; disarm that one, or let the two hit other operations, or the same ones with another "nth"`;
  throw new FaultError('conflict', [{ field: 'effect', message, value: other.fault.id }]);
}
