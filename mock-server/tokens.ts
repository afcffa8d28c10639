import { limits, maskText, type Product } from '#contracts';
import { refuse } from './refusal.ts';
import { hash64, hexId } from './seed.ts';
import type { ConditionsToken, SearchToken, TokenRecord } from './store/records.ts';
import type { Store } from './store/store.ts';

// A token is a letter for its kind and 32 digits that follow from the seed and from what it stands for. A Search's
// Token and ReToken share their digits, and their record.
const letters = { search: 'S', reToken: 'R', conditions: 'C', answered: 'K' } as const;

/** Issues, checks and consumes the tokens of one sandbox. */
export interface Tokens {
  /** Records a Search and gives its two tokens (field.token, field.retoken). */
  issueSearch(search: Omit<SearchToken, 'step'>): { token: string; reToken: string };
  /** Records conditions and gives the Token for DoBooking (flow.1). */
  issueConditions(conditions: Omit<ConditionsToken, 'step'>): string;
  /** The Search behind a Token that may be used now, for this product and credential. Throws a Refusal otherwise. */
  search(token: string, use: Use): SearchToken;
  /** The Search behind a ReToken (field.retoken, retoken.expired). */
  reToken(reToken: string, use: Use): SearchToken;
  /** The conditions behind a Token for DoBooking. */
  conditions(token: string, use: Use): ConditionsToken;
  /** Uses a token up; it stays known, to say so when it comes again. */
  consume(token: string, at: number): void;
}

/** Who wants to use a token, for what and when. */
export interface Use {
  owner: string;
  product: Product;
  now: number;
}

/** The sandbox's tokens over its store. */
export function createTokens(seed: number, store: Store): Tokens {
  function issue(kind: 'S' | 'C', content: string): string {
    const hash = hash64(content, seed);
    const count = store.countUp(hash[0] * 0x200000 + (hash[1] >>> 11));
    return kind + hexId(hash, count);
  }

  function read(token: string, field: string): TokenRecord {
    const key = token.startsWith(letters.reToken) ? letters.search + token.slice(1) : token;
    const record = store.token(key);
    if (record) return record;
    throw refuse(
      'TokenUnknown',
      `${field} "${shorten(token)}" was never given to this credential here; search again`,
      field,
    );
  }

  function check(record: TokenRecord, token: string, use: Use, expected: 'search' | 'conditions'): void {
    const asked = record.step === 'answered' ? undefined : record;
    if (!asked || asked.owner !== use.owner) {
      throw refuse(
        'TokenUnknown',
        `Token "${shorten(token)}" was never given to this credential here; search again`,
        'Token',
      );
    }
    const own = `Token of ${describe(asked)}`;
    if (asked.step !== expected || asked.product !== use.product || token.startsWith(letters.reToken)) {
      const wanted = expected === 'search' ? `${use.product}.search` : `${use.product}.getBookingConditions`;
      throw refuse('TokenWrongStep', `${own} was sent where the one of ${wanted} belongs`, 'Token');
    }
    if (asked.consumedAt !== undefined) {
      throw refuse(
        'TokenConsumed',
        `${own} was used at ${clockTime(asked.consumedAt)}; each step gives a new one`,
        'Token',
      );
    }
    const expiry = asked.issuedAt + limits.tokenLife.value;
    if (use.now > expiry) {
      const hint = expected === 'search' ? 'send the ReToken or search again' : 'get conditions again';
      throw refuse(
        'TokenExpired',
        `${own} expired at ${clockTime(expiry)}; it is ${clockTime(use.now)}: ${hint}`,
        'Token',
      );
    }
  }

  return {
    issueSearch(search) {
      const token = issue(letters.search, `${search.product} ${search.owner} ${search.criteria}`);
      store.saveToken(token, { step: 'search', ...search });
      return { token, reToken: letters.reToken + token.slice(1) };
    },
    issueConditions(conditions) {
      const { product, owner, criteria, item, units, serviceDate = '', cents } = conditions;
      const token = issue(
        letters.conditions,
        `${product} ${owner} ${criteria} ${item} ${units} ${serviceDate} ${cents}`,
      );
      store.saveToken(token, { step: 'conditions', ...conditions });
      return token;
    },
    search(token, use) {
      const record = read(token, 'Token');
      check(record, token, use, 'search');
      return record as SearchToken; // check() let nothing else through
    },
    reToken(reToken, use) {
      const record = read(reToken, 'ReToken');
      if (record.step === 'answered' || record.owner !== use.owner) throw refuseReToken(reToken);
      const isSearch = record.step === 'search' && record.product === use.product;
      if (!isSearch || !reToken.startsWith(letters.reToken)) {
        throw refuse(
          'TokenWrongStep',
          `ReToken "${shorten(reToken)}" is not the ReToken of a ${use.product}.search`,
          'ReToken',
        );
      }
      const expiry = record.issuedAt + limits.reTokenLife.value;
      if (use.now <= expiry) return record;
      const message = `ReToken of ${describe(record)} expired at ${clockTime(expiry)}; it is ${clockTime(use.now)}: search again`;
      throw refuse('ReTokenExpired', message, 'ReToken');
    },
    conditions(token, use) {
      const record = read(token, 'Token');
      check(record, token, use, 'conditions');
      return record as ConditionsToken; // check() let nothing else through
    },
    consume(token, at) {
      const record = store.token(token);
      if (record && record.step !== 'answered') store.saveToken(token, { ...record, consumedAt: at });
    },
  };
}

const refuseReToken = (token: string) =>
  refuse(
    'TokenUnknown',
    `ReToken "${shorten(token)}" was never given to this credential here; search again`,
    'ReToken',
  );

// Masked before it is cut: half a card number is no longer recognised as one.
const shorten = (token: string): string => {
  const masked = maskText(token.slice(0, 200));
  return masked.length > 12 ? `${masked.slice(0, 12)}…` : masked;
};

/** An instant for people: second precision, UTC. */
const clockTime = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

function describe(record: SearchToken | ConditionsToken): string {
  const operation = record.step === 'search' ? 'search' : 'getBookingConditions';
  return `${record.product}.${operation}, issued at ${clockTime(record.issuedAt)},`;
}
