import type { OperationId } from '../operations/index.ts';
import { readFault } from './read-fault.ts';
import type { Fault } from './schema.ts';
import { scopeOf } from './scope.ts';

/** A fault that was read and checked, with the operations it acts on. It is not read again when it is armed. */
export class ParsedFault implements Fault {
  declare readonly id?: Fault['id'];
  declare readonly match?: Fault['match'];
  declare readonly effect: Fault['effect'];
  // Private, so that a copy of the fault as plain data is what the user wrote.
  readonly #operations: readonly OperationId[];
  readonly #source: string | undefined;

  constructor(fault: Fault, operations: readonly OperationId[], source?: string) {
    Object.assign(this, structuredClone({ ...fault }));
    this.#operations = operations;
    this.#source = source;
  }

  get operations(): readonly OperationId[] {
    return this.#operations;
  }

  withId(id: string): ParsedFault {
    return new ParsedFault({ ...this, id }, this.#operations, this.#source);
  }

  /** Notes how the user wrote it, for messages. */
  withSource(source: string): ParsedFault {
    return new ParsedFault(this, this.#operations, source);
  }

  get source(): string | undefined {
    return this.#source;
  }
}

/**
 * Parses a fault from its shorthand or from an object, and finds the operations it acts on. The one place for the command
 * line, the control API, scenarios and code.
 *
 * @throws FaultError that names every field that is wrong, the valid values and the nearest
 * @example parseFault('*.doBooking:cut,product=car').operations // ['car.doBooking']
 */
export function parseFault(given: unknown): ParsedFault {
  if (given instanceof ParsedFault) return given;
  const fault = readFault(given);
  return new ParsedFault(fault, scopeOf(fault));
}
