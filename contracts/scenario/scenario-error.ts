import type { FaultDetail } from '../fault/index.ts';

/** A scenario that is none; `details` name every field that is wrong, the values that would be right and the nearest. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly details: readonly FaultDetail[];

  constructor(id: string, details: readonly FaultDetail[]) {
    const told = details.map(({ field, message }) =>
      field === undefined ? message : `${field}: ${message}`,
    );
    super(`scenario ${id}: ${told.join('; ')}`);
    this.details = details;
  }
}
