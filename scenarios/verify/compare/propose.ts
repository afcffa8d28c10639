import type { FieldChange } from '#contracts/profile';
import { asList, isObject, type JsonObject, valueAt } from '#contracts/util';
import type { FieldState } from '../report-schema.ts';
import { type Field, mismatchesOf } from './field.ts';

export interface Proposal {
  readonly field: Field;
  readonly change: FieldChange;
  readonly because: string;
  readonly state: FieldState;
  readonly expected?: string;
  readonly got?: readonly string[];
  /** Whether the given profile has another name for the field, but the supplier uses the name of the contract. */
  readonly isCorrection?: true;
  /** Whether other operations must confirm the name. */
  readonly isGuess?: true;
  /** The inner fields whose names the object around also has, such as Errors of a booking at the top. They get names of their own. */
  readonly shared?: readonly string[];
}

export interface ObjectContext {
  readonly parent: Field;
  readonly objects: readonly JsonObject[];
  readonly unknown: readonly UnknownField[];
  /** Whether a key of the supplier can be in a profile. A key that contains a secret cannot. */
  readonly isNameable: (key: string) => boolean;
}

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

/** Of several candidates, none is chosen. */
export const only = <One>(all: readonly One[]): One | undefined => (all.length === 1 ? all[0] : undefined);

/** No group is empty. */
export const groupAlike = <One>(all: readonly One[], keyOf: (one: One) => unknown) =>
  [...Map.groupBy(all, one => JSON.stringify(keyOf(one))).values()] as [One, ...One[]][];

export const samplesOf = (values: readonly unknown[]): unknown[] => values.filter(value => value !== null);

export const valuesOf = (key: string, objects: readonly unknown[]): unknown[] =>
  objects.flatMap(object => (isObject(object) && Object.hasOwn(object, key) ? [object[key]] : []));

export const keysIn = (objects: readonly unknown[]): string[] => [
  ...new Set(objects.filter(isObject).flatMap(object => Object.keys(object))),
];

export const sameSpelling = (name: string, other: string): boolean => plain(name) === plain(other);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const fillers = new Set('is has can of num number count amount list text label value'.split(' '));
/** Words that occur in many field names. Two names can be similar even if only one name contains such a word. */
const generic = new Set('id name date price type status'.split(' ').map(stem));
/** Common abbreviations. Other short forms are not accepted, because `Age`, for example, is not short for `agency`. */
const abbreviations = new Map(
  Object.entries({
    addr: 'address',
    cat: 'category',
    desc: 'description',
    dest: 'destination',
    info: 'information',
    lat: 'latitude',
    lon: 'longitude',
    ref: 'reference',
  }),
);

/** From 0 to 1. The second name must contain every specific word of the first name, and no other specific word. */
export function nameSimilarity(name: string, other: string): number {
  const [own, others] = [nameWords(name), nameWords(other)];
  const telling = own.filter(word => !generic.has(word));
  // If a name contains only generic words, such as "Id", the other name must contain all these words.
  const needed = telling.length > 0 ? telling : own;
  const isSame = others.length > 0 && others.every(word => own.includes(word));
  return isSame && needed.every(word => others.includes(word)) ? others.length / own.length : 0;
}

const nameWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/check[^a-z0-9]*(in|out)/g, 'check$1')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !fillers.has(word))
    .filter((word, index, words) => word !== 'session' || words[index + 1] !== 'token')
    .map(word => (word === 'code' ? 'id' : stem(abbreviations.get(word) ?? word)));

/** Returns the singular of a word, with single letters instead of double letters. */
function stem(word: string): string {
  const singular = word.replace(/ies$/, 'y').replace(/(?<=x|ss|sh|ch)es$|(?<=[^s])s$/, '');
  return singular.replace(/(.)\1/g, '$1');
}

/** How a proposed change of a field is written, if answers differ in this way. */
const proposing =
  (state: FieldState) =>
  (field: Field, change: FieldChange, because: string): Proposal => ({ field, change, because, state });

const renaming = proposing('other-name');
const other = proposing('other-place');

