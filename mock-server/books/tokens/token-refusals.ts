import { limits, type Product } from '#contracts';
import { maskText } from '#contracts/exchange';
import type { ConditionsToken, SearchToken, TokenRecord } from '../records/index.ts';
import { type Refusal, refuse } from '../refusal.ts';

// The lifetimes are limit.token and limit.retoken.

export interface Use {
  owner: string;
  product: Product;
  now: number;
}

export interface Presented {
  text: string;
  field: 'Token' | 'ReToken';
  record: TokenRecord | undefined;
  use: Use;
}

type IssuedToken = SearchToken | ConditionsToken;

export const isReToken = (text: string): boolean => text.startsWith('R');

/** For a Token that is unknown, used, expired or from another step. */
export function inspectToken(presented: Presented, step: IssuedToken['step']): Refusal | undefined {
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
export function inspectReToken(presented: Presented): Refusal | undefined {
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
