import { applyProfile, isOperationId, operations } from '#contracts';
import type { Profile } from '#contracts/profile';
import { type Provenance, sourceOf } from '#contracts/provenance';
import { asObject, isObject, type JsonObject, maskText } from '#contracts/util';
import type { ComparedField, FieldState } from '../report-schema.ts';
import { errorsIn } from '../safe-text.ts';
import {
  type Comparable,
  expectedValue,
  type Field,
  fieldsOfAnswer,
  formatOf,
  mismatchesOf,
  sharedPlaces,
  typeOf,
} from './field.ts';
import {
  groupAlike,
  keysIn,
  type Proposal,
  proposeCorrections,
  proposeNames,
  proposePlaces,
  samplesOf,
  type UnknownField,
  valuesOf,
} from './propose.ts';
import { proposeValues } from './propose-values.ts';

export interface Compared {
  readonly id: string;
  readonly fields: ComparedField[];
  readonly proposals: Proposal[];
  /** By the paths of the fields: the right values, and the answers that contain the field and the object around it. */
  readonly counts: Map<string, { readonly right: number; readonly answers: number; readonly of: number }>;
}

export interface CompareOptions {
  readonly profile?: Profile | undefined;
  readonly hide?: ((text: string) => string) | undefined;
}

interface Value {
  readonly answer: number;
  readonly value: unknown;
  /** Whether the answer has Errors[], so that a missing field is no difference. */
  readonly isPartial: boolean;
}

interface Run extends Compared {
  readonly hide: (text: string) => string;
  /** The paths of fields that have the same place as another field, and so can be missing. */
  readonly shared: ReadonlySet<string>;
}

const maxGot = 4;
/** For one object. Without this limit, a map from ids to values would fill the report. */
const maxUnknownFields = 25;

/** After a translation with the profile. A field is `not-seen` instead of `missing` if no answer contains the object around it. */
export function compareAnswers(
  operation: Comparable,
  answers: readonly unknown[],
  { profile = { name: '' }, hide = text => text }: CompareOptions = {},
): Compared {
  const root = fieldsOfAnswer(operation, profile);
  const run: Run = {
    // Whole names are masked before they are shortened, because a part of a secret would not be recognized.
    hide: text => hide(maskText(text)),
    shared: sharedPlaces(root),
    id: operation.id,
    fields: [],
    proposals: [],
    counts: new Map(),
  };
  const toContract = readerOf(operation, profile);
  const values = answers.map((json, answer) => {
    const value = toContract(json);
    return { answer, value, isPartial: errorsIn(value).length > 0 };
  });
  compareField(root, { values, lacking: [], of: answers.length }, run);
  compareInside(root, values, { run });
  run.proposals.push(...proposeCorrections(root, root.form === 'list' ? answers.flat() : answers));
  // A profile cannot change the answers of tools.
  return isOperationId(operation.id) ? run : { ...run, proposals: [] };
}

function readerOf({ id }: Comparable, profile: Profile): (json: unknown) => unknown {
  if (!isOperationId(id)) return json => json;
  const dialect = applyProfile(operations, profile);
  return json => dialect.toContract(id, 'answer', json);
}

