import type { Provenance } from '../clauses/index.ts';
import { type Add, type Change, changeOf } from './change.ts';
import type { Field, Fields } from './fields.ts';
import type { ProfileProblem } from './problem.ts';
import type { FindRule, Rule } from './rules.ts';

/** The path of a field, from the body or from the entry of the nearest list around the field. */
export type Place = readonly string[];

export interface PlacedField {
  readonly field: Field;
  /** For a field without a name in the dialect, the place of the object around it. */
  readonly at: Place;
  /** Whether the dialect has no name for this object: its fields are in the object around it. */
  readonly isUnwrapped: boolean;
  /** The place of the first entry, if it is not in the list. */
  readonly first?: Place;
  readonly change: Change;
  /** Whether the dialect has a list here. */
  readonly isList: boolean;
  /** Fields of an object have places from the same start; those of a list start at the entry. */
  readonly inner: PlacedFields;
  /** The path of the profile entry. */
  readonly entry?: string;
  /** How the author of the profile knows the entry. */
  readonly provenance?: Provenance['kind'];
}

/** The keys are names of the contract. */
export type PlacedFields = ReadonlyMap<string, PlacedField>;

/** `problems` gets the entries that do not fit their fields. */
export function placeFields(
  fields: Fields,
  findRule: FindRule,
  problems: ProfileProblem[] = [],
): PlacedFields {
  /** `prefix` is the contract path with a dot at the end. */
  function placeAll(all: Fields, prefix: string, around: Place): PlacedFields {
    const placed = new Map<string, PlacedField>();
    for (const [name, field] of all) {
      const rule = findRule(prefix === '' ? `.${name}` : `${prefix}${name}`, name);
      const add = (message: string) => problems.push({ path: rule?.entry ?? '', message });
      const place = placeOf(name, field, { rule, around, add });
      const change = changeOf(name, field, rule, add);
      const isList = field.kind === 'list' || change.isListed === true;
      placed.set(name, {
        field,
        ...place,
        change,
        isList,
        inner: placeAll(field.inner, `${prefix}${name}.`, isList ? [] : place.at),
        ...(rule && { entry: rule.entry }),
        ...(rule?.provenance && { provenance: rule.provenance }),
      });
    }
    return placed;
  }
  return placeAll(fields, '', []);
}

function placeOf(
  name: string,
  field: Field,
  { rule, around, add }: { rule: Rule | undefined; around: Place; add: Add },
): Pick<PlacedField, 'at' | 'isUnwrapped' | 'first'> {
  if (rule?.to === '.') {
    const why = whyNotShared(field);
    if (why === undefined) return { at: around, isUnwrapped: true };
    add(`"${name}" cannot be "." because ${why}`);
  }
  const placeAt = (to: string): Place => {
    const place = to === '.' ? undefined : target(to, around);
    if (!place) {
      add(
        to === '.'
          ? `the first entry of "${name}" needs a name; replace "."`
          : `"${to}" leaves the body or the entry of a list; remove a "../"`,
      );
    }
    return place ?? [...around, name];
  };
  const { first, to = name } = rule ?? {};
  if (first !== undefined && field.kind !== 'list')
    add(`"${name}" is not a list and has no first entry; remove "first"`);
  return {
    at: to === '.' ? [...around, name] : placeAt(to),
    isUnwrapped: false,
    ...(first !== undefined && field.kind === 'list' && { first: placeAt(first) }),
  };
}

/** Undefined if there are not enough objects around. */
function target(to: string, around: Place): Place | undefined {
  const out = /^(?:\.\.\/)*/.exec(to)?.[0] ?? '';
  const steps = out.length / 3;
  if (steps > around.length) return undefined;
  return [...around.slice(0, around.length - steps), ...to.slice(out.length).split('.')];
}

/** Without a required field, an empty and a missing object would be the same in the dialect. */
export function whyNotShared(field: Field): string | undefined {
  if (field.kind !== 'object') return 'it is not an object';
  if (field.isNullable) return 'it can be null, and the dialect would have no place for null';
  const hasRequired = [...field.inner.values()].some(({ isRequired }) => isRequired);
  return field.isRequired || hasRequired
    ? undefined
    : 'an empty object and a missing object would look the same';
}
