import { operations } from '#contracts';
import type { Profile, Registry } from '#contracts/profile';
import { fieldsOf, ProfileError, parseProfile } from '#contracts/profile';
import { lastOf } from './paths.ts';
import type { ComparedField, LearnedName } from './schema.ts';

/** The fields of one operation as they compared. */
export interface ComparedFields {
  readonly id: string;
  readonly fields: readonly ComparedField[];
}

/** A profile with what was learned, and what that is. */
export interface Learned {
  readonly profile: Profile;
  readonly names: readonly LearnedName[];
}

/** A field at its place under its other name. */
interface Named {
  readonly id: string;
  readonly path: string;
  readonly called: string;
  readonly because: string;
  readonly probable: boolean;
}

const registry: Registry = operations;

/**
 * Puts the names that were learned into a profile. One that is the same wherever the field was seen, in two operations or more or
 * for something that requests hand back, goes to `fields`, which renames it in requests too; any other to its operation.
 *
 * @param isSpoken whether requests take the names of answers, as far as anybody knows
 * @example learn(compared, { name: 'acme' }).profile.fields
 */
export function learn(compared: readonly ComparedFields[], given: Profile, isSpoken = true): Learned {
  const named = Map.groupBy(compared.flatMap(namedIn), ({ path }) => lastOf(path));
  let profile = given;
  const names: LearnedName[] = [];
  for (const [name, places] of named) {
    for (const [called, alike] of Map.groupBy(places, place => place.called)) {
      const isOne = alike.length === places.length && !keepsItsName(name, compared, given);
      const isShared = new Set(alike.map(({ id }) => id)).size > 1 || isHandedBack(name, alike);
      const everywhere = isSpoken && isOne && isShared ? usable(withField(profile, name, called)) : undefined;
      const own = called === name ? withoutLines(profile, alike, isSeen(name, compared)) : undefined;
      const extended = own ?? everywhere ?? usable(alike.reduce(withPlace, profile));
      profile = extended ?? profile;
      const ids = [...new Set(alike.map(({ id }) => id))];
      const because = (alike.find(place => !place.probable) ?? alike[0])?.because ?? '';
      const isProbable = alike.every(place => place.probable);
      const written = extended !== undefined;
      names.push({ name, called, operations: ids, because, ...(isProbable && { probable: true }), written });
    }
  }
  return { profile, names };
}

function namedIn({ id, fields }: ComparedFields): Named[] {
  if (!Object.hasOwn(registry, id)) return []; // tools speak no dialect
  return fields.flatMap(({ field, state, called, because = '', probable = false }) =>
    state === 'other-name' && called !== undefined ? [{ id, path: field, called, because, probable }] : [],
  );
}

/** Whether a field was seen anywhere under the name of the contract. */
function keepsItsName(name: string, compared: readonly ComparedFields[], given: Profile): boolean {
  return given.fields?.[name] !== undefined || isSeen(name, compared);
}

/** Whether a field was seen anywhere under the name that is known already. */
function isSeen(name: string, compared: readonly ComparedFields[]): boolean {
  return compared.some(({ fields }) =>
    fields.some(
      ({ field, state, answers }) =>
        lastOf(field) === name &&
        (state === 'same' || state === 'known' || state === 'other-type' || state === 'other-value') &&
        answers > 0 &&
        !fields.some(other => other.field === field && other.state === 'other-name'),
    ),
  );
}

/**
 * Takes the lines away that give a field another name where it has the contract's; undefined where one line stands for other places,
 * too.
 */
function withoutLines(profile: Profile, places: readonly Named[], isSeen: boolean): Profile | undefined {
  const { fields = {}, operations: all = {}, ...rest } = profile;
  const name = places[0]?.called ?? '';
  if (isSeen && fields[name] !== undefined) return undefined;
  const cleaned = Object.entries(all).map(([id, own]) => {
    const paths = places.filter(place => place.id === id).map(({ path }) => path);
    const wrong = paths.flatMap(path => [path.includes('.') ? path : `.${path}`, name]);
    const answer = omit(own?.answer, wrong);
    return [id, { ...own, answer }] as const;
  });
  const kept = { ...rest, fields: omit(fields, [name]), operations: Object.fromEntries(cleaned) };
  return usable(JSON.parse(JSON.stringify(kept)));
}

/** The lines but some; undefined where none is left. */
function omit(lines: Readonly<Record<string, string>> = {}, names: readonly string[]) {
  const left = Object.entries(lines).filter(([key]) => !names.includes(key));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Whether a request of a later step has, at its top, what one of these answers gives. */
function isHandedBack(name: string, places: readonly Named[]): boolean {
  return Object.values(registry).some(operation => {
    const isOwn = places.some(({ id }) => id === operation.id);
    const inner = fieldsOf(operation, 'request').get(name);
    return !isOwn && inner !== undefined && inner.size === 0;
  });
}

const withField = (profile: Profile, name: string, called: string): Profile => ({
  ...profile,
  fields: { ...profile.fields, [name]: called },
});

function withPlace(profile: Profile, { id, path, called }: Named): Profile {
  const key = path.includes('.') ? path : `.${path}`;
  const own = profile.operations?.[id as keyof Profile['operations'] & string]; // an id of the registry
  const operation = { ...own, answer: { ...own?.answer, [key]: called } };
  return { ...profile, operations: { ...profile.operations, [id]: operation } };
}

/** A profile that can be used, or undefined: two fields may have come to the same name. */
function usable(profile: Profile): Profile | undefined {
  try {
    return parseProfile(profile);
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}
