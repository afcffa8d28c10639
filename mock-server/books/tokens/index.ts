import { limits, type Product } from '#contracts';
import { maskText } from '#contracts/exchange';
import { hash64, hexId } from '../../clock/index.ts';
import type { ConditionsToken, MemoryStore, SearchToken, TokenRecord } from '../records/index.ts';
import { type Refusal, refuse } from '../refusal.ts';

// A letter for the kind and 32 hexadecimal digits, computed from the seed and the content of the record. The Token and the
// ReToken of a Search share digits and record.
const letters = { search: 'S', reToken: 'R', conditions: 'C' } as const;

export const recordKey = (text: string): string => (isReToken(text) ? letters.search + text.slice(1) : text);

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(seed: number, store: MemoryStore) {
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

// The lifetimes are limit.token and limit.retoken.

interface Use {
  owner: string;
  product: Product;
  now: number;
}

interface Presented {
  text: string;
  field: 'Token' | 'ReToken';
  record: TokenRecord | undefined;
  use: Use;
}

type IssuedToken = SearchToken | ConditionsToken;

const isReToken = (text: string): boolean => text.startsWith('R');

/** For a Token that is unknown, used, expired or from another step. */
function inspectToken(presented: Presented, step: IssuedToken['step']): Refusal | undefined {
  const { text, use } = presented;
  const record = ownRecord(presented);
  if (!record) return refuseUnknown(presented);
  const describeToken = () => `Token of ${describe(record)}`; // most tokens are valid and need no message
  if (record.step !== step || record.product !== use.product || isReToken(text)) {
    if (isReToken(text) && record.step === step)
      return refuse(
        'TokenWrongStep',
        `"${shorten(text)}" is a ReToken; send it in the field ReToken`,
        'Token',
      );
    const wanted = step === 'search' ? `${use.product}.search` : `${use.product}.getBookingConditions`;
    return refuse(
      'TokenWrongStep',
      `${describeToken()} was sent, but this step takes the Token of ${wanted}`,
      'Token',
    );
  }
  if (record.consumedAt !== undefined) {
    const message = `${describeToken()} was used at ${clockTime(record.consumedAt)}; each step returns a new Token`;
    return refuse('TokenConsumed', message, 'Token');
  }
  const expiry = record.issuedAt + limits.tokenLife.value;
  if (use.now <= expiry) return undefined;
  const hint = step === 'search' ? 'send the ReToken or search again' : 'request the conditions again';
  const message = `${describeToken()} expired at ${clockTime(expiry)}, and the time is now ${clockTime(use.now)}: ${hint}`;
  return refuse('TokenExpired', message, 'Token');
}

/** For a text that is unknown, is not a ReToken, or is an expired one. */
function inspectReToken(presented: Presented): Refusal | undefined {
  const { text, use } = presented;
  const record = ownRecord(presented);
  if (!record) return refuseUnknown(presented);
  if (record.step !== 'search' || record.product !== use.product || !isReToken(text)) {
    const message = `ReToken "${shorten(text)}" is not the ReToken of a ${use.product}.search; send the ReToken from the search answer`;
    return refuse('TokenWrongStep', message, 'ReToken');
  }
  const expiry = record.issuedAt + limits.reTokenLife.value;
  if (use.now <= expiry) return undefined;
  const message = `ReToken of ${describe(record)} expired at ${clockTime(expiry)}, and the time is now ${clockTime(use.now)}: search again`;
  return refuse('ReTokenExpired', message, 'ReToken');
}

/** Only if the server issued the token to the credential of this call. */
const ownRecord = ({ record, use }: Presented): IssuedToken | undefined =>
  !record || record.step === 'answered' || record.owner !== use.owner ? undefined : record;

const refuseUnknown = ({ text, field }: Presented): Refusal =>
  refuse(
    'TokenUnknown',
    `${field} "${shorten(text)}" was never issued to this credential in this sandbox; search again`,
    field,
  );

// Masked first, because the mask does not recognise a part of a card number.
const shorten = (token: string): string => {
  const masked = maskText(token.slice(0, 200));
  return masked.length > 12 ? `${masked.slice(0, 12)}…` : masked;
};

const clockTime = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

function describe(record: IssuedToken): string {
  const operation = record.step === 'search' ? 'search' : 'getBookingConditions';
  return `${record.product}.${operation}, issued at ${clockTime(record.issuedAt)},`;
}
