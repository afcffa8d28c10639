/** One thing that is wrong with a fault: where, what, the values that would be right and the nearest of them. */
export interface FaultDetail {
  readonly field?: string | undefined;
  readonly message: string;
  readonly value?: unknown;
  readonly valid?: string[] | undefined;
  readonly nearest?: string | undefined;
}

/** A fault that cannot be armed; `details` name every field that is wrong. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  /** Whether it is wrong in itself, or contradicts what is armed already. */
  readonly code: 'invalid' | 'conflict';
  readonly details: readonly FaultDetail[];

  constructor(code: FaultError['code'], details: readonly FaultDetail[]) {
    const told = details.map(({ field, message }) =>
      field === undefined ? message : `${field}: ${message}`,
    );
    super(`fault: ${told.join('; ')}`);
    this.code = code;
    this.details = details;
  }

  /**
   * The same, of a fault that stands somewhere in what was given.
   *
   * @example error.at('faults[1]').details[0].field // 'faults[1].effect.kind'
   */
  at(place: string): FaultError {
    const placed = this.details.map(detail => ({
      ...detail,
      field: detail.field === undefined ? place : `${place}.${detail.field}`,
    }));
    return new FaultError(this.code, placed);
  }
}

/**
 * Does something with each fault of a list.
 *
 * @param name what the list is called; none when it stands for itself
 * @throws FaultError that names the entry which is wrong: `faults[1].effect.kind`
 */
export function eachFault<T>(given: readonly unknown[], act: (fault: unknown) => T, name = ''): T[] {
  return given.map((fault, index) => {
    try {
      return act(fault);
    } catch (error) {
      throw error instanceof FaultError ? error.at(`${name}[${index}]`) : error;
    }
  });
}
