/** What the stand-in does with a card. */
export type CardResult = 'approved' | 'declined' | 'pending';

/**
 * The card numbers the stand-in knows, digits only. They are the invented numbers that payment gateways publish for
 * tests; any other number that passes the Luhn check is declined, so that no real card is ever taken for good.
 */
export const testCards: Readonly<Record<string, CardResult>> = {
  '4111111111111111': 'approved',
  '5555555555554444': 'approved',
  '378282246310005': 'approved',
  '4000000000000002': 'declined',
  '4000000000000077': 'pending',
};

/** Whether a card number is one of the stand-in's own. */
export function isTestCard(number: string): boolean {
  return Object.hasOwn(testCards, number);
}

/**
 * The Luhn check of a digit string.
 *
 * @example passesLuhn('4111111111111111') // true
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index -= 1, double = !double) {
    const digit = digits.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return false;
    sum += double ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}
