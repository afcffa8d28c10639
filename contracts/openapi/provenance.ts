import { clauses } from '../clauses/index.ts';
import type { Provenance } from '../provenance.ts';
import { reasons } from '../reasons.ts';

/** A provenance as the document shows it: with the text that the key stands for. */
export type ShownProvenance = Provenance & { readonly statement: string };

/**
 * Adds to a provenance the text behind its clause or reason, so that a reader of the document needs no second table.
 *
 * @example showProvenance(bySpecification('limit.token')).statement // what the clause says
 */
export function showProvenance(provenance: Provenance): ShownProvenance {
  const statement =
    provenance.kind === 'specified' ? clauses[provenance.clause].statement : reasons[provenance.reason];
  return { ...provenance, statement };
}

/**
 * A provenance as a sentence, for descriptions.
 *
 * @example provenanceInWords(byAssumption('answer')) // 'assumed, not the supplier\'s word. …'
 */
export function provenanceInWords(provenance: Provenance): string {
  const { statement } = showProvenance(provenance);
  if (provenance.kind === 'specified') return `specified (\`${provenance.clause}\`). ${statement}`;
  return `assumed, not the supplier's word. ${statement}`;
}

/**
 * Where something stands, in a word or two: the clause, or "assumed" and the key of the reason.
 *
 * @example originOf(byAssumption('money')) // 'assumed money'
 */
export function originOf(provenance: Provenance): string {
  return provenance.kind === 'specified' ? provenance.clause : `assumed ${provenance.reason}`;
}

/** What stands behind some provenances, each once, under what `originOf` calls it; clauses first. */
export function statementsOf(provenances: readonly Provenance[]): Record<string, string> {
  const sorted = [...provenances].sort((a, b) => (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0));
  return Object.fromEntries(sorted.map(entry => [originOf(entry), showProvenance(entry).statement]));
}
