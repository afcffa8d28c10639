import type { Product } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { commandName, escapePattern, suggest, UsageError } from '#contracts/util';
import type { RuleId } from '../judge/index.ts';

export interface Selection {
  /** Patterns for ids, in which `*` matches any text. An empty list selects all scenarios. */
  readonly globs?: readonly string[] | undefined;
  readonly products?: readonly Product[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Rule ids. A scenario must name at least one of these rules. */
  readonly rules?: readonly RuleId[] | undefined;
}

/** Throws a UsageError for a pattern or tag that matches no scenario; the message suggests the nearest name. */
export function selectScenarios(catalogue: readonly Scenario[], selection: Selection): Scenario[] {
  const { globs = [], products = [], tags = [], rules = [] } = selection;
  const ids = catalogue.map(({ id }) => id);
  const patterns = globs.map(globPattern);
  for (const [index, glob] of globs.entries())
    if (!ids.some(id => patterns[index]?.test(id))) throw unknown('scenario', glob, ids);
  const known = [...new Set(catalogue.flatMap(scenario => scenario.tags ?? []))];
  for (const tag of tags) if (!known.includes(tag)) throw unknown('tag', tag, known);
  const any = <T>(all: readonly T[], fits: (one: T) => boolean) => all.length === 0 || all.some(fits);
  return catalogue.filter(
    scenario =>
      any(patterns, pattern => pattern.test(scenario.id)) &&
      any(products, product => scenario.products.includes(product)) &&
      any(tags, tag => scenario.tags?.includes(tag) ?? false) &&
      any(rules, rule => scenario.rules.includes(rule)),
  );
}

function globPattern(glob: string): RegExp {
  const parts = glob.split('*').map(escapePattern);
  return new RegExp(`^${parts.join('.*')}$`);
}

function unknown(what: 'scenario' | 'tag', given: string, known: readonly string[]): UsageError {
  const tags = known.length === 0 ? 'no scenario has a tag' : `the tags are ${known.join(', ')}`;
  const all = what === 'tag' ? tags : `"${commandName} scenarios" lists all scenarios`;
  return new UsageError(`there is no ${what} "${given}"; ${suggest(given.replaceAll('*', ''), known, all)}`);
}
