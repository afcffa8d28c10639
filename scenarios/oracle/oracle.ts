import type { Evidence } from './evidence.ts';
import type { Answer, Breach, InvariantRow } from './invariant.ts';
import { type InvariantId, invariants } from './invariants/index.ts';
import { purchasesOf } from './purchases.ts';

/** The verdict on one invariant. */
export interface InvariantVerdict {
  readonly invariant: InvariantId;
  readonly level: 'must' | 'should';
  readonly clauses: readonly string[];
  readonly verdict: 'held' | 'broken' | 'not-applicable';
  /** What broke the invariant. A verdict with only warnings is `held`. */
  readonly findings: readonly (Breach & { readonly expected: string })[];
  /** Why the invariant does not apply. */
  readonly reason?: string;
}

/**
 * Judges the end of a run by the books of the supplier. The expectation follows from the books and the task alone, so the
 * function can judge any run, also one with faults for which nobody wrote an expectation. The function is pure.
 *
 * @returns one verdict for each invariant, in the order of the table
 * @example
 * const books = booksOf(sandbox, task);
 * askOracle({ books, facts, task, result }).filter(({ verdict }) => verdict === 'broken')
 */
export function askOracle(evidence: Evidence): InvariantVerdict[] {
  const { task, books } = evidence;
  const one = { ...evidence, purchases: task && purchasesOf(task, books) };
  return invariants.map(row => verdictOf(row, row.check(one)));
}

function verdictOf(
  { id, level, clauses, title }: InvariantRow<InvariantId>,
  answer: Answer,
): InvariantVerdict {
  const head = { invariant: id, level, clauses };
  if ('notApplicable' in answer)
    return { ...head, verdict: 'not-applicable', findings: [], reason: answer.notApplicable };
  return {
    ...head,
    verdict: answer.some(({ warn }) => !warn) ? 'broken' : 'held',
    findings: answer.map(breach => ({ ...breach, expected: title })),
  };
}
