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
}
