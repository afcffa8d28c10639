import type { AnyOperation } from '../operation.ts';
import { productNames } from '../shapes/index.ts';

/** The groups of the document, in the order in which it shows them. */
const descriptions: Readonly<Record<string, string>> = {
  'Static data': 'Places and hotels, fetched once and kept.',
  ...Object.fromEntries(
    Object.values(productNames).map(({ group, offers }) => [
      group,
      `${offers}: search, validate the price, book, cancel.`,
    ]),
  ),
  'Back office': 'Bookings that exist: look up, list, cancel whole trips.',
  Payment: 'Paying a booking by card.',
};

/** The group that an operation is shown in. */
export function tagOf({ product, base, effect }: AnyOperation): string {
  if (product) return productNames[product].group;
  if (base === 'commons') return 'Static data';
  return effect === 'pay' ? 'Payment' : 'Back office';
}

/** The groups that have an operation, with a line about each. */
export function tagsOf(operations: readonly AnyOperation[]): { name: string; description: string }[] {
  const used = new Set(operations.map(tagOf));
  return Object.entries(descriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
