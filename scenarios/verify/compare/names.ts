import type { Field } from './field.ts';
import { hasFields, minMatches } from './places.ts';
import { fits, type ObjectContext, type Proposal, type UnknownField } from './proposal.ts';
import { nameSimilarity, sameSpelling } from './similarity.ts';

/** A field of the contract, its name at the supplier, and the reason for the match. */
interface Match {
  readonly field: Field;
  readonly key: string;
  readonly because: string;
  readonly score: number;
}

/** A possible name of a missing field. Other operations must confirm this name. */
export interface Guess {
  readonly field: Field;
  readonly called: string;
}

/** Proposes other names for fields, and returns the possible names that other operations must confirm. */
export function proposeNames(
  unseen: readonly Field[],
  { unknown, isNameable }: ObjectContext,
): { readonly proposals: Proposal[]; readonly guesses: Guess[] } {
  const nameable = unknown.filter(({ key }) => isNameable(key));
  const matches = matchNames(unseen, nameable);
  const taken = new Set([...matches.values()].map(({ key }) => key));
  const open = unseen.filter(field => !matches.has(field));
  return {
    proposals: [...matches.values()].map(({ field, key, because }) => renaming(field, key, because)),
    guesses: guessNames(
      open,
      nameable.filter(({ key }) => !taken.has(key)),
    ),
  };
}

const renaming = (field: Field, to: string, because: string): Proposal => ({
  field,
  change: { to },
  because,
  state: 'other-name',
});

/**
 * Finds renamed fields by similar names or by their values. If two candidates match equally well, the function chooses neither
 * candidate.
 */
function matchNames(fields: readonly Field[], unknown: readonly UnknownField[]): Map<Field, Match> {
  const candidates = fields
    .flatMap(field => unknown.flatMap(one => matchOf(field, one) ?? []))
    .sort((a, b) => b.score - a.score);
  const matches = new Map<Field, Match>();
  const taken = new Set<string>();
  const isFree = ({ field, key }: Match) => !matches.has(field) && !taken.has(key);
  for (const best of candidates) {
    const { field, key, score } = best;
    const isRival = (other: Match) =>
      isFree(other) && other.score === score && (other.field === field) !== (other.key === key);
    if (!isFree(best) || candidates.some(isRival)) continue;
    matches.set(field, best);
    taken.add(key);
  }
  return matches;
}

function matchOf(field: Field, { key, values }: UnknownField): Match | undefined {
  const { name } = field;
  const as = (score: number, because: string): Match => ({ field, key, because, score });
  if (sameSpelling(key, name)) return as(10, 'the name differs only in capitals or separators');
  if (!fits(values, field)) return undefined;
  const similarity = nameSimilarity(name, key);
  if (hasFields(values, field)) return as(6 + similarity, 'the object contains the same fields');
  return similarity > 0 ? as(2 + similarity, 'the names and the values are similar') : undefined;
}

/** Pairs each missing field with an unknown field, if exactly one unknown field fits. */
function guessNames(unseen: readonly Field[], unknown: readonly UnknownField[]): Guess[] {
  const missing = unseen.filter(({ isRequired }) => isRequired);
  return missing.flatMap(field => {
    const [only, ...others] = unknown.filter(({ values }) => fits(values, field));
    if (!only || others.length > 0) return [];
    if (missing.some(other => other !== field && fits(only.values, other))) return [];
    return [{ field, called: only.key }];
  });
}

/** The guesses for one operation. */
interface Guessed {
  readonly id: string;
  readonly guesses: readonly Guess[];
}

/** Confirms guesses: returns the names that enough operations suggest, if no operation suggests another name. */
export function settleNames(all: readonly Guessed[]): { readonly id: string; readonly proposal: Proposal }[] {
  const guesses = all.flatMap(({ id, guesses: own }) => own.map(guess => ({ ...guess, id })));
  const settled = [...Map.groupBy(guesses, ({ field }) => field.name).values()].filter(
    alike =>
      new Set(alike.map(({ called }) => called)).size === 1 &&
      new Set(alike.map(({ id }) => id)).size >= minMatches,
  );
  return settled.flat().map(({ id, field, called }) => {
    const because = `the field is the only unknown field of this type in all answers without ${field.name}`;
    return { id, proposal: renaming(field, called, because) };
  });
}
