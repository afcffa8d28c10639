import type { AnyOperation } from '../operation.ts';
import type { Product } from '../shapes/booking.ts';

const productTags: Readonly<Record<Product, string>> = {
  hotel: 'Hotel',
  car: 'Car rental',
  transfer: 'Transfer',
  tour: 'Tour',
};

/** The groups of the document, in the order in which it shows them. */
const descriptions = {
  'Static data': 'Places and hotels, fetched once and kept.',
  Hotel: 'Rooms: search, validate the price, book, cancel.',
  'Car rental': 'Cars: search, validate the price, book, cancel.',
  Transfer: 'Transfers: search, validate the price, book, cancel.',
  Tour: 'Tours and tickets: search, validate the price, book, cancel.',
  'Back office': 'Bookings that exist: look up, list, cancel whole trips.',
  Payment: 'Paying a booking by card.',
};

/** The group that an operation is shown in. */
export function tagOf({ product, base, effect }: AnyOperation): string {
  if (product) return productTags[product];
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