export function proposeNames({ parent, objects, unknown, isNameable }: ObjectContext): Proposal[] {
  const unseen = unseenIn(parent.fields, objects);
  const nameable = unknown.filter(({ key }) => isNameable(key));
  const matches = matchNames(unseen, nameable);
  const taken = new Set([...matches.values()].map(({ key }) => key));
  const open = unseen.filter(field => !matches.has(field));
  const free = nameable.filter(({ key }) => !taken.has(key));
  const found = [...matches.values()].map(({ field, key, because }) => renaming(field, { to: key }, because));
  return [...found, ...guessNames(open, free)];
}

/** If two candidates match equally well, neither is chosen. */
function matchNames(fields: readonly Field[], unknown: readonly UnknownField[]): Map<Field, Match> {
  const candidates = fields
    .flatMap(field => unknown.flatMap(one => matchOf(field, one) ?? []))
    .sort((a, b) => b.score - a.score);
  const matches = new Map<Field, Match>();
  const taken = new Set<string>();
  const isFree = ({ field, key }: Match) => !matches.has(field) && !taken.has(key);
  for (const best of candidates) {
    const { field, key, score } = best;
    const isRival = (other: Match) =>
      isFree(other) && other.score === score && (other.field === field) !== (other.key === key);
    if (!isFree(best) || candidates.some(isRival)) continue;
    matches.set(field, best);
    taken.add(key);
  }
  return matches;
}

type Match = NonNullable<ReturnType<typeof matchOf>>;

function matchOf(field: Field, { key, values }: UnknownField) {
  const { name } = field;
  const as = (score: number, because: string) => ({ field, key, because, score });
  if (sameSpelling(key, name)) return as(10, 'the name differs only in capitals or separators');
  if (!fits(values, field)) return undefined;
  const similarity = nameSimilarity(name, key);
  if (hasFields(values, field)) return as(6 + similarity, 'the object contains the same fields');
  return similarity > 0 ? as(2 + similarity, 'the names and the values are similar') : undefined;
}

/** If exactly one unknown field fits. */
function guessNames(unseen: readonly Field[], unknown: readonly UnknownField[]): Proposal[] {
  const missing = unseen.filter(({ isRequired }) => isRequired);
  return missing.flatMap(field => {
    const one = only(unknown.filter(({ values }) => fits(values, field)));
    if (!one || missing.some(other => other !== field && fits(one.values, other))) return [];
    const because = `the field is the only unknown field of this type in all answers without ${field.name}`;
    return [{ ...renaming(field, { to: one.key }, because), isGuess: true }];
  });
}

/** Returns the guesses that enough operations suggest, if no operation suggests another name. */
export function settleNames(guesses: readonly Proposal[]): Proposal[] {
  const distinct = (all: readonly unknown[]) => new Set(all).size;
  return groupAlike(guesses, ({ field }) => field.name)
    .filter(alike => distinct(alike.map(({ change }) => change.to)) === 1)
    .filter(alike => distinct(alike.map(({ field }) => field.id)) >= minMatches)
    .flat();
}

/** A smaller number could be a coincidence. */
const minMatches = 3;

/** One object further in or out, or another form of a list. */
export function proposePlaces(context: ObjectContext): Proposal[] {
  const { fields } = context.parent;
  return [
    ...fields.flatMap(field => [
      ...wrapped(field, context),
      ...listed(field, context),
      ...firstApart(field, context),
      ...unwrapped(field, context),
    ]),
    ...movedIn(context),
    ...movedOut(context),
  ];
}

/** Such as `Value: { Value, Currency }`, or entries in objects of their own. */
function wrapped(field: Field, { objects, parent, isNameable }: ObjectContext): Proposal[] {
  const values = samplesOf(valuesOf(field.name, objects));
  if (field.form === 'list' && values.length > 0 && values.every(Array.isArray)) {
    const entries = values.flat();
    const key = only(keysIn(entries));
    if (key === undefined || !entries.every(isObject) || !isNameable(key)) return [];
    if (field.fields.some(({ name }) => name === key)) return [];
    const inside = valuesOf(key, entries);
    const isRight = field.fields.length > 0 ? hasFields(inside, field) : fits([inside], field);
    return isRight
      ? [other(field, { each: key }, `each entry of the list is in an object with the one field ${key}`)]
      : [];
  }
  if (field.form === 'object' || values.length === 0 || !values.every(isObject)) return [];
  const place = dialectKey(field, parent);
  const keys = keysIn(values).filter(key => isNameable(key) && fits(valuesOf(key, values), field));
  const alike = keys.filter(key => sameSpelling(key, field.name));
  const key = only(alike.length > 0 ? alike : keys);
  if (key === undefined || place === undefined) return [];
  const because = `the value is in an object, and ${key} is its only field with this name or form`;
  return [other(field, { to: `${place}.${key}` }, because)];
}

