import { limits, type ProblemCode, type Product } from '#contracts';
import { maskText, shorten } from '#contracts/util';
import { hash64, hexId } from '../../clock/index.ts';
import type { ConditionsToken, MemoryStore, SearchToken, TokenRecord } from '../records/index.ts';
import { type Refusal, refuse } from '../refusal.ts';

// Before 32 hexadecimal digits. The Token and the ReToken of a Search share digits and record.
const letters = { search: 'S', reToken: 'R', conditions: 'C' } as const;

export const recordKey = (text: string): string => (isReToken(text) ? letters.search + text.slice(1) : text);

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(seed: number, store: MemoryStore) {
  function issue(kind: 'S' | 'C', content: string): string {
    const hash = hash64(content, seed);
    const count = store.countUp(hash[0] * 0x200000 + (hash[1] >>> 11));
    return kind + hexId(hash, count);
  }

  const find = (text: string) => store.token(recordKey(text));

  function need(text: string, requested: RequestedToken) {
    const record = find(text);
    const refusal = inspect(text, record, requested);
    if (refusal) throw refusal;
    return record;
  }

  return {
    /** See field.token, field.retoken. */
    issueSearch(search: Omit<SearchToken, 'step'>) {
      const token = issue(letters.search, `${search.product} ${search.owner} ${search.criteria}`);
      store.saveToken(token, { step: 'search', ...search });
      return { token, reToken: letters.reToken + token.slice(1) };
    },
    /** See flow.1. */
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
    isGood: (token: string, use: Use) =>
      inspect(token, find(token), { ...use, step: 'search' }) === undefined,
    // `inspect` refuses a record of another step.
    search: (token: string, use: Use) => need(token, { ...use, step: 'search' }) as SearchToken,
    conditions: (token: string, use: Use) => need(token, { ...use, step: 'conditions' }) as ConditionsToken,
    reToken: (text: string, use: Use) =>
      need(text, { ...use, step: 'search', isRenewal: true }) as SearchToken,
    /** The record stays, so that the message about a second use has the time of the first. */
    consume(token: string, at: number) {
      const record = store.token(token);
      if (record && record.step !== 'answered') store.saveToken(token, { ...record, consumedAt: at });
    },
  };
}

interface Use {
  owner: string;
  product: Product;
  now: number;
}

interface RequestedToken extends Use {
  step: IssuedToken['step'];
  /** Whether the text comes from the field ReToken. */
  isRenewal?: boolean;
}

type IssuedToken = SearchToken | ConditionsToken;

const isReToken = (text: string): boolean => text.startsWith('R');

function inspect(
  text: string,
  record: TokenRecord | undefined,
  requested: RequestedToken,
): Refusal | undefined {
  const { owner, product, now, step, isRenewal = false } = requested;
  const field = isRenewal ? 'ReToken' : 'Token';
  const refuseIt = (code: ProblemCode, message: string) => refuse(code, message, field);
  if (!record || record.step === 'answered' || record.owner !== owner) {
    const message = `${field} "${shown(text)}" was never issued to this credential in this sandbox; search again`;
    return refuseIt('TokenUnknown', message);
  }
  const describeToken = () => `${field} of ${describe(record)}`; // most tokens are valid and need no message
  if (record.step !== step || record.product !== product || isReToken(text) !== isRenewal) {
    const origin = step === 'search' ? `${product}.search` : `${product}.getBookingConditions`;
    if (isRenewal) {
      const message = `ReToken "${shown(text)}" is not the ReToken of a ${origin}; send the ReToken from the search answer`;
      return refuseIt('TokenWrongStep', message);
    }
    return isReToken(text) && record.step === step
      ? refuseIt('TokenWrongStep', `"${shown(text)}" is a ReToken; send it in the field ReToken`)
      : refuseIt('TokenWrongStep', `${describeToken()} was sent, but this step takes the Token of ${origin}`);
  }
  if (record.consumedAt !== undefined && !isRenewal) {
    const message = `${describeToken()} was used at ${clockTime(record.consumedAt)}; each step returns a new Token`;
    return refuseIt('TokenConsumed', message);
  }
  // limit.token, limit.retoken
  const expiry = record.issuedAt + limits[isRenewal ? 'reTokenLife' : 'tokenLife'].value;
  if (now <= expiry) return undefined;
  const renew = step === 'search' ? 'send the ReToken or search again' : 'request the conditions again';
  const message = `${describeToken()} expired at ${clockTime(expiry)}, and the time is now ${clockTime(now)}: ${isRenewal ? 'search again' : renew}`;
  return refuseIt(isRenewal ? 'ReTokenExpired' : 'TokenExpired', message);
}

// Masked first, because the mask does not recognise a part of a card number.
const shown = (token: string): string => shorten(maskText(token.slice(0, 200)), 12);

const clockTime = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

function describe(record: IssuedToken): string {
  const operation = record.step === 'search' ? 'search' : 'getBookingConditions';
  return `${record.product}.${operation}, issued at ${clockTime(record.issuedAt)},`;
}
