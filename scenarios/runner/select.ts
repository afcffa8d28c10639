import type { Product } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { nearest } from '#contracts/util';
import type { RuleId } from '../judge/index.ts';

/** Which scenarios are wanted: those that fit all that is given. */
export interface Wanted {
  /** Ids, in which `*` stands for anything; all when empty. */
  readonly globs?: readonly string[] | undefined;
  readonly products?: readonly Product[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Rules of which they name one at least. */
  readonly rules?: readonly RuleId[] | undefined;
}

/** A name that fits no scenario. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
}

/**
 * The scenarios that are wanted, in the order of the catalogue.
 *
 * @throws UnknownName for a glob or tag that none fits, with the nearest that one does
 * @example selectScenarios(catalogue, { globs: ['answer-lost-*'] }).length // 2
 */
export function selectScenarios(catalogue: readonly Scenario[], wanted: Wanted): Scenario[] {
  const { globs = [], products = [], tags = [], rules = [] } = wanted;
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
  const parts = glob.split('*').map(part => part.replace(/[^\w-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

function unknown(what: 'scenario' | 'tag', given: string, known: readonly string[]): UnknownName {
  const near = nearest(given.replaceAll('*', ''), known);
  const all =
    what === 'tag'
      ? known.length === 0
        ? 'no scenario has one'
        : `known are ${known.join(', ')}`
      : '"understudy scenarios" lists them';
  const hint = near === undefined ? all : `did you mean "${near}"?`;
  return new UnknownName(`there is no ${what} "${given}"; ${hint}`);
}