function compareInside(
  parent: Field,
  all: readonly Value[],
  { run, outer = [] }: { readonly run: Run; readonly outer?: readonly UnknownField[] },
): void {
  const { form, fields, path } = parent;
  if (fields.length === 0) return;
  const values = form === 'list' ? all.flatMap(entriesOf) : all;
  const present = values.filter(({ value }) => isObject(value));
  const objects = present.map(({ value }) => asObject(value));
  const of = answersIn(present);
  const unknown = unknownFields(objects, fields);
  // A name with a secret must not get into a profile, and a name with a dot would be a path.
  const isNameable = (key: string) => run.hide(key) === key && !key.includes('.');
  // The object around contains the fields of an object that the dialect leaves out.
  const candidates = parent.placed?.isUnwrapped ? [...unknown, ...outer] : unknown;
  const context = { parent, objects, unknown: candidates, isNameable };
  if (objects.length > 0)
    run.proposals.push(
      ...proposeNames(context),
      ...proposePlaces(context),
      ...fields.flatMap(field => proposeValues(field, context)),
    );
  for (const field of fields) {
    const own = valuesUnder(field.name, present);
    const lacking = present.filter(({ value, isPartial }) => !isPartial && !hasKey(value, field.name));
    compareField(field, { values: own, lacking, of }, run);
    compareInside(field, own, { run, outer: candidates });
  }
  const prefix = path === '' ? '' : `${path}.`;
  for (const { key, values: entries } of unknown)
    run.fields.push({
      field: prefix + run.hide(key),
      state: 'extra',
      weight: 'learned',
      answers: answersIn(valuesUnder(key, present)),
      of,
      got: distinct(entries.map(typeOf)),
    });
}

interface Occurrences {
  readonly values: readonly Value[];
  /** The objects that lack the field. Objects in answers with Errors[] are not included. */
  readonly lacking: readonly Value[];
  /** The number of answers that contain the object to which the field belongs. */
  readonly of: number;
}

function compareField(field: Field, { values, lacking, of }: Occurrences, run: Run): void {
  const { path, provenance, isRequired } = field;
  const isMissing = isRequired && lacking.length > 0 && !run.shared.has(path);
  const answers = answersIn(values);
  run.counts.set(path, { right: countRight(values, field), answers, of });
  if (isMissing)
    run.fields.push({
      ...difference(field, 'missing', provenance),
      answers: answersIn(lacking),
      of,
      expected: expectedValue(field),
    });
  const wrong = values.flatMap(one =>
    mismatchesOf(one.value, field).map(mismatch => ({ ...one, ...mismatch })),
  );
  for (const alike of groupAlike(wrong, ({ state, expected }) => [state, expected])) {
    const [{ state, expected }] = alike;
    run.fields.push({
      ...difference(field, state, state === 'other-value' ? field.wordsProvenance : field.formProvenance),
      answers: answersIn(alike),
      of,
      expected,
      got: distinct(alike.map(({ got }) => run.hide(got))),
      ...(state === 'other-value' && hintFor(field, values)),
    });
  }
  if (wrong.length > 0 || isMissing) return;
  const found = provenance.kind === 'specified' ? 'same' : 'known';
  const state = values.length === 0 ? 'not-seen' : found;
  run.fields.push({ field: path, state, ...originOf(provenance), answers, of });
}

function hintFor(field: Field, values: readonly Value[]): { readonly hint?: string } {
  const entries = field.form === 'list' ? values.flatMap(entriesOf) : values;
  const form = formatOf(samplesOf(entries.map(({ value }) => value)), field);
  const [word] = field.words ?? [];
  if (form && 'possible' in form)
    return {
      hint: `the values fit ${form.possible.join(' and ')}; write the right one as "format" of ${field.name}`,
    };
  if (word === undefined) return {};
  return {
    hint: `if you know what a word means, write it as "values" of ${field.name}: { ${word}: <word> }`,
  };
}

const countRight = (values: readonly Value[], field: Field): number =>
  values
    .flatMap(({ value }) =>
      field.form === 'list' && Array.isArray(value) ? value.map(one => [one]) : [value],
    )
    .filter(value => mismatchesOf(value, field).length === 0).length;

const originOf = (provenance: Provenance) => ({ provenance: provenance.kind, source: sourceOf(provenance) });

export const difference = ({ path }: Field, state: FieldState, provenance: Provenance) => ({
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

function unknownFields(objects: readonly JsonObject[], fields: readonly Field[]): UnknownField[] {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = keysIn(objects)
    .filter(key => !known.has(key))
    .slice(0, maxUnknownFields);
  return unknown.map(key => ({ key, values: valuesOf(key, objects) }));
}
