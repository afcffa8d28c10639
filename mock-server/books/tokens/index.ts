import { hash64, hexId } from '../../clock/index.ts';
import type { ConditionsToken, SearchToken, Store } from '../records/index.ts';
import { inspectReToken, inspectToken, isReToken, type Presented, type Use } from './token-refusals.ts';

// A letter for the kind and 32 hexadecimal digits, computed from the seed and the content of the record. The Token and the
// ReToken of a Search share digits and record.
const letters = { search: 'S', reToken: 'R', conditions: 'C' } as const;

export const recordKey = (text: string): string => (isReToken(text) ? letters.search + text.slice(1) : text);

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(seed: number, store: Store) {
  function issue(kind: 'S' | 'C', content: string): string {
    const hash = hash64(content, seed);
    const count = store.countUp(hash[0] * 0x200000 + (hash[1] >>> 11));
    return kind + hexId(hash, count);
  }

  function present(field: Presented['field'], text: string, use: Use): Presented {
    return { text, field, record: store.token(recordKey(text)), use };
  }

  function need(token: string, use: Use, step: 'search' | 'conditions') {
    const presented = present('Token', token, use);
    const refusal = inspectToken(presented, step);
    if (refusal) throw refusal;
    return presented.record;
  }

  return {
    /** Returns both tokens (field.token, field.retoken). */
    issueSearch(search: Omit<SearchToken, 'step'>) {
      const token = issue(letters.search, `${search.product} ${search.owner} ${search.criteria}`);
      store.saveToken(token, { step: 'search', ...search });
      return { token, reToken: letters.reToken + token.slice(1) };
    },
    /** Returns the Token for DoBooking (flow.1). */
    issueConditions(conditions: Omit<ConditionsToken, 'step'>) {
      const { product, owner, criteria, item, units, serviceDate = '', cents, price } = conditions;
      const change = price ? ` ${JSON.stringify(price)}` : '';
      const token = issue(
        letters.conditions,
        `${product} ${owner} ${criteria} ${item} ${units} ${serviceDate} ${cents}${change}`,
      );
      store.saveToken(token, { step: 'conditions', ...conditions });
      return token;
    },
    isGood: (token: string, use: Use) => inspectToken(present('Token', token, use), 'search') === undefined,
    // These throw a Refusal for a token that is not valid. The inspections refuse a record of another step.
    search: (token: string, use: Use) => need(token, use, 'search') as SearchToken,
    conditions: (token: string, use: Use) => need(token, use, 'conditions') as ConditionsToken,
    reToken(reToken: string, use: Use) {
      const presented = present('ReToken', reToken, use);
      const refusal = inspectReToken(presented);
      if (refusal) throw refusal;
      return presented.record as SearchToken;
    },
    /** The record stays, so that the message about a second use has the time of the first. */
    consume(token: string, at: number) {
      const record = store.token(token);
      if (record && record.step !== 'answered') store.saveToken(token, { ...record, consumedAt: at });
    },
  };
}