function listed(field: Field, { objects }: ObjectContext): Proposal[] {
  const values = samplesOf(valuesOf(field.name, objects));
  const isListed = values.length > 0 && values.every(value => Array.isArray(value) && value.length === 1);
  if (field.form === 'list' || !isListed || !fits(values.flat(), field)) return [];
  return [other(field, { as: 'list' }, 'every value is a list with one entry')];
}

/** Such as `Error: { … }` for Errors. */
function firstApart(field: Field, { objects, unknown, isNameable }: ObjectContext): Proposal[] {
  if (field.form !== 'list' || field.fields.length === 0) return [];
  const found = unknown.filter(({ key, values }) => {
    const samples = samplesOf(values);
    const isAlike = nameSimilarity(field.name, key) > 0 || sameSpelling(field.name, key);
    const isEntry = samples.length > 0 && samples.every(isObject) && hasOne(samples, field);
    return isAlike && isNameable(key) && isEntry;
  });
  const one = only(found);
  const isFull = (list: unknown) => Array.isArray(list) && list.length > 0;
  const isWithList = (object: JsonObject) => one && isObject(object[one.key]) && isFull(object[field.name]);
  if (!one || objects.some(isWithList)) return [];
  const because = `${one.key} is a single object with fields of an entry of ${field.name}`;
  return [other(field, { first: one.key }, because)];
}

function unwrapped(field: Field, { objects, unknown, parent }: ObjectContext): Proposal[] {
  if (field.form !== 'object' || valuesOf(field.name, objects).length > 0) return [];
  const known = field.fields.filter(({ name }) => unknown.some(({ key }) => sameSpelling(key, name)));
  if (!isEnough(known, field)) return [];
  const because = `the object around ${field.name} contains ${known.length} fields of ${field.name}`;
  const shared = field.fields
    .map(({ name }) => name)
    .filter(name => parent.fields.some(one => one.name === name));
  return [{ ...other(field, { to: '.' }, because), shared }];
}

function movedIn(context: ObjectContext): Proposal[] {
  const { objects, parent, isNameable } = context;
  const unseen = unseenIn(parent.fields, objects);
  const found = holders(context).flatMap(({ place, values, fields, isValue }) => {
    const free = keysIn(values).filter(key => !fields.some(({ name }) => name === key) && isNameable(key));
    const moved = unseen.flatMap(field =>
      free
        .filter(key => sameSpelling(key, field.name) && fitsPlace(valuesOf(key, values), field))
        .map(key => ({ field, place, to: `${place}.${key}` })),
    );
    return isValue ? moved : moved.filter(({ field }) => isTelling(field, moved.length));
  });
  return found.flatMap(({ field, place, to }) => {
    if (!only(found.filter(one => one.field === field))) return [];
    return [other(field, { to }, `the object ${place} contains a field with this name`)];
  });
}

/** Whether a field of the same name in another object is more than a coincidence. */
const isTelling = ({ name, isRequired }: Field, together: number): boolean =>
  together > 1 || (isRequired && /[a-z][A-Z]/.test(name));

/** Returns the objects inside that may contain fields of the object around: all unknown ones, and those in place of a value. */
function holders({ objects, unknown, parent }: ObjectContext) {
  const known = parent.fields
    .filter(({ form }) => form !== 'list')
    .map(field => ({ ...field, key: dialectKey(field, parent), values: valuesOf(field.name, objects) }));
  return [...unknown.map(one => ({ ...one, fields: [], form: 'object' })), ...known].flatMap(
    ({ key, values, fields, form }) =>
      key === undefined
        ? []
        : [{ place: key, values: values.filter(isObject), fields, isValue: form === 'value' }],
  );
}

