import { type OperationId, operations } from '#contracts';
import { fieldsOf, type Profile, ProfileError, parseProfile, type Registry } from '#contracts/profile';
import type { ComparedField, LearnedName } from '../report-schema.ts';

/** The fields of one operation as they compared. */
export interface ComparedFields {
  readonly id: string;
  readonly fields: readonly ComparedField[];
}

/** A profile with what was learned, and the names that it learned. */
export interface Learned {
  readonly profile: Profile;
  readonly names: readonly LearnedName[];
}

/** A field that has another name in the answers of one operation. */
interface Renamed {
  readonly id: OperationId;
  /** Its path as a profile writes it: with a dot in front at the top of the answer. */
  readonly place: string;
  readonly field: ComparedField;
}

const registry: Registry = operations;

/**
 * Adds the names that answers showed to a profile. A name that holds wherever the field was seen goes to `fields`, which requests
 * follow too, if two operations have it or requests hand the field back; any other goes to its operation.
 *
 * @param isSpoken whether the supplier accepts the names of its answers in requests
 * @example learn(compared, { name: 'acme' }).profile.fields
 */
export function learn(compared: readonly ComparedFields[], given: Profile, isSpoken = true): Learned {
  let profile = given;
  const names: LearnedName[] = [];
  for (const [name, places] of Map.groupBy(compared.flatMap(renamedIn), ({ field }) => nameOf(field))) {
    for (const [called, alike] of Map.groupBy(places, ({ field }) => field.called ?? '')) {
      const ids = [...new Set(alike.map(({ id }) => id))];
      const isSeen = hasContractName(name, compared);
      const isEverywhere = alike.length === places.length && !isSeen && given.fields?.[name] === undefined;
      const isGlobal = isSpoken && isEverywhere && (ids.length > 1 || isHandedBack(name, ids));
      const extended =
        (called === name ? withoutRenames(profile, alike, isSeen) : undefined) ??
        (isGlobal ? usable({ ...profile, fields: { ...profile.fields, [name]: called } }) : undefined) ??
        usable(alike.reduce(withRename, profile));
      profile = extended ?? profile;
      const sure = alike.find(({ field }) => !field.probable);
      names.push({
        name,
        called,
        operations: ids,
        because: (sure ?? alike[0])?.field.because ?? '',
        ...(!sure && { probable: true }),
        written: extended !== undefined,
      });
    }
  }
  return { profile, names };
}

const nameOf = ({ field }: ComparedField): string => field.slice(field.lastIndexOf('.') + 1);

function renamedIn({ id, fields }: ComparedFields): Renamed[] {
  if (!Object.hasOwn(registry, id)) return []; // a profile cannot rename fields of tools
  return fields
    .filter(({ state, called }) => state === 'other-name' && called !== undefined)
    .map(one => ({
      id: id as OperationId, // the registry has it
      place: one.field.includes('.') ? one.field : `.${one.field}`,
      field: one,
    }));
}

/** Whether any answer has the field under the name that is already known. */
const hasContractName = (name: string, compared: readonly ComparedFields[]): boolean =>
  compared.some(({ fields }) => {
    const renamed = new Set(fields.filter(({ state }) => state === 'other-name').map(({ field }) => field));
    return fields.some(
      one =>
        nameOf(one) === name &&
        ['same', 'known', 'other-type', 'other-value'].includes(one.state) &&
        !renamed.has(one.field),
    );
  });

/** Removes entries that rename what the supplier calls as the contract does; undefined where an entry is right elsewhere. */
function withoutRenames(profile: Profile, places: readonly Renamed[], isSeen: boolean): Profile | undefined {
  const { fields = {}, operations: all = {}, ...rest } = profile;
  const name = places[0]?.field.called ?? '';
  if (isSeen && fields[name] !== undefined) return undefined;
  const cleaned = Object.entries(all).map(([id, own]) => {
    const wrong = places.filter(place => place.id === id).flatMap(({ place }) => [place, name]);
    return [id, { ...own, answer: without(own?.answer, wrong) }];
  });
  const kept = { ...rest, fields: without(fields, [name]), operations: Object.fromEntries(cleaned) };
  return usable(JSON.parse(JSON.stringify(kept))); // drops what is undefined now
}

function without(entries: Readonly<Record<string, string>> = {}, names: readonly string[]) {
  const left = Object.entries(entries).filter(([key]) => !names.includes(key));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Whether requests of other operations have the field at their top. */
const isHandedBack = (name: string, ids: readonly string[]): boolean =>
  Object.values(registry).some(
    operation => !ids.includes(operation.id) && fieldsOf(operation, 'request').get(name)?.size === 0,
  );

function withRename(profile: Profile, { id, place, field }: Renamed): Profile {
  const own = profile.operations?.[id];
  const operation = { ...own, answer: { ...own?.answer, [place]: field.called ?? '' } };
  return { ...profile, operations: { ...profile.operations, [id]: operation } };
}

/** Returns the profile as parsed; undefined where two fields would get the same name. */
function usable(profile: Profile): Profile | undefined {
  try {
    return parseProfile(profile);
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}
