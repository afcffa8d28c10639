import { maskText } from '#contracts/exchange';
import type { Profile } from '#contracts/profile';
import { type Provenance, sourceOf } from '#contracts/provenance';
import { isObject } from '#contracts/util';
import type { ComparedField, FieldState } from '../report-schema.ts';
import { type Comparable, expectedValue, type Field, fieldsOfAnswer, mismatchesOf, typeOf } from './field.ts';
import {
  type Compared,
  type Guess,
  guessNames,
  matchNames,
  type SettledNames,
  type UnknownField,
} from './names.ts';

/** An answer with status 200. The JSON has the field names of the supplier. */
export interface SupplierAnswer {
  readonly json: unknown;
  /** Whether the answer has Errors[]. In this case, a missing field is not a difference. */
  readonly isPartial?: boolean;
}

/** The options for comparing answers with the contract. */
export interface CompareOptions {
  /** The profile with the field names of the supplier that are already known. */
  readonly profile?: Profile | undefined;
  /** Field names that the answers of several operations have confirmed. */
  readonly settled?: SettledNames;
  /** Removes secrets from texts that the supplier sent. */
  readonly hide?: ((text: string) => string) | undefined;
}

/** A value in an answer, with the index of the answer. */
interface Value {
  readonly answer: number;
  readonly value: unknown;
  readonly isPartial: boolean;
}

interface Run {
  readonly settled: SettledNames;
  readonly hide: (text: string) => string;
  readonly fields: ComparedField[];
  readonly guesses: Guess[];
}

const maxGot = 4;
/**
 * The maximum number of unknown fields to report for one object. Without this limit, a map from ids to values would fill the
 * report.
 */
const maxUnknownFields = 25;

/**
 * Compares the answers of one operation with the schema of the operation, field by field. The result for a field is
 * `not-seen` instead of `missing` if no answer contains the object to which the field belongs.
 *
 * @example compareAnswers(operations['hotel.search'], [{ json }]).fields.filter(({ weight }) => weight === 'drift')
 */
export function compareAnswers(
  operation: Comparable,
  answers: readonly SupplierAnswer[],
  { profile = { name: '' }, settled = new Map(), hide = text => text }: CompareOptions = {},
): Compared {
  // Whole names are masked before they are shortened, because a part of a secret would not be recognized.
  const run: Run = { settled, hide: text => hide(maskText(text)), fields: [], guesses: [] };
  const root = fieldsOfAnswer(operation, profile);
  const values = answers.map(({ json, isPartial = false }, answer) => ({ answer, value: json, isPartial }));
  compareField(root, { values, lacking: [], of: answers.length, isRenamed: false }, run);
  compareInside(root, values, run);
  return run;
}

/** Compares the fields of the given objects. If the values are lists, compares the objects in the lists. */
function compareInside({ form, fields, path }: Field, all: readonly Value[], run: Run): void {
  if (fields.length === 0) return;
  const values = form === 'list' ? all.flatMap(entriesOf) : all;
  const objects = values.filter(({ value }) => isObject(value));
  const of = answersIn(objects);
  const unknown = unknownFields(objects, fields);
  const unseen = fields.filter(({ profileName }) => of > 0 && valuesUnder(profileName, objects).length === 0);
  // A name that contains a secret must not get into a profile, so this name is not matched with a field.
  const nameable = unknown.filter(({ key }) => run.hide(key) === key);
  const matches = matchNames(unseen, nameable, run.settled);
  const taken = new Set([...matches.values()].map(({ key }) => key));
  const left = unknown.filter(({ key }) => !taken.has(key));
  const open = unseen.filter(field => !matches.has(field));
  run.guesses.push(
    ...guessNames(
      open,
      left.filter(one => nameable.includes(one)),
    ),
  );
  for (const field of fields) {
    const match = matches.get(field);
    const key = match?.key ?? field.profileName;
    const own = valuesUnder(key, objects);
    if (match) run.fields.push({ ...renamed(field, match), answers: answersIn(own), of });
    const lacking = objects.filter(({ value, isPartial }) => !isPartial && !hasKey(value, key));
    compareField(field, { values: own, lacking, of, isRenamed: match !== undefined }, run);
    compareInside(field, own, run);
  }
  const prefix = path === '' ? '' : `${path}.`;
  for (const { key, values: entries } of left)
    run.fields.push({
      field: prefix + run.hide(key),
      state: 'extra',
      weight: 'learned',
      answers: answersIn(valuesUnder(key, objects)),
      of,
      got: distinct(entries.map(typeOf)),
    });
}

