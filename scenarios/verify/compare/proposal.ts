import type { FieldChange } from '#contracts/profile';
import { isObject, type JsonObject } from '#contracts/util';
import type { FieldState } from '../report-schema.ts';
import { type Field, mismatchesOf } from './field.ts';

/** A change of one field that may explain a difference. */
export interface Proposal {
  readonly field: Field;
  readonly change: FieldChange;
  /** The evidence for the change, for reports. */
  readonly because: string;
  /** The kind of the difference that the change explains. */
  readonly state: FieldState;
  readonly expected?: string;
  readonly got?: readonly string[];
  /** Whether the given profile has another name for the field, but the supplier uses the name of the contract. */
  readonly isCorrection?: true;
}

/** The objects at one place of the answers, and the fields of the contract at this place. */
export interface ObjectContext {
  /** The field whose value is the object; the whole answer for the objects at the top. */
  readonly parent: Field;
  readonly objects: readonly JsonObject[];
  readonly unknown: readonly UnknownField[];
  /** Whether a key of the supplier can be in a profile. A key that contains a secret cannot. */
  readonly isNameable: (key: string) => boolean;
}

/** A field, with its values, that an answer contains but the contract does not define. */
export interface UnknownField {
  readonly key: string;
  readonly values: readonly unknown[];
}

const maxSamples = 20;

/** Whether the values have the form of a field. Null counts as no value. */
export function fits(values: readonly unknown[], field: Field): boolean {
  const samples = samplesOf(values).slice(0, maxSamples);
  return samples.length > 0 && samples.every(value => mismatchesOf(value, field).length === 0);
}

/** Returns the values that are not null. */
export const samplesOf = (values: readonly unknown[]): unknown[] => values.filter(value => value !== null);

/** Returns the values of a key in objects. Objects without the key are left out. */
export const valuesOf = (key: string, objects: readonly unknown[]): unknown[] =>
  objects.flatMap(object => (isObject(object) && Object.hasOwn(object, key) ? [object[key]] : []));

/** Returns the keys that occur in the objects, each once. */
export const keysIn = (objects: readonly unknown[]): string[] => [
  ...new Set(objects.filter(isObject).flatMap(object => Object.keys(object))),
];
