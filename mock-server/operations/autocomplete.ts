import { type LocationType, limits, type Product, type RequestOf, type Suggestion } from '#contracts';
import { locationTypes } from '#contracts/shapes';
import type { Call } from './handler.ts';

// A hotel is searched in a place, a tour in a city; cars and transfers go from and to anything.
const typesFor: Readonly<Record<Product, readonly LocationType[]>> = {
  hotel: ['Destination', 'PointOfInterest', 'Hotel'],
  car: locationTypes,
  transfer: locationTypes,
  tour: ['Destination'],
};

/** Suggests places for what was typed, those that make sense for a product if one is given (svc.2). */
export function autocomplete(
  { term, product }: RequestOf<'autocomplete'>,
  { sandbox: { places } }: Call,
): { answer: Suggestion[] } {
  const types = product === undefined ? locationTypes : typesFor[product];
  return { answer: places.suggest(term, types, limits.suggestions.value) };
}
