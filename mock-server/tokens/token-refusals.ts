import { limits, type Product } from '#contracts';
import { maskText } from '#contracts/exchange';
import { type Refusal, refuse } from '../refusal.ts';
import type { ConditionsToken, SearchToken, TokenRecord } from '../store/index.ts';

// What can be wrong with a token, and how a client is told (limit.token, limit.retoken).

/** Who wants to use a token, for what and when. */
export interface Use {
  owner: string;
  product: Product;
  now: number;
}

/** A token or ReToken as it was sent, with the record that stands behind it. */
export interface Presented {
  text: string;
  /** It was sent as one of these, whatever it is. */
  field: 'Token' | 'ReToken';
  record: TokenRecord | undefined;
  use: Use;
}

type IssuedToken = SearchToken | ConditionsToken;

/** Whether a text has the form of a ReToken. */
export const isReToken = (text: string): boolean => text.startsWith('R');

/** Why a Token cannot be used for a step now: unknown, of another step, used or expired; nothing when it can. */
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
      `${describeToken()} was sent where the one of ${wanted} belongs`,
      'Token',
    );
  }
  if (record.consumedAt !== undefined) {
    const message = `${describeToken()} was used at ${clockTime(record.consumedAt)}; each step gives a new one`;
    return refuse('TokenConsumed', message, 'Token');
  }
  const expiry = record.issuedAt + limits.tokenLife.value;
  if (use.now <= expiry) return undefined;
  const hint = step === 'search' ? 'send the ReToken or search again' : 'get conditions again';
  const message = `${describeToken()} expired at ${clockTime(expiry)}; it is ${clockTime(use.now)}: ${hint}`;
  return refuse('TokenExpired', message, 'Token');
}

/** Why a ReToken cannot be used now: unknown, none at all, or expired; nothing when it can. */
export function inspectReToken(presented: Presented): Refusal | undefined {
  const { text, use } = presented;
  const record = ownRecord(presented);
  if (!record) return refuseUnknown(presented);
  if (record.step !== 'search' || record.product !== use.product || !isReToken(text)) {
    const message = `ReToken "${shorten(text)}" is not the ReToken of a ${use.product}.search`;
    return refuse('TokenWrongStep', message, 'ReToken');
  }
  const expiry = record.issuedAt + limits.reTokenLife.value;
  if (use.now <= expiry) return undefined;
  const message = `ReToken of ${describe(record)} expired at ${clockTime(expiry)}; it is ${clockTime(use.now)}: search again`;
  return refuse('ReTokenExpired', message, 'ReToken');
}

/** The record behind a token, if that is one, and of the credential that sent it. */
const ownRecord = ({ record, use }: Presented): IssuedToken | undefined =>
  !record || record.step === 'answered' || record.owner !== use.owner ? undefined : record;

const refuseUnknown = ({ text, field }: Presented): Refusal =>
  refuse(
    'TokenUnknown',
    `${field} "${shorten(text)}" was never given to this credential here; search again`,
    field,
  );

// Masked before it is cut: half a card number is no longer recognised as one.
const shorten = (token: string): string => {
  const masked = maskText(token.slice(0, 200));
  return masked.length > 12 ? `${masked.slice(0, 12)}…` : masked;
};

/** An instant for people: second precision, UTC. */
const clockTime = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

function describe(record: IssuedToken): string {
  const operation = record.step === 'search' ? 'search' : 'getBookingConditions';
  return `${record.product}.${operation}, issued at ${clockTime(record.issuedAt)},`;
}
