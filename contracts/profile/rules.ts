import { formatPath } from '../util/index.ts';
import type { Direction } from './fields.ts';
import type { Changes, FieldChange, Profile } from './schema.ts';

export interface Rule extends FieldChange {
  readonly entry: string;
  /** Undefined for an error body. */
  readonly direction: Direction | undefined;
  readonly isForAll: boolean;
}

export interface BodyOf {
  readonly id: string;
  readonly direction: Direction;
}

/** `place` has a dot before a name at the top. */
export type FindRule = (place: string, name: string) => Rule | undefined;

/** The most specific entry applies: a path of the operation, a name of the operation, then the longest path for all operations. */
export function findRuleIn(profile: Profile, body?: BodyOf): FindRule {
  const direction = body?.direction;
  const { provenance } = profile;
  const everywhere = rulesAt(profile.fields, ['fields'], { direction, isForAll: true, provenance });
  const operation = body && profile.operations?.[body.id];
  const here =
    body &&
    rulesAt(operation?.[body.direction], ['operations', body.id, body.direction], {
      direction,
      isForAll: false,
      provenance: operation?.provenance ?? provenance,
    });
  const named = new Set([...everywhere.keys()].map(key => key.slice(key.lastIndexOf('.') + 1)));
  return (place, name) =>
    here?.get(place) ?? here?.get(name) ?? (named.has(name) ? longest(everywhere, place) : undefined);
}

function longest(rules: ReadonlyMap<string, Rule>, place: string): Rule | undefined {
  let rest = place.replace(/^\./, '');
  for (;;) {
    const rule = rules.get(rest);
    const dot = rest.indexOf('.');
    if (rule || dot < 0) return rule;
    rest = rest.slice(dot + 1);
  }
}

function rulesAt(
  changes: Changes | undefined,
  keys: readonly string[],
  scope: Pick<Rule, 'direction' | 'isForAll' | 'provenance'>,
): Map<string, Rule> {
  const entries = Object.entries(changes ?? {});
  return new Map(
    entries.map(([key, change]) => {
      const own = typeof change === 'string' ? { to: change } : change;
      return [key, { ...scope, ...own, entry: formatPath([...keys, key]) }];
    }),
  );
}
