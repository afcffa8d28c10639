/** The result of a payment with a test card. */
export type CardResult = 'approved' | 'declined' | 'pending';

/** Numbers that payment gateways publish for tests. The stand-in declines any other card, so that it never approves a real one. */
export const testCards: Readonly<Record<string, CardResult>> = {
  '4111111111111111': 'approved',
  '5555555555554444': 'approved',
  '378282246310005': 'approved',
  '4000000000000002': 'declined',
  '4000000000000077': 'pending',
};

export function isTestCard(number: string): boolean {
  return Object.hasOwn(testCards, number);
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index -= 1, double = !double) {
    const digit = digits.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return false;
    sum += double ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}
