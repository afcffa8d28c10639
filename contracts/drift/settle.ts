import type { Profile } from '../profile/schema.ts';
import { type CameAnswer, type Comparable, type Compared, compareAnswers } from './compare.ts';

/** The answers of one operation. */
export interface Answered {
  readonly operation: Comparable;
  readonly answers: readonly CameAnswer[];
}

/** So many operations in which the same two are left over are no coincidence. */
const telling = 3;

/**
 * Compares the answers of several operations. What one of them leaves open, whether a name that is left over is that of a field
 * that is missing, the others may settle.
 *
 * @param profile the names that are known already
 * @example compareAll([{ operation: operations.airportDetail, answers }])[0]?.fields
 */
export function compareAll(answered: readonly Answered[], profile?: Profile | undefined): Compared[] {
  const first = answered.map(({ operation, answers }) => compareAnswers(operation, answers, { profile }));
  const settled = settle(first);
  if (settled.size === 0) return first;
  return answered.map(({ operation, answers }) => compareAnswers(operation, answers, { profile, settled }));
}

/** The guesses that enough operations share and none contradicts. */
function settle(compared: readonly Compared[]): Map<string, string> {
  const operations = new Map<string, Map<string, Set<number>>>();
  for (const [index, { guesses }] of compared.entries()) {
    for (const { name, called } of guesses) {
      const names = operations.get(name) ?? new Map<string, Set<number>>();
      operations.set(name, names.set(called, (names.get(called) ?? new Set()).add(index)));
    }
  }
  const settled = [...operations].flatMap(([name, names]): [string, string][] => {
    const [only, ...others] = names;
    return only && others.length === 0 && only[1].size >= telling ? [[name, only[0]]] : [];
  });
  return new Map(settled);
}
