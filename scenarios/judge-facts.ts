import { type Exchange, type Facts, projectFacts } from '#contracts/exchange';
import type { Books } from './books/index.ts';
import { type Judgement, provingExchanges } from './judge/index.ts';
import { askOracle } from './oracle/index.ts';
import type { Judged } from './reports/index.ts';

/** Adds the verdicts on the invariants that the books and the exchanges alone can prove. */
export function withInvariants(
  facts: readonly (Facts | Exchange)[],
  judgement: Judgement,
  books: Books,
): Judged {
  const all = facts.map(one => ('request' in one ? one : projectFacts(one)));
  const invariants = askOracle({ books, facts: all, judgement });
  const exchanges = provingExchanges(all, [...judgement.verdicts, ...invariants]);
  return { ...judgement, exchanges, invariants };
}
