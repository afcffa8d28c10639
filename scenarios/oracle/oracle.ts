import type { Evidence } from './evidence.ts';
import type { Answer, InvariantRow } from './invariant.ts';
import { type InvariantId, invariants } from './invariants/index.ts';
import { purchasesOf } from './purchases.ts';
import type { InvariantVerdict } from './schema.ts';

/** The maximum number of findings per invariant. */
const maxFindings = 100;

/**
 * Judges the end of a run by the books of the supplier. The expectation follows from the books and the task alone, so the
 * function can judge any run, also one with faults for which no one wrote an expectation. The function is pure.
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
  const head = { invariant: id, level, clauses: [...clauses] };
  if ('notApplicable' in answer)
    return { ...head, verdict: 'not-applicable', findings: [], reason: answer.notApplicable };
  return {
    ...head,
    verdict: answer.some(({ warn }) => !warn) ? 'broken' : 'held',
    findings: answer.slice(0, maxFindings).map(({ message, exchanges, warn }) => ({
      exchanges: [...exchanges],
      message,
      expected: title,
      ...(warn && { warn }),
    })),
  };
}

/** Returns whether a run broke an invariant of level must. A broken rule does not count, because its own verdict says it. */
export const breaksInvariant = (verdicts: readonly InvariantVerdict[] = []): boolean =>
  verdicts.some(
    ({ invariant, level, verdict }) => verdict === 'broken' && level === 'must' && invariant !== 'rules',
  );
