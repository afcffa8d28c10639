import { isObject } from '#contracts/util';
import type { ComparedField } from '../report-schema.ts';
import { type Field, mismatchesOf } from './field.ts';
import { nameSimilarity, sameSpelling } from './similarity.ts';

/** A field of an answer that the contract does not have there, with its values. */
export interface UnknownField {
  readonly key: string;
  readonly values: readonly unknown[];
}

/** The name that a supplier has for a field of the contract, and why it is taken for that field. */
interface Match {
  readonly field: Field;
  readonly key: string;
  readonly because: string;
  readonly score: number;
}

/** Names that several operations agree on, by the name of the field in the contract. */
export type SettledNames = ReadonlyMap<string, string>;

/** A name that may belong to a missing field; other operations have to confirm it. */
export interface Guess {
  readonly name: string;
  readonly called: string;
}

/** How the answers of one operation compare with the contract. */
export interface Compared {
  readonly fields: readonly ComparedField[];
  readonly guesses: readonly Guess[];
}

/** So many matches, of operations or of fields in one object, are not a coincidence. */
const minMatches = 3;
const maxSamples = 20;

/** Finds fields that have another name, by the name or by the values. Where two fit equally well, it takes neither. */
export function matchNames(
  fields: readonly Field[],
  unknown: readonly UnknownField[],
  settled: SettledNames,
): Map<Field, Match> {
  const candidates = fields
    .flatMap(field => unknown.flatMap(one => matchOf(field, one, settled) ?? []))
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

function matchOf(field: Field, { key, values }: UnknownField, settled: SettledNames): Match | undefined {
  const { name } = field;
  const as = (score: number, because: string): Match => ({ field, key, because, score });
  if (sameSpelling(key, name)) return as(10, 'the name is the same but for its spelling');
  if (!fits(values, field)) return undefined;
  if (settled.get(name) === key)
    return as(8, `it is the only one of its kind left wherever ${name} is missing`);
  const similarity = nameSimilarity(name, key);
  if (hasSameFields(values, field)) return as(6 + similarity, 'what is inside it is the same');
  return similarity > 0 ? as(2 + similarity, 'the names are alike, and so are their values') : undefined;
}

function fits(values: readonly unknown[], field: Field): boolean {
  const samples = values.filter(value => value !== null).slice(0, maxSamples);
  return samples.length > 0 && samples.every(value => mismatchesOf(value, field).length === 0);
}

/** Whether an object among the values has enough fields of the contract's, at least half of the required ones among them. */
function hasSameFields(values: readonly unknown[], { fields }: Field): boolean {
  const keys = Object.keys(values.flat().find(isObject) ?? {});
  const known = fields.filter(({ name }) => keys.some(key => sameSpelling(key, name)));
  const required = (some: readonly Field[]) => some.filter(({ isRequired }) => isRequired).length;
  return known.length >= minMatches && required(known) * 2 >= required(fields);
}

/** Pairs each missing field with the unknown one that alone fits it. */
export function guessNames(unseen: readonly Field[], unknown: readonly UnknownField[]): Guess[] {
  const missing = unseen.filter(({ isRequired }) => isRequired);
  return missing.flatMap(field => {
    const [only, ...others] = unknown.filter(({ values }) => fits(values, field));
    if (!only || others.length > 0) return [];
    if (missing.some(other => other !== field && fits(only.values, other))) return [];
    return [{ name: field.name, called: only.key }];
  });
}

/** Returns the names that all guesses for a field agree on, where enough operations have a guess for it. */
export function settleNames(compared: readonly Compared[]): SettledNames {
  const guesses = compared.flatMap((one, operation) => one.guesses.map(guess => ({ ...guess, operation })));
  const settled = new Map<string, string>();
  for (const [name, all] of Map.groupBy(guesses, guess => guess.name)) {
    const [called = '', ...others] = new Set(all.map(guess => guess.called));
    const operations = new Set(all.map(({ operation }) => operation));
    if (others.length === 0 && operations.size >= minMatches) settled.set(name, called);
  }
  return settled;
}
