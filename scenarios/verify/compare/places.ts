import { isObject, type JsonObject } from '#contracts/util';
import type { Field } from './field.ts';
import { fits, keysIn, type ObjectContext, type Proposal, samplesOf, valuesOf } from './proposal.ts';
import { nameSimilarity, sameSpelling } from './similarity.ts';

/** The minimum number of fields that two objects have in common. A smaller number could be a coincidence. */
export const minMatches = 3;

/** Proposes another place for the fields of an object: one object further in or out, or another form of a list. */
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

const other = (field: Field, change: Proposal['change'], because: string): Proposal => ({
  field,
  change,
  because,
  state: 'other-place',
});

/** Finds a value in an object of its own, such as `Value: { Value, Currency }`, or entries in objects of their own. */
function wrapped(field: Field, { objects, parent, isNameable }: ObjectContext): Proposal[] {
  const values = samplesOf(valuesOf(field.name, objects));
  if (field.form === 'list' && values.length > 0 && values.every(Array.isArray)) {
    const entries = values.flat();
    const [key, ...others] = keysIn(entries);
    const isAround = key !== undefined && others.length === 0 && entries.every(isObject) && isNameable(key);
    if (!isAround || field.fields.some(({ name }) => name === key)) return [];
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
  const [key, ...others] = alike.length > 0 ? alike : keys;
  if (key === undefined || others.length > 0 || place === undefined) return [];
  const because = `the value is in an object, and ${key} is its only field with this name or form`;
  return [other(field, { to: `${place}.${key}` }, because)];
}

/** Finds a list with one entry in place of a single value. */
function listed(field: Field, { objects }: ObjectContext): Proposal[] {
  const values = samplesOf(valuesOf(field.name, objects));
  const isListed = values.length > 0 && values.every(value => Array.isArray(value) && value.length === 1);
  if (field.form === 'list' || !isListed || !fits(values.flat(), field)) return [];
  return [other(field, { as: 'list' }, 'every value is a list with one entry')];
}

/** Finds a single object in place of a list, such as `Error: { … }` for Errors. */
function firstApart(field: Field, { objects, unknown, isNameable }: ObjectContext): Proposal[] {
  if (field.form !== 'list' || field.fields.length === 0) return [];
  const found = unknown.filter(({ key, values }) => {
    const samples = samplesOf(values);
    const isAlike = nameSimilarity(field.name, key) > 0 || sameSpelling(field.name, key);
    return (
      isAlike && isNameable(key) && samples.length > 0 && samples.every(isObject) && hasOne(samples, field)
    );
  });
  const [one, ...others] = found;
  const isFull = (list: unknown) => Array.isArray(list) && list.length > 0;
  const isWithList = (object: JsonObject) => one && isObject(object[one.key]) && isFull(object[field.name]);
  if (!one || others.length > 0 || objects.some(isWithList)) return [];
  const because = `${one.key} is a single object with fields of an entry of ${field.name}`;
  return [other(field, { first: one.key }, because)];
}

/** Finds the fields of a missing object in the object around it, such as a booking without the object Booking. */
function unwrapped(field: Field, { objects, unknown }: ObjectContext): Proposal[] {
  if (field.form !== 'object' || valuesOf(field.name, objects).length > 0) return [];
  const known = field.fields.filter(({ name }) => unknown.some(({ key }) => sameSpelling(key, name)));
  if (!isEnough(known, field)) return [];
  const because = `the object around ${field.name} contains ${known.length} fields of ${field.name}`;
  return [other(field, { to: '.' }, because)];
}

/** Finds missing fields in an object that is one step further in. */
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
  return [...Map.groupBy(found, ({ field }) => field).values()].flatMap(([one, ...others]) =>
    one && others.length === 0
      ? [other(one.field, { to: one.to }, `the object ${one.place} contains a field with this name`)]
      : [],
  );
}

/** Whether a field of the same name in another object is more than a coincidence. */
const isTelling = ({ name, isRequired }: Field, together: number): boolean =>
  together > 1 || (isRequired && /[a-z][A-Z]/.test(name));

/** Returns the objects inside that may contain fields of the object around: all unknown ones, and those in place of a value. */
function holders({ objects, unknown, parent }: ObjectContext) {
  const ofUnknown = unknown.map(({ key, values }) => ({
    place: key,
    values,
    fields: [] as readonly Field[],
    isValue: false,
  }));
  const ofKnown = parent.fields.flatMap(field => {
    const place = dialectKey(field, parent);
    const values = valuesOf(field.name, objects);
    if (place === undefined || field.form === 'list') return [];
    return [{ place, values, fields: field.fields, isValue: field.form === 'value' }];
  });
  return [...ofUnknown, ...ofKnown].map(one => ({ ...one, values: one.values.filter(isObject) }));
}

/** Finds missing fields of an object in the object around it. */
function movedOut({ objects, unknown, parent, isNameable }: ObjectContext): Proposal[] {
  const inside = parent.fields
    .filter(({ form, placed }) => form === 'object' && placed?.isUnwrapped !== true)
    .flatMap(field => {
      const unseen = unseenIn(field.fields, valuesOf(field.name, objects).filter(isObject));
      const alike = unseen.filter(({ name }) => unknown.some(({ key }) => sameSpelling(name, key)));
      return unseen.filter(one => isTelling(one, alike.length));
    });
  return unknown.flatMap(({ key, values }) => {
    const takers = inside.filter(field => sameSpelling(field.name, key) && fitsPlace(values, field));
    const [field, ...others] = takers;
    if (!field || others.length > 0 || !isNameable(key)) return [];
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

/** Returns the name of a field in its object at the supplier; undefined if the field has another place. */
function dialectKey({ placed }: Field, parent: Field): string | undefined {
  const around = parent.form === 'list' ? [] : (parent.placed?.at ?? []);
  const isInside =
    placed?.at.length === around.length + 1 && around.every((step, i) => placed.at[i] === step);
  return isInside && !placed.isUnwrapped ? placed.at.at(-1) : undefined;
}

/** Whether the objects have enough fields of the contract, including half of the required fields. */
export function hasFields(values: readonly unknown[], field: Field): boolean {
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
