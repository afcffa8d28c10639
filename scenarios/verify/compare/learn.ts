import { type OperationId, operations } from '#contracts';
import {
  type Changes,
  fieldsOf,
  type Profile,
  ProfileError,
  parseProfile,
  type Registry,
} from '#contracts/profile';
import type { ComparedField, ComparedOperation, LearnedName } from '../report-schema.ts';

type ComparedFields = Pick<ComparedOperation, 'id'> & { readonly fields: readonly ComparedField[] };

/** A profile that includes the field names of the supplier, and the list of these names. */
export interface Learned {
  readonly profile: Profile;
  readonly names: LearnedName[];
}

/** A field whose name in the answers of one operation differs from the contract. */
interface Renamed {
  readonly id: OperationId;
  readonly name: string;
  readonly called: string;
  readonly because: string;
  /** The path of the field in the notation of a profile. The path of a field at the top level starts with a dot. */
  readonly place: string;
}

const registry: Registry = operations;

/**
 * Adds the field names in answers to a profile. The function adds a name to `fields` if all answers use the name, and the field
 * occurs in two operations or in later requests. `fields` also applies to requests. All other names apply only to one operation.
 *
 * @param inRequests whether the supplier accepts the field names from its answers in requests
 * @example learn(compared, { name: 'acme' }).profile.fields
 */
export function learn(compared: readonly ComparedFields[], given: Profile, inRequests = true): Learned {
  let profile = given;
  const names: LearnedName[] = [];
  for (const [name, places] of Map.groupBy(compared.flatMap(renamedIn), one => one.name)) {
    const isSeen = compared.some(({ fields }) => hasContractName(name, fields));
    for (const [called, alike] of Map.groupBy(places, one => one.called)) {
      const ids = [...new Set(alike.map(({ id }) => id))];
      const isEverywhere = alike.length === places.length && !isSeen && given.fields?.[name] === undefined;
      const isGlobal = inRequests && isEverywhere && (ids.length > 1 || isHandedBack(name, ids));
      const extended =
        (called === name ? withoutRenames(profile, alike, isSeen) : undefined) ??
        (isGlobal ? usable({ ...profile, fields: { ...profile.fields, [name]: called } }) : undefined) ??
        usable(alike.reduce(withRename, profile));
      profile = extended ?? profile;
      const because = alike[0]?.because ?? '';
      names.push({ name, called, operations: ids, because, written: extended !== undefined });
    }
  }
  return { profile, names };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function renamedIn({ id, fields }: ComparedFields): Renamed[] {
  if (!Object.hasOwn(registry, id)) return []; // a profile cannot rename fields of tools
  return fields.flatMap(({ state, field, called, because = '' }) => {
    if (state !== 'other-name' || called === undefined) return [];
    const place = field.includes('.') ? field : `.${field}`;
    return [{ id: id as OperationId, name: nameOf(field), called, because, place }]; // the registry has the id
  });
}

/** Whether some answers use the contract name of a field, or the name in the profile. */
function hasContractName(name: string, fields: readonly ComparedField[]): boolean {
  const renamed = new Set(fields.flatMap(({ state, field }) => (state === 'other-name' ? field : [])));
  const seen = ['same', 'known', 'other-type', 'other-value'];
  return fields.some(
    ({ field, state }) => nameOf(field) === name && seen.includes(state) && !renamed.has(field),
  );
}

/**
 * Removes profile entries for fields that the supplier sends with the contract name. Returns undefined if such an entry is
 * correct for other operations.
 */
function withoutRenames(profile: Profile, places: readonly Renamed[], isSeen: boolean): Profile | undefined {
  const { fields = {}, operations: all = {}, ...rest } = profile;
  const name = places[0]?.called ?? '';
  if (isSeen && fields[name] !== undefined) return undefined;
  const cleaned = Object.entries(all).map(([id, own]) => {
    const wrong = places.filter(place => place.id === id).flatMap(({ place }) => [place, name]);
    return [id, { ...own, answer: without(own?.answer, wrong) }];
  });
  const kept = { ...rest, fields: without(fields, [name]), operations: Object.fromEntries(cleaned) };
  return usable(JSON.parse(JSON.stringify(kept))); // removes undefined fields
}

function without(entries: Changes = {}, names: readonly string[]) {
  const left = Object.entries(entries).filter(([key]) => !names.includes(key));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Whether requests for other operations contain the field at the top level. */
const isHandedBack = (name: string, ids: readonly string[]): boolean =>
  Object.values(registry).some(
    operation => !ids.includes(operation.id) && fieldsOf(operation, 'request').get(name)?.inner.size === 0,
  );

function withRename(profile: Profile, { id, place, called }: Renamed): Profile {
  const own = profile.operations?.[id];
  const operation = { ...own, answer: { ...own?.answer, [place]: called } };
  return { ...profile, operations: { ...profile.operations, [id]: operation } };
}

/** Returns the parsed profile; undefined if the profile is invalid because two fields would get the same name. */
function usable(profile: Profile): Profile | undefined {
  try {
    return parseProfile(profile);
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}
