import type { FieldChange, Profile } from '#contracts/profile';
import type { ComparedField } from '../report-schema.ts';
import {
  hasOwnEntry,
  isHandedBack,
  usable,
  withAnswerChange,
  withGlobalChange,
  withoutRenames,
} from './profile-change.ts';
import type { ComparedSubject, OperationProposal } from './subject.ts';

/** Changes that a profile can only contain together. */
export interface Unit {
  readonly proposals: readonly OperationProposal[];
  /** Adds the changes to a profile. The result can be an invalid profile. */
  apply(profile: Profile): Profile;
  /** The units to try if the whole unit is not right. Without parts, each proposal is tried alone. */
  readonly parts?: readonly Unit[];
}

/** The values that `unitsOf` needs. */
interface UnitContext {
  readonly compared: readonly ComparedSubject[];
  readonly given: Profile;
  readonly profile: Profile;
  /** Whether the supplier accepts the dialect of its answers in requests. */
  readonly inRequests: boolean;
}

/**
 * Groups proposals into units. A change becomes one unit for all operations if all answers need the change, and the field occurs in
 * two operations or in later requests. The fields of one object that have moved together are another unit.
 */
export function unitsOf(changes: readonly OperationProposal[], context: UnitContext): Unit[] {
  const units: Unit[] = [];
  const alone: OperationProposal[] = [];
  for (const found of Map.groupBy(changes, one => one.name).values()) {
    const places = withSameWords(found);
    for (const alike of Map.groupBy(places, one => JSON.stringify(one.change)).values()) {
      const isCorrection = alike[0]?.proposal.isCorrection === true;
      const isNeeded = isEverywhere(alike, places, context.compared);
      if (isCorrection) units.push(correctionOf(alike, isNeeded));
      else if (isNeeded && isShared(alike, context)) units.push(globalUnit(alike));
      else alone.push(...alike);
    }
  }
  return [...units, ...placeUnits(alone, context)];
}

/** Groups changes of fields that have moved together. A change for all lists or objects with the same name is one entry. */
function placeUnits(changes: readonly OperationProposal[], context: UnitContext): Unit[] {
  const entries = [...Map.groupBy(changes, one => JSON.stringify([endOf(one), one.change])).values()];
  const isOneEntry = (alike: readonly OperationProposal[]) =>
    context.inRequests &&
    new Set(alike.map(({ id }) => id)).size > 1 &&
    !alike.some(one => !endOf(one).includes('.') || hasOwnEntry(context.profile, one)) &&
    isEndEverywhere(alike, context);
  const families = Map.groupBy(entries, ([one]) => {
    const holder = one && holderOf(one);
    return JSON.stringify(
      one && holder !== undefined ? [endOf(one).split('.')[0], holder] : [one?.id, one?.place, one?.change],
    );
  });
  return [...families.values()].flatMap(family => {
    const alone = operationUnits(family.flat());
    if (!family.every(isOneEntry)) return alone;
    const apply = (profile: Profile) =>
      family.reduce((next, [one]) => (one ? withGlobalChange(next, endOf(one), one.change) : next), profile);
    return [{ proposals: family.flat(), apply, parts: alone }];
  });
}

/** Returns the object in which a moved field is now; undefined for another change. */
const holderOf = ({ change }: Pick<OperationProposal, 'change'>): string | undefined =>
  /^(.+)\.[^.]+$/.exec(change.to ?? '')?.[1];

/** Returns the name of a field with the name of the object or list around the field. */
const endOf = ({ place }: Pick<OperationProposal, 'place'>): string =>
  place.split('.').slice(-2).join('.').replace(/^\./, '');

/** Whether all answers with a field at the end of this path need the change. */
function isEndEverywhere(alike: readonly OperationProposal[], { compared }: UnitContext): boolean {
  const [first] = alike;
  const end = first ? endOf(first) : '';
  const changed = new Set(alike.map(({ id, proposal }) => `${id} ${proposal.field.path}`));
  return !compared.some(({ id, fields }) =>
    fields.some(
      one =>
        (one.field === end || one.field.endsWith(`.${end}`)) &&
        isPresent(one) &&
        !changed.has(`${id} ${one.field}`),
    ),
  );
}

