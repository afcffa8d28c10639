import type { ComparedField } from '../report-schema.ts';
import { type Compared, difference } from './compare.ts';
import type { OperationProposal } from './subject.ts';

/** Adds the learned differences of one operation to its fields. A field with a learned difference is not `same` or `known`. */
export function withLearned(
  { fields, seen }: Compared,
  learned: readonly OperationProposal[],
): ComparedField[] {
  const byPath = Map.groupBy(learned, ({ proposal }) => proposal.field.path);
  const shown = new Set<string>();
  return fields.flatMap(one => {
    const own = shown.has(one.field) ? undefined : byPath.get(one.field);
    if (!own) return [one];
    shown.add(one.field);
    const { answers, of } = seen.get(one.field) ?? one;
    const differences = own.map(change => ({ ...learnedDifference(change), answers, of }));
    return one.weight === undefined ? differences : [...differences, one];
  });
}

function learnedDifference({ proposal }: OperationProposal) {
  const { field, state, change, because, expected, got, isCorrection } = proposal;
  const { to = change.first ?? change.each } = change;
  const provenance = state === 'other-value' ? field.wordsProvenance : field.provenance;
  return {
    ...difference(field, state, state === 'other-type' ? field.formProvenance : provenance),
    ...(to !== undefined && { called: to }),
    because,
    ...(expected !== undefined && { expected }),
    ...(got && { got: [...got] }),
    // The supplier uses the name of the contract, so only the given profile is wrong.
    ...(isCorrection && { weight: 'learned' as const }),
  };
}
