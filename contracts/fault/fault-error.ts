import type { ControlDetail } from '../input/index.ts';

/** One mistake in a fault. `valid` lists the valid values, and `nearest` is the valid value most similar to the wrong one. */
export interface FaultDetail extends Readonly<ControlDetail> {
  /** The fault as the user wrote it, such as `--fault "hotel.search:cut"`. */
  readonly source?: string | undefined;
}

/** The error for a fault that cannot be armed. `details` describes every wrong field. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  /** `invalid` if the fault itself is wrong, `conflict` if the fault contradicts another fault. */
  readonly code: 'invalid' | 'conflict';
  readonly details: readonly FaultDetail[];

  constructor(code: FaultError['code'], details: readonly FaultDetail[]) {
    super(`fault: ${details.map(describeDetail).join('; ')}`);
    this.code = code;
    this.details = details;
  }

  /** The details, each as one line of text. */
  get lines(): string[] {
    return this.details.map(describeDetail);
  }

  /**
   * Returns this error for a fault inside a larger value. In the result, each field begins with the path of the fault.
   *
   * @example error.at('faults[1]').details[0].field // 'faults[1].effect.kind'
   */
  at(place: Place): FaultError {
    if (place === undefined) return this;
    const placed = this.details.map(detail => {
      if (typeof place !== 'string') return { ...detail, ...place };
      return { ...detail, field: detail.field === undefined ? place : `${place}.${detail.field}` };
    });
    return new FaultError(this.code, placed);
  }
}

export const describeDetail = ({ source, field, message }: FaultDetail): string =>
  [source, field, message].filter(Boolean).join(': ');

/** The place of a fault: a path, or the text that the user wrote. Undefined if there is only one fault. */
export type Place = string | { readonly source: string } | undefined;
/** Returns the place of an entry of a list. */
export type PlaceOf = (index: number) => Place;

const maxDetails = 100;

/** Collects the FaultErrors of the entries, and stops after 100 mistakes. Throws a FaultError that names the wrong entries. */
export function eachFault<T, R>(
  entries: readonly T[],
  act: (entry: T, index: number) => R,
  placeOf: PlaceOf,
): R[] {
  const wrong: FaultDetail[] = [];
  let code: FaultError['code'] = 'invalid';
  const results: R[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      results.push(act(entry, index));
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      wrong.push(...error.at(placeOf(index)).details);
      code = error.code;
      if (wrong.length >= maxDetails) break;
    }
  }
  if (wrong.length > 0) throw new FaultError(code, wrong.slice(0, maxDetails));
  return results;
}