function renamed(field: Field, { key, because }: { readonly key: string; readonly because: string }) {
  const renaming = { ...difference(field, 'other-name', field.provenance), called: key, because };
  if (key !== field.name) return renaming;
  // The supplier uses the name of the contract, so the name in the profile is wrong.
  const why = `the name in the contract is right; the given profile says "${field.profileName}"`;
  return { ...renaming, weight: 'learned' as const, because: why };
}

interface Occurrences {
  readonly values: readonly Value[];
  /** The objects that lack the field. Objects in answers with Errors[] are not included. */
  readonly lacking: readonly Value[];
  /** The number of answers that contain the object to which the field belongs. */
  readonly of: number;
  readonly isRenamed: boolean;
}

/** Compares one field with the contract. Checks whether the field is present and whether its values match. */
function compareField(field: Field, { values, lacking, of, isRenamed }: Occurrences, run: Run): void {
  const { path, provenance, isRequired } = field;
  const isMissing = isRequired && lacking.length > 0;
  if (isMissing) {
    const answers = answersIn(lacking);
    run.fields.push({
      ...difference(field, 'missing', provenance),
      answers,
      of,
      expected: expectedValue(field),
    });
  }
  const seen = { ...originOf(provenance), answers: answersIn(values), of };
  if (values.length === 0) {
    if (!isMissing) run.fields.push({ field: path, state: 'not-seen', ...seen });
    return;
  }
  const wrong = values.flatMap(one =>
    mismatchesOf(one.value, field).map(mismatch => ({ ...one, ...mismatch })),
  );
  for (const alike of Map.groupBy(wrong, ({ state, expected }) => `${state} ${expected}`).values()) {
    const [{ state, expected } = { state: 'other-type' as const, expected: '' }] = alike;
    run.fields.push({
      ...difference(field, state, state === 'other-value' ? field.wordsProvenance : field.formProvenance),
      answers: answersIn(alike),
      of,
      expected,
      got: distinct(alike.map(({ got }) => run.hide(got))),
    });
  }
  if (wrong.length === 0 && !isMissing && !isRenamed)
    run.fields.push({ field: path, state: provenance.kind === 'specified' ? 'same' : 'known', ...seen });
}

const originOf = (provenance: Provenance) => ({ provenance: provenance.kind, source: sourceOf(provenance) });

/** Returns a difference. The difference counts as drift if the specification defines the field. */
const difference = ({ path }: Field, state: FieldState, provenance: Provenance) => ({
  field: path,
  state,
  weight: provenance.kind === 'specified' ? ('drift' as const) : ('learned' as const),
  ...originOf(provenance),
});

const hasKey = (value: unknown, key: string): boolean => isObject(value) && Object.hasOwn(value, key);

const entriesOf = (one: Value): Value[] =>
  Array.isArray(one.value) ? one.value.map(value => ({ ...one, value })) : [];

const valuesUnder = (key: string, objects: readonly Value[]): Value[] =>
  objects.flatMap(one =>
    isObject(one.value) && hasKey(one.value, key) ? [{ ...one, value: one.value[key] }] : [],
  );

const answersIn = (values: readonly Value[]): number => new Set(values.map(({ answer }) => answer)).size;

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, maxGot);

function unknownFields(objects: readonly Value[], fields: readonly Field[]): UnknownField[] {
  const known = new Set(fields.map(({ profileName }) => profileName));
  const keys = objects.flatMap(({ value }) => Object.keys(value as object)); // callers pass only objects
  const unknown = [...new Set(keys)].filter(key => !known.has(key)).slice(0, maxUnknownFields);
  return unknown.map(key => ({ key, values: valuesUnder(key, objects).map(({ value }) => value) }));
}
