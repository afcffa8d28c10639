import type { Direction } from './fields.ts';
import { placeText } from './problem.ts';
import type { Changes, FieldChange, Profile } from './schema.ts';

/** The changes of a field, and the path of the profile entry that contains them. */
export interface Rule extends FieldChange {
  readonly entry: string;
  /** The direction of the body to which the entry applies; undefined for an entry that applies to all bodies. */
  readonly direction?: Direction | undefined;
}

/** The body of an operation. */
export interface BodyOf {
  readonly id: string;
  readonly direction: Direction;
}

/** Returns the changes of a field. `place` is the path of the field, with a dot before a name at the top. */
export type FindRule = (place: string, name: string) => Rule | undefined;

/**
 * Creates the function that finds the profile entry of a field. The most specific entry applies. A path of the operation comes
 * first, then a name of the operation, and then a name for all operations.
 *
 * @param body the operation and the direction of the body; without this argument, only the entries for all operations apply
 */
export function findRuleIn(profile: Profile, body?: BodyOf): FindRule {
  const everywhere = rulesAt(profile.fields, ['fields']);
  const own = body && profile.operations?.[body.id]?.[body.direction];
  const here = body && rulesAt(own, ['operations', body.id, body.direction], body.direction);
  return (place, name) => here?.get(place) ?? here?.get(name) ?? everywhere.get(name);
}

function rulesAt(
  changes: Changes | undefined,
  keys: readonly string[],
  direction?: Direction,
): Map<string, Rule> {
  const entries = Object.entries(changes ?? {});
  return new Map(
    entries.map(([key, change]) => {
      const own = typeof change === 'string' ? { to: change } : change;
      return [key, { ...own, entry: placeText([...keys, key]), direction }];
    }),
  );
}
