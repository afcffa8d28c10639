import type { Mark } from './mark.ts';
import { isTestCard, passesLuhn } from './test-cards.ts';

/** The data about a card that the stand-in may store. The stand-in must not store the full number. */
export interface MaskedCard {
  last4: string;
  /** Whether the number passes the Luhn check. */
  luhn: boolean;
  /** Whether the card is a test card of the stand-in. */
  ours: boolean;
  /** A mark of the whole card: number, date, security code and holder. Equal cards have equal marks. */
  mark?: string;
}

/**
 * Returns the data about a card number that the stand-in may store (auth.5). For a text that is not a card
 * number, the result contains no digits.
 */
export function maskCard(number: string): MaskedCard {
  const digits = number.replace(/[ .-]/g, '');
  const isNumber = /^\d{12,19}$/.test(digits);
  return { last4: isNumber ? digits.slice(-4) : '', luhn: passesLuhn(digits), ours: isTestCard(digits) };
}

/**
 * Returns a mark of all plain fields of an object; the order of the fields makes no difference. Returns undefined for a mark
 * function without a key, because such a function returns the same mark for every text.
 */
export function markOfFields(holder: object, mark: Mark): string | undefined {
  const fields = Object.entries(holder).flatMap(([name, value]) =>
    typeof value === 'object' ? [] : `${plainName(name)}=${String(value)}`,
  );
  const marked = mark(JSON.stringify(fields.sort()));
  return marked === mark('') ? undefined : marked;
}

/** Returns the data about a card number, with the mark of the object that contains the number. */
export function maskMarkedCard(number: string, _: Mark, holderMark: () => string | undefined): MaskedCard {
  const mark = holderMark();
  return { ...maskCard(number), ...(mark !== undefined && { mark }) };
}

/** Returns the name of a field in lower case, without separators. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
