import type { Profile } from '#contracts/profile';
import { type CameAnswer, type Comparable, type Compared, compareAnswers } from './compare.ts';
import { lastOf } from './paths.ts';
import { probableNames } from './probable.ts';

/** Answers of several operations, which grow in number. */
export interface Comparison {
  /** Adds an answer. */
  add(operation: Comparable, answer: CameAnswer): void;
  /** How the answers compare, operation by operation in the order in which the first of each came. */
  results(): ComparedAnswers[];
}

/** How the answers of one operation compare. */
export interface ComparedAnswers extends Compared {
  readonly operation: Comparable;
  readonly answers: number;
}

/** So many operations in which the same two are left over are no coincidence. */
const telling = 3;

interface Kept {
  readonly operation: Comparable;
  readonly answers: CameAnswer[];
  /** How they compare by themselves; undefined until somebody asks. */
  alone: Compared | undefined;
}

/**
 * Compares the answers of several operations. What one of them leaves open, whether a name that is left over is that of a field
 * that is missing, the others may settle.
 *
 * @param profile the names that are known already
 * @example const comparison = createComparison(); comparison.add(operations.airportDetail, { json });
 */
export function createComparison(profile?: Profile): Comparison {
  const kept = new Map<string, Kept>();
  return {
    add(operation, answer) {
      const own = kept.get(operation.id) ?? { operation, answers: [], alone: undefined };
      own.answers.push(answer);
      own.alone = undefined;
      kept.set(operation.id, own);
    },
    results() {
      const all = [...kept.values()];
      for (const own of all) own.alone ??= compareAnswers(own.operation, own.answers, { profile });
      const settled = settle(all.flatMap(({ alone }) => alone ?? []));
      const called = new Set(settled.values());
      const sure = all.map(({ operation, answers, alone }) => ({
        operation,
        answers,
        ...(alone?.fields.some(({ state, field }) => state === 'extra' && called.has(lastOf(field)))
          ? compareAnswers(operation, answers, { profile, settled })
          : (alone ?? nothing)),
      }));
      const probable = probableNames(sure);
      return sure.map(({ operation, answers, ...compared }, index) => ({
        ...compared,
        operation,
        answers: answers.length,
        ...(probable[index]?.size &&
          compareAnswers(operation, answers, { profile, settled, probable: probable[index] })),
      }));
    },
  };
}

const nothing: Compared = { fields: [], guesses: [] };

/** The guesses that enough operations share and none contradicts. */
function settle(compared: readonly Compared[]): Map<string, string> {
  const seen = new Map<string, Map<string, Set<number>>>();
  for (const [index, { guesses }] of compared.entries()) {
    for (const { name, called } of guesses) {
      const names = seen.get(name) ?? new Map<string, Set<number>>();
      seen.set(name, names.set(called, (names.get(called) ?? new Set()).add(index)));
    }
  }
  const settled = [...seen].flatMap(([name, names]): [string, string][] => {
    const [only, ...others] = names;
    return only && others.length === 0 && only[1].size >= telling ? [[name, only[0]]] : [];
  });
  return new Map(settled);
}
