import { cutName } from '../details.ts';
import { maskText } from '../mask.ts';

/** One thing that is wrong with a fault, the values that would be right, and the nearest of them. */
export interface FaultDetail {
  /** How the user wrote the fault: `--fault "hotel.search:cut"`. */
  readonly source?: string | undefined;
  readonly field?: string | undefined;
  readonly message: string;
  readonly value?: unknown;
  readonly valid?: string[] | undefined;
  readonly nearest?: string | undefined;
}

/** A fault that cannot be armed. `details` name every field that is wrong. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  /** Whether the fault is wrong in itself, or conflicts with another one. */
  readonly code: 'invalid' | 'conflict';
  readonly details: readonly FaultDetail[];

  constructor(code: FaultError['code'], details: readonly FaultDetail[]) {
    super(`fault: ${details.map(describeDetail).join('; ')}`);
    this.code = code;
    this.details = details;
  }

  /** The details as one line each. */
  get lines(): string[] {
    return this.details.map(describeDetail);
  }

  /**
   * Returns the same error, about a fault at a place of a larger value.
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

/** Source, field and message. */
const describeDetail = ({ source, field, message }: FaultDetail): string =>
  [source, field, message].filter(Boolean).join(': ');

/** Text of the user as a message shows it: masked, and cut when it is long. */
export const shownText = (text: string): string => cutName(maskText(text));

/** Where a fault is: a path, or as the user wrote it. Undefined where there is only one. */
export type Place = string | { readonly source: string } | undefined;
/** Names the entries of a list. */
export type PlaceOf = (index: number) => Place;

/** A user reads no more details than this. */
const maxDetails = 100;

/**
 * Calls a function with each entry of a list, and collects what is wrong with any of them.
 *
 * @throws FaultError that names every wrong entry
 * @example eachFault(['cut', 'cutt'], readFault, index => `faults[${index}]`) // FaultError: fault: faults[1].effect.kind: …
 */
export function eachFault<T, R>(
  entries: readonly T[],
  act: (entry: T, index: number) => R,
  placeOf: PlaceOf,
): R[] {
  const wrong: FaultDetail[] = [];
  let code: FaultError['code'] = 'invalid';
  const results = entries.flatMap((entry, index) => {
    try {
      return [act(entry, index)];
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      wrong.push(...error.at(placeOf(index)).details);
      code = error.code;
      return [];
    }
  });
  if (wrong.length > 0) throw new FaultError(code, wrong.slice(0, maxDetails));
  return results;
}
