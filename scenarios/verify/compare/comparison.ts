import type { Profile } from '#contracts/profile';
import { compareAnswers, type SupplierAnswer } from './compare.ts';
import type { Comparable } from './field.ts';
import { type Compared, type SettledNames, settleNames } from './names.ts';

/** The answers of several operations, and how they compare. */
export interface Comparison {
  add(operation: Comparable, answer: SupplierAnswer): void;
  /** Returns a result for each operation, in the order in which their first answers were added. */
  results(): (Compared & { readonly operation: Comparable; readonly answers: number })[];
}

/** A settled name may make room for another one to settle. */
const maxPasses = 3;

/**
 * Compares the answers of several operations. What one of them leaves open, whether an unknown field is a missing one under
 * another name, the others may settle.
 *
 * @param profile the names that are known already
 * @example const comparison = createComparison(); comparison.add(operations.airportDetail, { json });
 */
export function createComparison(profile?: Profile): Comparison {
  interface Entry {
    readonly operation: Comparable;
    readonly answers: SupplierAnswer[];
    /** How they compare by themselves; undefined until needed. */
    alone: Compared | undefined;
  }
  const entries = new Map<string, Entry>();
  const compare = (entry: Entry, settled: SettledNames): Compared => {
    entry.alone ??= compareAnswers(entry.operation, entry.answers, { profile });
    const isOpen = entry.alone.fields.some(({ state }) => state === 'extra');
    if (settled.size === 0 || !isOpen) return entry.alone;
    return compareAnswers(entry.operation, entry.answers, { profile, settled });
  };
  return {
    add(operation, answer) {
      const entry = entries.get(operation.id) ?? { operation, answers: [], alone: undefined };
      entry.answers.push(answer);
      entry.alone = undefined;
      entries.set(operation.id, entry);
    },
    results() {
      const all = [...entries.values()];
      let settled: SettledNames = new Map();
      let compared = all.map(entry => compare(entry, settled));
      for (let pass = 1; pass < maxPasses; pass += 1) {
        const more = settleNames(compared);
        if (more.size === 0) break;
        settled = new Map([...settled, ...more]);
        compared = all.map(entry => compare(entry, settled));
      }
      return all.map(({ operation, answers }, index) => ({
        ...(compared[index] ?? { fields: [], guesses: [] }),
        operation,
        answers: answers.length,
      }));
    },
  };
}