/** Groups changes by the object of an operation in which the fields are now. */
function operationUnits(changes: readonly OperationProposal[]): Unit[] {
  const together = Map.groupBy(changes, ({ id, place, change }) => {
    const holder = holderOf({ change });
    const parent = place.slice(0, place.lastIndexOf('.') + 1);
    return JSON.stringify(holder === undefined ? [id, place, change] : [id, parent, holder]);
  });
  return [...together.values()].map(unitOf);
}

/**
 * Merges the words that several operations show for fields with the same name. If a word has two meanings, each operation keeps its
 * own words.
 */
function withSameWords(changes: readonly OperationProposal[]): readonly OperationProposal[] {
  const pairs = changes.flatMap(({ change }) =>
    Object.entries(change.values ?? {}).flatMap(([own, theirs]) =>
      [theirs].flat().map(word => ({ own, word })),
    ),
  );
  const meanings = Map.groupBy(pairs, ({ word }) => word);
  const isClear = [...meanings.values()].every(alike => new Set(alike.map(({ own }) => own)).size === 1);
  if (!isClear) return changes;
  const words = Map.groupBy(pairs, ({ own }) => own);
  const values = Object.fromEntries(
    [...words].map(([own, alike]) => {
      const [first = '', ...others] = new Set(alike.map(({ word }) => word));
      return [own, others.length === 0 ? first : [first, ...others]];
    }),
  );
  return changes.map(one => (one.change.values ? { ...one, change: { ...one.change, values } } : one));
}

/** Returns the unit of changes that each apply to one operation. */
export const unitOf = (proposals: readonly OperationProposal[]): Unit => ({
  proposals,
  apply: profile => proposals.reduce(withAnswerChange, profile),
});

/** Returns the unit of a change for all operations. */
function globalUnit(proposals: readonly OperationProposal[]): Unit {
  const [{ name = '', change = {} } = {}] = proposals;
  return { proposals, apply: profile => withGlobalChange(profile, name, change) };
}

/** Returns the unit that removes names which the answers contradict. */
const correctionOf = (proposals: readonly OperationProposal[], isNeeded: boolean): Unit => ({
  proposals,
  apply(profile) {
    const cleaned = withoutRenames(profile, proposals, !isNeeded);
    return (cleaned && usable(cleaned)) ?? proposals.reduce(withAnswerChange, profile);
  },
});

/** Whether a change can apply to all operations and to requests. */
function isShared(alike: readonly OperationProposal[], { given, profile, inRequests }: UnitContext): boolean {
  const [{ name = '', change = {} } = {}] = alike;
  const ids = [...new Set(alike.map(({ id }) => id))];
  const isTaken = change.to !== undefined && given.fields?.[name] !== undefined;
  if (!inRequests || isTaken || isPlace(change)) return false;
  return (ids.length > 1 || isHandedBack(name, ids)) && !alike.some(one => hasOwnEntry(profile, one));
}

/** Whether a change concerns a place. Another operation may need another place, because the objects around the field differ. */
const isPlace = ({ to, each }: FieldChange): boolean =>
  each !== undefined || (to !== undefined && /^\.|[./]/.test(to));

/** Whether all answers need the change of a field. */
function isEverywhere(
  alike: readonly OperationProposal[],
  places: readonly OperationProposal[],
  compared: readonly ComparedSubject[],
): boolean {
  const name = alike[0]?.name ?? '';
  const changed = new Set(places.map(({ id, proposal }) => `${id} ${proposal.field.path}`));
  // An empty list does not show the place of a first entry.
  const isEmpty = (path: string, right: ReadonlyMap<string, number>) =>
    alike[0]?.change.first !== undefined && (right.get(path) ?? 0) === 0;
  const isSeen = compared.some(({ id, fields, right }) =>
    fields.some(
      one =>
        nameOf(one.field) === name &&
        isPresent(one) &&
        !isEmpty(one.field, right) &&
        !changed.has(`${id} ${one.field}`),
    ),
  );
  return alike.length === places.length && !isSeen;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Whether answers contain the field. */
const isPresent = ({ state }: ComparedField): boolean =>
  ['same', 'known', 'other-type', 'other-value'].includes(state);