function movedOut({ objects, unknown, parent, isNameable }: ObjectContext): Proposal[] {
  const inside = parent.fields
    .filter(({ form, placed }) => form === 'object' && placed?.isUnwrapped !== true)
    .flatMap(field => {
      const unseen = unseenIn(field.fields, valuesOf(field.name, objects).filter(isObject));
      const alike = unseen.filter(({ name }) => unknown.some(({ key }) => sameSpelling(name, key)));
      return unseen.filter(one => isTelling(one, alike.length));
    });
  return unknown.flatMap(({ key, values }) => {
    const field = only(inside.filter(one => sameSpelling(one.name, key) && fitsPlace(values, one)));
    if (!field || !isNameable(key)) return [];
    return [other(field, { to: `../${key}` }, 'the object around contains a field with this name')];
  });
}

const unseenIn = (fields: readonly Field[], objects: readonly JsonObject[]): Field[] =>
  objects.length === 0 ? [] : fields.filter(({ name }) => valuesOf(name, objects).length === 0);

/** Whether values of the same name can be the field. The types may differ, because a later step can learn another type. */
const fitsPlace = (values: readonly unknown[], field: Field): boolean => {
  const samples = samplesOf(values);
  if (field.form === 'value') return samples.length > 0 && !samples.some(value => typeof value === 'object');
  return fits(values, field);
};

/** At the supplier; undefined if the field has another place. */
function dialectKey({ placed }: Field, parent: Field): string | undefined {
  const around = parent.form === 'list' ? [] : (parent.placed?.at ?? []);
  const isInside =
    placed?.at.length === around.length + 1 && around.every((step, i) => placed.at[i] === step);
  return isInside && !placed.isUnwrapped ? placed.at.at(-1) : undefined;
}

/** Whether the objects have enough fields of the contract, including half of the required fields. */
function hasFields(values: readonly unknown[], field: Field): boolean {
  const keys = Object.keys(values.flat().find(isObject) ?? {});
  const known = field.fields.filter(({ name }) => keys.some(key => sameSpelling(key, name)));
  return isEnough(known, field);
}

function isEnough(known: readonly Field[], { fields }: Field): boolean {
  const required = (some: readonly Field[]) => some.filter(({ isRequired }) => isRequired).length;
  return known.length >= minMatches && required(known) * 2 >= required(fields);
}

const hasOne = (values: readonly unknown[], { fields }: Field): boolean =>
  keysIn(values).some(key => fields.some(({ name }) => sameSpelling(name, key)));

/** No answer has them, but the name of the contract. A translation would hide that: a dialect also reads the names of the contract. */
export function proposeCorrections(
  { fields }: Pick<Field, 'fields'>,
  roots: readonly unknown[],
  around: readonly string[] = [],
): Proposal[] {
  return fields.flatMap(field => {
    const { placed, name, form } = field;
    if (!placed) return [];
    const { at, isUnwrapped, change } = placed;
    const isScope = form === 'list' || change.isListed === true;
    const entries = isScope ? roots.flatMap(root => entriesAt(root, at, change.each)) : roots;
    const inside = proposeCorrections(field, entries, isScope ? [] : at);
    const contract = [...around, name];
    const isWrong =
      !isUnwrapped &&
      placed.entry !== undefined &&
      at.join('.') !== contract.join('.') &&
      !roots.some(root => hasAt(root, at)) &&
      roots.some(root => hasAt(root, contract)) &&
      !fields.some(other => other !== field && other.placed?.at.join('.') === contract.join('.'));
    const because = `the name in the contract is right; the given profile says "${at.at(-1)}"`;
    return isWrong ? [{ ...renaming(field, { to: name }, because), isCorrection: true }, ...inside] : inside;
  });
}

const hasAt = (root: unknown, path: readonly string[]): boolean => valueAt(root, path) !== undefined;

function entriesAt(root: unknown, path: readonly string[], each: string | undefined): unknown[] {
  const entries = asList(valueAt(root, path));
  return each === undefined ? entries : entries.map(entry => valueAt(entry, [each]));
}
