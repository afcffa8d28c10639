import type { ComparedOperation } from '../report-schema.ts';
import { type CompareOptions, compareAnswers, type SupplierAnswer } from './compare.ts';
import type { Comparable } from './field.ts';
import { type Compared, settleNames } from './names.ts';

/** The answers of several operations, and how they compare. */
export interface Comparison {
  add(operation: Comparable, answer: SupplierAnswer): void;
  /** Returns a result for each operation, in the order in which their first answers were added. */
  results(): ComparedOperation[];
}

/**
 * Compares the answers of several operations. What one of them leaves open, whether an unknown field is a missing one under
 * another name, the others may settle.
 *
 * @example const comparison = createComparison(); comparison.add(operations.airportDetail, { json });
 */
export function createComparison(options: Pick<CompareOptions, 'profile' | 'hide'> = {}): Comparison {
  interface Entry {
    readonly operation: Comparable;
    readonly answers: SupplierAnswer[];
    /** How they compare by themselves; undefined until needed. */
    compared: Compared | undefined;
  }
  const entries = new Map<string, Entry>();
  return {
    add(operation, answer) {
      const entry = entries.get(operation.id) ?? { operation, answers: [], compared: undefined };
      entry.answers.push(answer);
      entry.compared = undefined;
      entries.set(operation.id, entry);
    },
    results() {
      const all = [...entries.values()];
      for (const entry of all) entry.compared ??= compareAnswers(entry.operation, entry.answers, options);
      const settled = settleNames(all.flatMap(({ compared }) => compared ?? []));
      return all.map(({ operation, answers, compared }) => {
        const known = settled.size === 0 ? compared : undefined;
        const { fields } = known ?? compareAnswers(operation, answers, { ...options, settled });
        const { id, provenance } = operation;
        return { id, provenance: provenance.kind, answers: answers.length, fields: [...fields] };
      });
    },
  };
}
